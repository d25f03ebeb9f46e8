package io.abacusdp.accounting.numeric;

/** The unit in which error bounds are counted. */
public final class RoundOff {
    /** u = 2^−53, half the distance from 1 to the next double: no operation errs by more, relative to its result. */
    public static final double UNIT = 0x1p-53;

    private RoundOff() {}
}
