package io.abacusdp.training.step;

import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.gradient.ClipBounds;
import io.abacusdp.training.gradient.GradientEngine;
import io.abacusdp.training.gradient.LotGradient;
import io.abacusdp.training.noise.GaussianNoise;
import io.abacusdp.training.sampling.Sampler;
import io.abacusdp.training.sum.Dealer;
import io.abacusdp.training.sum.Lot;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * The way from data to what is released of it, as a {@link StepPlan} says: a lot is drawn, its clipped gradients are summed, and the sum is released with
 * noise. Trainers, clients and audits take the same way; where a test wants to know whether an audit notices a fault, it breaks one of
 * the methods. Has a state. Not safe for use by several threads.
 */
public class PrivateStep {
    private final StepPlan plan;
    private final GradientEngine engine;
    private final Dataset data;
    private final StepSources sources;
    private final int contributors;
    private final Dealer dealer;
    private final GaussianNoise noise;
    private final Start start;
    private Sampler sampler;
    private DpStep release;
    private long step;
    private IntPredicate absent = row -> false;
    private Optional<Canaries> canaries = Optional.empty();

    /**
     * Where steps begin.
     *
     * @param step number of steps that the model has taken
     * @param norm with which the first lot is clipped
     */
    public record Start(long step, double norm) {}

    /** Steps from a start on. */
    public PrivateStep(StepPlan plan, GradientEngine engine, Dataset data, StepSources sources, Start start) {
        this(plan, engine, data, sources, start, data.size());
    }

    /** @param contributors number of what lots are drawn from */
    PrivateStep(
            StepPlan plan, GradientEngine engine, Dataset data, StepSources sources, Start start, int contributors) {
        this.contributors = contributors;
        this.plan = plan;
        this.engine = engine;
        this.data = data;
        this.sources = sources;
        this.dealer = new Dealer(plan.lots().size(), sources.groups());
        this.noise = new GaussianNoise(sources.noise(), engine.workers());
        this.start = start;
        this.sampler = plan.lots().sampler(sources.lots(), contributors);
        this.release = plan.releases(engine.model(), noise, start.step(), start.norm());
        this.step = start.step();
    }

    /** Begins another run that knows nothing of this one, with further numbers of the same streams. */
    public final void beginAgain() {
        sampler = plan.lots().sampler(sources.lots(), contributors);
        release = plan.releases(engine.model(), noise, start.step(), start.norm());
        step = start.step();
    }

    /** Leaves rows out of every lot; they count for the rate of sampling all the same. */
    public final PrivateStep without(IntPredicate rows) {
        absent = rows;
        return this;
    }

    /** Takes some rows for canaries. */
    public final PrivateStep canaries(Optional<Canaries> rows) {
        canaries = rows;
        return this;
    }

    /** Lets a test look at what is released. */
    public final PrivateStep probedBy(StepProbe probe) {
        release.probedBy(probe);
        return this;
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

    /** The noisy mean gradient by the model's parameters, with the noise that the plan has for this step. */
    public final float[] release(LotGradient lot) {
        return release(lot, plan.noiseMultiplier(step++));
    }

    /** As {@link DpStep#release}. */
    protected float[] release(LotGradient lot, double noiseMultiplier) {
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
