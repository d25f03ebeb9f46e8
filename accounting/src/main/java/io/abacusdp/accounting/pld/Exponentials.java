package io.abacusdp.accounting.pld;

/**
 * e^{a·(first + i)} for i = 0, 1, 2, ..., divided by e^{logScale}: a table of blocks, so that a value costs one product and
 * its relative error stays below 8u + 2u·|a·(first + i)|, u = 2^−53.
 */
final class Exponentials {
    private static final int BLOCK = 64;

    private final double rate;
    private final long first;
    private final double logScale;
    private final double[] fine = new double[BLOCK];
    private int block = -1;
    private double coarse;

    Exponentials(double rate, long first, double logScale) {
        this.rate = rate;
        this.first = first;
        this.logScale = logScale;
        for (int k = 0; k < BLOCK; k++) {
            fine[k] = Math.exp(rate * k);
        }
    }

    /** Cheap if neighbouring indices are asked one after the other. */
    double at(int i) {
        int wanted = i / BLOCK;
        if (wanted != block) {
            block = wanted;
            coarse = Math.exp(rate * (first + (long) wanted * BLOCK) - logScale);
        }
        return coarse * fine[i % BLOCK];
    }
}
