package io.abacusdp.training.step;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.NonPrivate;
import io.abacusdp.training.model.ModelSpec;
import io.abacusdp.training.noise.GaussianNoise;
import io.abacusdp.training.noise.NoiseMatrix;
import io.abacusdp.training.optimise.Schedule;
import io.abacusdp.training.sampling.Lots;
import io.abacusdp.training.sampling.Participation;
import java.util.Arrays;

/**
 * What the steps of a run do to data, and what that costs: lots, clipping and noise are in one place with the event, so that what is run ({@link PrivateStep}) and what
 * is charged cannot differ. Immutable.
 *
 * <p><b>Noise multiplier.</b> Independent noise: z of each step, times its factor. Correlated noise ({@link NoiseMatrix}): the whole release over the sensitivity S of the matrix
 * for the steps that an example can be in, z being noise of multiplier times S. Hence
 *
 * <ul>
 *   <li>lots from groups in turn, and at most as many bands as groups: S² = ‖c‖², each sample costs a Gaussian of that multiplier, and so does any number of steps in
 *       a row that is at most the number of groups;
 *   <li>the same lots every epoch: S² = Σ_e D_e, of which epoch e adds D_e. Gaussians add up by their inverse squares, so that epoch e is charged as a Gaussian of
 *       multiplier·S/√D_e, before its first step; all epochs together are one Gaussian of the multiplier. A run that is cut off has paid for the epochs that it
 *       began, and one that is resumed begins another matrix with the first D_e again, which are the smallest.
 * </ul>
 *
 * <p>With one band, or none, both are what independent noise costs on the same lots.
 */
public final class StepPlan {
    /** z over the clipping norm, at most, so that correlated noise has room on the grid. */
    private static final double MOST_CORRELATED = 0x1p13;

    /** More than what a root and a quotient are rounded by. */
    private static final double ROUNDING = 0x1p-48;

    private final Lots lots;
    private final Clipping clipping;
    private final NoiseMatrix matrix;
    private final Schedule factor;
    private final long steps;

    /** What each epoch, or each sample, adds to the squared sensitivity. */
    private final double[] squares;

    private final double sensitivity;
    private final double noiseMultiplier;

    private StepPlan(
            Lots lots,
            Clipping clipping,
            NoiseMatrix matrix,
            Schedule factor,
            long steps,
            double[] squares,
            double noiseMultiplier) {
        this.lots = lots;
        this.clipping = clipping;
        this.matrix = matrix;
        this.factor = factor;
        this.steps = steps;
        this.squares = squares;
        this.sensitivity = isCorrelated() ? Math.sqrt(Arrays.stream(squares).sum()) * (1 + ROUNDING) : 1;
        this.noiseMultiplier = noiseMultiplier;
    }

    /**
     * Steps with noise of their own, for now without any.
     *
     * @param factor on the noise multiplier of each step, from 0
     */
    public static StepPlan independent(Lots lots, Clipping clipping, Schedule factor, long steps) {
        return new StepPlan(lots, clipping, new NoiseMatrix.Independent(), factor, steps, new double[] {1}, 0);
    }

    /**
     * Steps whose noise is correlated, for now without any.
     *
     * @throws IllegalArgumentException if the lots do not promise what the matrix needs, or clipping changes from step to step
     */
    public static StepPlan correlated(Lots lots, Clipping clipping, NoiseMatrix matrix, long steps) {
        if (clipping instanceof Clipping.Adaptive || clipping instanceof Clipping.Moving) {
            throw new IllegalArgumentException(
                    "correlated noise needs the same clipping norm at every step, got " + clipping);
        }
        return new StepPlan(lots, clipping, matrix, new Schedule.Constant(1), steps, squares(lots, matrix, steps), 0);
    }

