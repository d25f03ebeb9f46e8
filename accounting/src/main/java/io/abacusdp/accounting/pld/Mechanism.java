package io.abacusdp.accounting.pld;

/**
 * What one run of an elementary event is to the accountant.
 *
 * @param above a pair that dominates it: P has the record
 * @param below a pair that it attains
 * @param symmetric whether (Q, P) bounds as (P, Q) does
 * @param copies of the pair that one run consists of
 * @param distance by which one run may differ in total variation from what the pairs describe
 */
record Mechanism(LossPair above, LossPair below, boolean symmetric, long copies, double distance) {
    static Mechanism symmetric(LossPair pair) {
        return new Mechanism(pair, pair, true, 1, 0);
    }

    static Mechanism directed(LossPair pair) {
        return new Mechanism(pair, pair, false, 1, 0);
    }

    static Mechanism between(LossPair below, LossPair above, boolean symmetric) {
        return new Mechanism(above, below, symmetric, 1, 0);
    }

    Mechanism times(long n) {
        return new Mechanism(above, below, symmetric, copies * n, distance);
    }

    Mechanism within(double variation) {
        return new Mechanism(above, below, symmetric, copies, variation);
    }
}
