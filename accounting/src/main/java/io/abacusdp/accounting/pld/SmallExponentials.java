package io.abacusdp.accounting.pld;

/** e^x − 1 for |x| ≤ 0.02, several times faster than the JDK's: its Taylor polynomial, exact to a few ulps. */
final class SmallExponentials {
    private SmallExponentials() {}

    /** The first term that is left out is x^7/8!, relative: below 4e-17. */
    static double expm1(double x) {
        double p = 1.0 / 720 + x / 5040;
        p = 1.0 / 120 + x * p;
        p = 1.0 / 24 + x * p;
        p = 1.0 / 6 + x * p;
        p = 0.5 + x * p;
        return x * (1 + x * p);
    }
}