    private static double[] squares(Lots lots, NoiseMatrix matrix, long steps) {
        if (lots.participation() == Participation.IN_TURN) {
            return matrix.squaresByEpoch(steps, lots.lotsPerCharge());
        }
        if (lots.participation() == Participation.SAMPLED_IN_TURN
                && matrix instanceof NoiseMatrix.Banded banded
                && banded.bands() <= lots.lotsPerCharge()) {
            return new double[] {banded.columnSquare()};
        }
        throw new IllegalArgumentException(
                "noise %s needs lots of which every example is in one of so many steps, got %s"
                        .formatted(matrix.id(), lots));
    }

    /** The same with another noise multiplier; 0 for none, which is accounted as not private. */
    public StepPlan withNoise(double multiplier) {
        return new StepPlan(lots, clipping, matrix, factor, steps, squares, multiplier);
    }

    private boolean isCorrelated() {
        return !(matrix instanceof NoiseMatrix.Independent);
    }

    public Lots lots() {
        return lots;
    }

    public Clipping clipping() {
        return clipping;
    }

    public NoiseMatrix matrix() {
        return matrix;
    }

    /** How many steps there are at most. */
    public long steps() {
        return steps;
    }

    /** S: by what the noise of z is multiplied; 1 for independent noise. */
    public double sensitivity() {
        return sensitivity;
    }

    /** Of steps whose factor is 1. */
    public double noiseMultiplier() {
        return noiseMultiplier;
    }

    /** Of a step from 0: noise over what the release of its lot can move by. */
    public double noiseMultiplier(long step) {
        return noiseMultiplier * factor.at(step);
    }

    /**
     * What the lot of a step costs beyond those before it. To be paid before it is drawn.
     *
     * @param begun the first step that is made with the same streams: a resumed run begins to pay anew
     */
    public DpEvent charge(long step, long begun) {
        return lots.charge(step, begun, one -> release(one, begun));
    }

    /** What all steps cost if none of them is lost. */
    public DpEvent cost() {
        return lots.plan(steps, one -> release(one, 0));
    }

    private DpEvent release(long step, long begun) {
        double noise = noiseMultiplier(step);
        if (!(noise > 0)) {
            return new NonPrivate();
        }
        if (isCorrelated() && lots.participation() == Participation.IN_TURN) {
            double added = squares[Math.toIntExact((step - begun) / lots.lotsPerCharge())];
            return new Gaussian(noise * sensitivity / Math.sqrt(added) * (1 - ROUNDING));
        }
        return new Gaussian(noise);
    }

    /**
     * Standard deviation of the noise on the sums of the first 1, 2, … lots, root mean square over all of them, in units of the clipping norm. For noise that is the same
     * at every step.
     */
    public double expectedError() {
        return noiseMultiplier * sensitivity * matrix.prefixError(steps);
    }

    /**
     * Refuses noise for which sums on a grid have no room, or that leaves nothing for the gradients.
     *
     * @param coordinates of a sum
     */
    public void requireRoom(int coordinates) {
        for (long step = 0; step < steps; step++) {
            DpStep.requireNoiseMultiplier(clipping.gradientNoise(noiseMultiplier(step)));
        }
        double fresh = noiseMultiplier * sensitivity * matrix.excess(coordinates, steps);
        if (isCorrelated() && !(fresh <= MOST_CORRELATED)) {
            throw new IllegalArgumentException(
                    "noise that is correlated must be at most 2^13 times the clipping norm, got %s; take larger lots or fewer steps"
                            .formatted(fresh));
        }
    }

    /**
     * What releases the sums of lots, one after the other.
     *
     * @param streams noise as it comes, not correlated yet
     * @param begun the first step
     * @param norm with which to go on, such as the clipping's own at the start
     */
    DpStep releases(ModelSpec model, GaussianNoise streams, long begun, double norm) {
        GaussianNoise noise =
                isCorrelated() ? streams.correlatedBy(matrix, sensitivity, Math.max(1, steps - begun)) : streams;
        return new DpStep(model, clipping, noise, lots.size(), norm);
    }
}
