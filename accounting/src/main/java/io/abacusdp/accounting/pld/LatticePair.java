package io.abacusdp.accounting.pld;

import io.abacusdp.accounting.numeric.RoundOff;
import io.abacusdp.accounting.pair.Sampling;
import org.jspecify.annotations.Nullable;

/**
 * Noise on the integers, on a sum that a record moves by an integer s if it is in the sample, which it is with probability
 * r: (1 − r)·N(0) + r·N(s) against N(0), or against (1 − r)·N(0) + r·N(−s) if the record is replaced.
 */
final class LatticePair implements LossPair {
    /** Law of the noise, with tails as asked and a table that goes so much further. */
    interface Noise {
        LatticeNoise upTo(double tail, int extra);
    }

    /** Larger ones have exponentials that no double holds. */
    private static final double MAX_LOSS = 700;

    private final Noise noise;
    private final int shift;
    private final double rate;
    private final boolean replaced;
    private @Nullable Cut last;
    private double spacing = Double.NaN;

    /** The atoms of the law with tails of the given mass. */
    private record Cut(double tail, AtomicPair atoms) {}

    private LatticePair(Noise noise, int shift, double rate, boolean replaced) {
        this.noise = noise;
        this.shift = shift;
        this.rate = rate;
        this.replaced = replaced;
    }

    static LatticePair present(Noise noise, int shift, double rate) {
        return new LatticePair(noise, shift, rate, false);
    }

    static LatticePair replaced(Noise noise, int shift, double rate) {
        return new LatticePair(noise, shift, rate, true);
    }

    @Override
    public LossCells cells(double origin, double step, double tail, double low, double high) {
        return atoms(tail).cells(origin, step, tail, low, high);
    }

    @Override
    public double[] origins(double step, double tail) {
        return atoms(tail).origins(step, tail);
    }

    @Override
    public Sketch sketch(double tail) {
        return atoms(tail).sketch(tail).thinned();
    }

    @Override
    public double supremum() {
        return Double.POSITIVE_INFINITY;
    }

    @Override
    public double infimum() {
        return replaced || rate == 1 ? Double.NEGATIVE_INFINITY : Math.log1p(-rate);
    }

    @Override
    public synchronized double spacing() {
        if (Double.isNaN(spacing)) {
            spacing = compute(1e-9).spacing();
        }
        return spacing;
    }

    /** The atoms, of which those that were asked for last are kept: a plan needs them often. */
    private synchronized AtomicPair atoms(double tail) {
        Cut known = last;
        if (known == null || known.tail() != tail) {
            known = new Cut(tail, compute(tail));
            last = known;
        }
        return known.atoms();
    }

    private AtomicPair compute(double tail) {
        LatticeNoise law = noise.upTo(tail, 2 * shift);
        int low = -law.reach() - (replaced ? shift : 0);
        int high = law.reach() + shift;
        double[] loss = new double[high - low + 1];
        double[] mass = new double[loss.length];
        for (int i = 0; i < loss.length; i++) {
            int k = low + i;
            double up = Sampling.loss(law.logRatio(k, shift), rate);
            loss[i] = replaced ? up - Sampling.loss(law.logRatio(k, -shift), rate) : up;
            mass[i] = (1 - rate) * law.mass(k) + rate * law.mass(k - shift);
        }
        if (!(Math.max(Math.abs(loss[0]), Math.abs(loss[loss.length - 1])) <= MAX_LOSS)) {
            throw new ArithmeticException("losses beyond " + MAX_LOSS);
        }
        // Sampling moves no loss by more than what it is made from, and rounds it by less than 16 units.
        double error = (replaced ? 2 : 1) * (law.logRatioError(shift) + 16 * RoundOff.UNIT);
        return new AtomicPair(loss, mass, 0, 0, tail, false, error);
    }
}
