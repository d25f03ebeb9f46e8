package io.abacusdp.federated.budget;

/**
 * One attempt at a round, with its own reservation, keys and noise.
 *
 * @param round from 1
 * @param attempt from 0
 */
public record Attempt(int round, int attempt) {
    public Attempt {
        if (round < 1 || attempt < 0) {
            throw new IllegalArgumentException(
                    "round must be at least 1 and attempt at least 0, got " + round + " and " + attempt);
        }
    }

    @Override
    public String toString() {
        return "round " + round + ", attempt " + attempt;
    }
}
