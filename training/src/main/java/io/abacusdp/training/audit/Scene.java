package io.abacusdp.training.audit;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.auto.AutoAccountant;
import io.abacusdp.accounting.calibrate.Calibration;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.model.LayerSpec;
import io.abacusdp.training.model.Loss;
import io.abacusdp.training.model.ModelSpec;
import io.abacusdp.training.model.Shape;
import io.abacusdp.training.optimise.Schedule;
import io.abacusdp.training.sampling.Lots;
import io.abacusdp.training.sampling.PoissonLots;
import io.abacusdp.training.step.Clipping;
import io.abacusdp.training.step.StepPlan;
import java.util.Arrays;
import java.util.List;

/**
 * Data made for an attack: all but one of its rows are always there, the canary is there or not. With the model at 0, which no
 * step moves, gradients are known to the attacker. Immutable.
 *
 * <p>The model is linear with squared loss, so that at 0 an example (x, t) has the gradient −t·(x, 1). Targets are so large
 * that it is far above the clipping norm C = 1.
 *
 * @param canary its row
 * @param companion a row that is always there, whose gradient is as large as the canary's and orthogonal to it, or the canary
 *     itself if there is none
 * @param plan of a run, with the least noise for which the claim holds
 * @param claim what the run is said to release
 */
record Scene(String name, ModelSpec model, Dataset data, int canary, int companion, StepPlan plan, NoiseFamily claim) {
    /** Bound on the norm of a gradient. */
    static final double CLIPPING_NORM = 1;

    /** Coordinates of the crowd's model in which no gradient has any part. */
    private static final int IDLE = 15;

    private static final float FAR_TARGET = -64;

    /** What is claimed of every scene. */
    record Goal(double epsilon, double delta) {}

    /**
     * The canary among others whose gradients are all the same, and orthogonal to its own: (1, 0, …, 0, 1) against
     * (−1, 0, …, 0, 1). What is released in the canary's direction is its own part and noise; what is released in the others'
     * is their number, which nobody may learn of exactly; the rest is noise.
     *
     * @param plan with any noise
     */
    static Scene crowd(StepPlan plan, Goal goal) {
        int records = plan.lots().examples();
        int width = 1 + IDLE;
        float[] features = new float[Math.multiplyExact(records, width)];
        float[] targets = new float[records];
        for (int row = 0; row < records; row++) {
            features[row * width] = row == 0 ? 1 : -1;
            targets[row] = FAR_TARGET;
        }
        return of("crowd", width, features, targets, 0, 1, plan, goal);
    }

    /**
     * One step on all records, which are in an order in which a float's rounding turns one record more into many: enough
     * gradients of norm C to come just below a power of two 2^k, which the canary takes the sum over, and then many so small
     * ones that below 2^k each is rounded to a whole unit of the last place, 2^(k−24), and above it to none.
     *
     * <p>Source: after Casacuberta, Shoemate, Vadhan, Wagaman 2022, arXiv:2207.10635.
     */
    static Scene order(int records, Goal goal) {
        int exponent = 0;
        double most = 0;
        for (int k = 1; 1 << k < records; k++) {
            double moved = (records - (1 << k)) * Math.scalb(1.0, k);
            if (moved > most) {
                most = moved;
                exponent = k;
            }
        }
        // Clipped gradients are a little shorter than C, so that 2^k of them are just below 2^k.
        int large = 1 << exponent;
        float[] targets = new float[records];
        Arrays.fill(targets, 0, large + 1, FAR_TARGET);
        Arrays.fill(targets, large + 1, records, 0.9f * Math.scalb(1f, exponent - 24));
        StepPlan plan = StepPlan.independent(
                new PoissonLots(records, records), new Clipping.Flat(CLIPPING_NORM), new Schedule.Constant(1), 1);
        return of("order", 1, new float[records], targets, large, large, plan, goal);
    }

    private static Scene of(
            String name,
            int width,
            float[] features,
            float[] targets,
            int canary,
            int companion,
            StepPlan plan,
            Goal goal) {
        ModelSpec model = new ModelSpec(Shape.of(new int[] {width}), List.of(new LayerSpec.Linear(1)), Loss.SQUARED);
        Dataset data = new Dataset(name, new int[] {width}, features, targets, 0, List.of());
        Adjacency adjacency = Adjacency.ADD_OR_REMOVE_ONE;
        StepPlan calibrated =
                plan.withNoise(new Calibration(AutoAccountant.best(), adjacency, goal.epsilon(), goal.delta())
                        .noiseMultiplier(noise -> plan.withNoise(noise).cost())
                        .value());
        NoiseFamily claim = new NoiseFamily(calibrated.cost(), adjacency, goal.delta());
        return new Scene(name, model, data, canary, companion, calibrated, claim);
    }

    Lots lots() {
        return plan.lots();
    }

    /** Of a run. */
    int steps() {
        return Math.toIntExact(plan.steps());
    }

    double noiseMultiplier() {
        return plan.noiseMultiplier();
    }

    /** Average rate at which a row is drawn. */
    double rate() {
        return (double) lots().size() / lots().examples();
    }

    /** Whether all rows are in every lot, so that the attacker knows the sum of the others. */
    boolean isFullBatch() {
        return lots().size() == lots().examples();
    }
}
