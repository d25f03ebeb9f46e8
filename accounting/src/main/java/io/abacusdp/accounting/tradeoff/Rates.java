package io.abacusdp.accounting.tradeoff;

/** Range checks, stated positively so that NaN falls through to the error. */
final class Rates {
    private Rates() {}

    static double check(String name, double value) {
        if (value >= 0 && value <= 1) {
            return value;
        }
        throw new IllegalArgumentException(name + " must be in [0, 1], got " + value);
    }

    static double checkInside(String name, double value) {
        if (value > 0 && value < 1) {
            return value;
        }
        throw new IllegalArgumentException(name + " must be in (0, 1), got " + value);
    }
}
