package io.abacusdp.training.step;

import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.gradient.ClipBounds;
import io.abacusdp.training.gradient.GradientEngine;
import io.abacusdp.training.gradient.LotGradient;
import io.abacusdp.training.sampling.Sampler;
import io.abacusdp.training.sum.Dealer;
import io.abacusdp.training.sum.Lot;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * The way from data to what is released of it: a lot is drawn, its clipped gradients are summed, and the sum is released with
 * noise. Trainers and audits take the same way; where a test wants to know whether an audit notices a fault, it breaks one of
 * the methods. Has a state. Not safe for use by several threads.
 */
public class PrivateStep {
    private final GradientEngine engine;
    private final Dataset data;
    private final Sampler sampler;
    private final Dealer dealer;
    private final DpStep release;
    private final IntPredicate absent;
    private final Optional<Canaries> canaries;

    /** @param absent rows that are left out of every lot, and count for the rate of sampling all the same */
    public PrivateStep(
            GradientEngine engine,
            Dataset data,
            Sampler sampler,
            Dealer dealer,
            DpStep release,
            IntPredicate absent,
            Optional<Canaries> canaries) {
        this.engine = engine;
        this.data = data;
        this.sampler = sampler;
        this.dealer = dealer;
        this.release = release;
        this.absent = absent;
        this.canaries = canaries;
    }

    /** The bound for the next lot. Public, as {@link DpStep#norm()}. */
    public final double norm() {
        return release.norm();
    }

    /** How the gradients of the next lot are clipped. */
    public ClipBounds clip() {
        return release.clip();
    }

    /** The next lot, without the rows that are absent. Private. */
    public Lot draw() {
        return deal(sampler.next()).without(absent);
    }

    /** Rows in the groups in which they are summed. */
    public Lot deal(int[] rows) {
        return dealer.deal(rows);
    }

    /** The sum of the clipped gradients of a lot. Private until it is released. */
    public LotGradient sum(float[] parameters, Lot lot) {
        if (canaries.isEmpty()) {
            return engine.clippedSum(parameters, data, lot, clip());
        }
        int first = canaries.get().firstRow();
        LotGradient records = engine.clippedSum(parameters, data, lot.without(row -> row >= first), clip());
        return records.with(canaries.get().sum(lot.rows(row -> row >= first), norm()));
    }

    /** The noisy mean gradient by the model's parameters, as {@link DpStep#release}. */
    public float[] release(LotGradient lot, double noiseMultiplier) {
        double norm = norm();
        float[] mean = release.release(lot, noiseMultiplier);
        if (canaries.isEmpty()) {
            return mean;
        }
        int parameters = release.parameters();
        canaries.get().released(Arrays.copyOfRange(mean, parameters, mean.length), norm, noiseMultiplier);
        return Arrays.copyOf(mean, parameters);
    }
}
