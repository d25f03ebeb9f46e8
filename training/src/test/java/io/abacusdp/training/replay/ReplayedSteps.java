package io.abacusdp.training.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.NoOp;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.RandomAllocation;
import io.abacusdp.accounting.event.SampledInTurn;
import io.abacusdp.accounting.event.SampledWithoutReplacement;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.gradient.ClipBounds;
import io.abacusdp.training.gradient.GradientEngine;
import io.abacusdp.training.gradient.LotGradient;
import io.abacusdp.training.gradient.Views;
import io.abacusdp.training.model.LossSettings;
import io.abacusdp.training.model.ModelSpec;
import io.abacusdp.training.step.StepPlan;
import io.abacusdp.training.sum.Lot;
import java.util.Arrays;
import java.util.List;

/**
 * Whether two runs on neighbours, the second led along the first, differ by no more than the accountant was told.
 *
 * <p>Formula: the charge of a step says Gaussian(z): seen in units of its own noise, what is released moves by at most s/z, s = 1
 * if a record comes or goes and 2 if it is replaced. What was recorded must keep it:
 * (‖sum − sum'‖/σ)² + ((count − count')/σ_b)² ≤ (s/z)², with the σ and σ_b that were added and the z that was charged. No bound
 * on a norm enters: if a sum may move further than C, the charge has to say so.
 *
 * <p>Source: Re:cord-play, arXiv:2602.17454, for recording a run and playing it to a neighbour.
 *
 * <p>Assumes: noise multipliers of single charges; what lots cost is the accountant's, how they are drawn is checked only as far
 * as one run shows it.
 *
 * <p>Accuracy: sums of squares in doubles, relative 1e-13 for a million parameters; noise is rounded up by more.
 */
public final class ReplayedSteps {
    /** What rounding may do to the sum of the others, of the bound: what the project promises for every lot. */
    private static final double OTHERS = 0.01;

    private final ModelSpec model;
    private final Neighbours neighbours;
    private final Views views;
    private final Contribution contribution;

    /** What the rows of a lot, or its persons, add to its sum. */
    @FunctionalInterface
    public interface Contribution {
        LotGradient of(GradientEngine engine, float[] parameters, Dataset data, Lot lot, ClipBounds clip);
    }

    public ReplayedSteps(ModelSpec model, Neighbours neighbours) {
        this(model, neighbours, Views.NONE, GradientEngine::clippedSum);
    }

    /** @param neighbours what the model sees of them */
    public ReplayedSteps(ModelSpec model, Neighbours neighbours, Views views, Contribution contribution) {
        this.model = model;
        this.neighbours = neighbours;
        this.views = views;
        this.contribution = contribution;
    }

    /**
     * Checks all steps, whose noise is independent.
     *
     * @param charges in the order in which they were made, one a step
     * @return the most that a step moved, of what its charge allows; 0 if the record was in no lot
     */
    public double check(Recording recorded, Playback played, List<DpEvent> charges) {
        double most = checkSums(recorded, played, charges);
        List<SeenStep> steps = recorded.steps();
        DpEvent paid = new NoOp();
        for (int i = 0; i < steps.size(); i++) {
            DpEvent charge = ofLot(charges.get(i));
            paid = charge instanceof NoOp ? paid : charge;
            most = Math.max(most, moved(steps.get(i), played.steps().get(i)) / allowed(paid));
            assertThat(most)
                    .as("step %d, of what its charge %s allows", i, paid)
                    .isLessThanOrEqualTo(1);
            SeenStep step = steps.get(i);
            double deviation = step.noise().gradientDeviation();
            assertSquaresOfNormals(Math.pow(norm(step.addedNoise()) / deviation, 2), step.sum().length);
        }
        return most;
    }

    /** The same for steps whose noise is correlated as a plan says. */
    public double check(Recording recorded, Playback played, List<DpEvent> charges, StepPlan plan) {
        checkSums(recorded, played, charges);
        return new CorrelatedMoves(plan, neighbours.adjacency().sensitivityFactor(), recorded.steps(), played.steps())
                .check(charges);
    }

    /** All that does not depend on the noise; returns the most that a centre moved, of what its charge allows. */
    private double checkSums(Recording recorded, Playback played, List<DpEvent> charges) {
        List<SeenStep> steps = recorded.steps();
        assertThat(played.steps()).as("steps on the neighbour").hasSameSizeAs(steps);
        assertThat(charges).as("charges").hasSameSizeAs(steps);
        double most = 0;
        DpEvent paid = new NoOp();
        int lotsWithTheRecord = 0;
        int centres = 0;
        try (GradientEngine engine = new GradientEngine(model, 1, LossSettings.PLAIN, views)) {
            for (int i = 0; i < steps.size(); i++) {
                if (charges.get(i) instanceof Composed both) {
                    Gaussian centre = (Gaussian) both.events().get(0);
                    most = Math.max(most, centreMoved(recorded, played, centres++) / allowed(centre));
                    assertThat(most).as("centre, of what its charge allows").isLessThanOrEqualTo(1);
                }
                DpEvent charge = ofLot(charges.get(i));
                if (!(charge instanceof NoOp)) {
                    paid = charge;
                    lotsWithTheRecord = 0;
                }
                SeenStep one = steps.get(i);
                lotsWithTheRecord += one.has(neighbours.row()) ? 1 : 0;
                assertLotAsCharged(paid, one, lotsWithTheRecord);
                assertSamePublicValues(one, played.steps().get(i));
                assertOnlyTheRecordDiffers(engine, one, played.steps().get(i));
            }
        }
        assertThat(recorded.centres()).as("centres, each charged").hasSize(centres);
        assertThat(played.centres()).as("centres of the neighbour").hasSize(centres);
        return most;
    }

