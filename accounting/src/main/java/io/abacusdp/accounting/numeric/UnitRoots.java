package io.abacusdp.accounting.numeric;

/** Cosine and sine of fractions of π, each less than one ulp off: the tables of the Fourier transform. */
final class UnitRoots {
    /** What the double nearest to π lacks. */
    private static final double PI_LOW = 1.2246467991473532e-16;

    private UnitRoots() {}

    /** Writes cos(πf) and sin(πf) to at and at + 1; 0 ≤ f ≤ 1/2 with a denominator that is a power of two. */
    static void put(double[] w, int at, double f) {
        double r = f <= 0.25 ? f : 0.5 - f;
        // πr = a + e with a the nearest double, so cos πr = cos a − e·sin a and sin πr = sin a + e·cos a.
        double a = Math.PI * r;
        double e = Math.fma(Math.PI, r, -a) + PI_LOW * r;
        double cos = Math.cos(a);
        double sin = Math.sin(a);
        double exactCos = cos - e * sin;
        double exactSin = sin + e * cos;
        w[at] = f <= 0.25 ? exactCos : exactSin;
        w[at + 1] = f <= 0.25 ? exactSin : exactCos;
    }
}
