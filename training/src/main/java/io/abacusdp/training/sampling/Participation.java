package io.abacusdp.training.sampling;

/** What lots promise about the steps that one example is in, whatever is drawn. Noise that is correlated over steps rests on it. */
public enum Participation {
    /** Nothing: it may be in any steps, one after the other. */
    ANY,
    /** Of every b steps in a row, counted from the first, it is in one at most, and always in the same one; by a coin of its own each time. b is {@link Lots#lotsPerCharge()}. */
    SAMPLED_IN_TURN,
    /** Of every b steps in a row, counted from the first, it is in exactly one, and always in the same one. b is {@link Lots#lotsPerCharge()}. */
    IN_TURN
}