    /** What is charged for a lot, without the centre that a first step pays for. */
    private static DpEvent ofLot(DpEvent charge) {
        return charge instanceof Composed both ? both.events().get(1) : charge;
    }

    private static double centreMoved(Recording recorded, Playback played, int index) {
        Recording.SeenCentre one = recorded.centres().get(index);
        Recording.SeenCentre other = played.centres().get(index);
        assertThat(other.deviation()).as("noise of the centre").isEqualTo(one.deviation());
        return norm(difference(one.sum().toArray(), other.sum().toArray())) / one.deviation();
    }

    private void assertLotAsCharged(DpEvent paid, SeenStep step, int lotsWithTheRecord) {
        assertThat(Arrays.stream(step.rows()).distinct().count()).isEqualTo(step.rows().length);
        if (paid instanceof SampledWithoutReplacement sampled) {
            assertThat((long) step.rows().length).isEqualTo(sampled.sampleSize());
            assertThat((long) neighbours.data().size()).isEqualTo(sampled.datasetSize());
        } else if (paid instanceof Gaussian || paid instanceof RandomAllocation || paid instanceof SampledInTurn) {
            assertThat(lotsWithTheRecord).as("lots with one record, paid once").isLessThanOrEqualTo(1);
        }
    }

    /** Everything that is used before the noise and is not private, and all that comes after it. */
    private static void assertSamePublicValues(SeenStep one, SeenStep other) {
        assertThat(other.parameters()).as("parameters").isEqualTo(one.parameters());
        assertThat(other.noise()).as("noise, norm and divisor").isEqualTo(one.noise());
        assertThat(other.clip().groups()).isEqualTo(one.clip().groups());
        for (int group = 0; group < one.clip().groups(); group++) {
            assertThat(other.clip().bound(group))
                    .as("clipping bound")
                    .isEqualTo(one.clip().bound(group));
        }
        assertThat(other.gradient()).as("released gradient").isEqualTo(one.gradient());
        assertThat(other.nextNorm()).as("released norm").isEqualTo(one.nextNorm());
    }

    /**
     * Noise of the standard deviation that was told is on the sum.
     *
     * <p>Formula: n squared standard normals are above n + 2√(n·x) + 2x, and below n − 2√(n·x), with probability e^−x each.
     * <p>Source: Laurent and Massart 2000, Annals of Statistics 28, lemma 1.
     * <p>Accuracy: with x = 20, an honest step is refused with probability 5e-9.
     */
    static void assertSquaresOfNormals(double squares, int n) {
        double spread = 2 * Math.sqrt(20.0 * n);
        assertThat(squares).as("squared noise over its variance").isBetween(n - spread, n + spread + 40);
    }

    /** How far the neighbour's release is away, in standard deviations of its noise. */
    private static double moved(SeenStep one, SeenStep other) {
        double gradient = norm(difference(one.sum(), other.sum())) / one.noise().gradientDeviation();
        double count = one.noise().countDeviation() == 0
                ? 0
                : (one.count() - other.count()) / one.noise().countDeviation();
        return Math.hypot(gradient, count);
    }

    private double allowed(DpEvent paid) {
        return neighbours.adjacency().sensitivityFactor() / noiseMultiplier(paid);
    }

    private static double noiseMultiplier(DpEvent paid) {
        if (paid instanceof PoissonSampled sampled) {
            return noiseMultiplier(sampled.event());
        }
        if (paid instanceof SampledWithoutReplacement sampled) {
            return noiseMultiplier(sampled.event());
        }
        if (paid instanceof RandomAllocation allocated) {
            return noiseMultiplier(allocated.event());
        }
        if (paid instanceof Gaussian gaussian) {
            return gaussian.noiseMultiplier();
        }
        throw new AssertionError("a step must be charged as a Gaussian on its lot, got " + paid);
    }

    /** The sums differ by the record's own clipped gradient, and by nothing if it is not in the lot. */
    private void assertOnlyTheRecordDiffers(GradientEngine engine, SeenStep one, SeenStep other) {
        double[] difference = difference(one.sum(), other.sum());
        if (!one.has(neighbours.row())) {
            assertThat(difference).as("difference without the record").containsOnly(0);
            assertThat(other.count()).isEqualTo(one.count());
            return;
        }
        double[] own = contribution(engine, one, neighbours.data());
        if (other.has(neighbours.row()) && neighbours.drawsTheSameLots()) {
            own = difference(own, contribution(engine, other, neighbours.neighbour()));
        }
        assertThat(norm(difference(difference, own)))
                .as("difference beyond the record's own clipped gradient")
                .isLessThanOrEqualTo(OTHERS * one.clip().sensitivity());
    }

    private double[] contribution(GradientEngine engine, SeenStep step, Dataset data) {
        Lot own = step.drawn().without(row -> row != neighbours.row());
        return contribution
                .of(engine, step.parameters(), data, own, step.clip())
                .sum()
                .toArray();
    }

    static double[] difference(double[] one, double[] other) {
        double[] difference = new double[one.length];
        Arrays.setAll(difference, i -> one[i] - other[i]);
        return difference;
    }

    static double norm(double[] values) {
        return Math.sqrt(Arrays.stream(values).map(value -> value * value).sum());
    }
}
