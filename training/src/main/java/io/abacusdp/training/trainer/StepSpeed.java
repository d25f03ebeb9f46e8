package io.abacusdp.training.trainer;

import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.gradient.GradientEngine;
import io.abacusdp.training.model.Model;
import io.abacusdp.training.model.ModelSpec;
import io.abacusdp.training.noise.NoiseSource;
import io.abacusdp.training.optimise.Schedule;
import io.abacusdp.training.optimise.Sgd;
import io.abacusdp.training.sampling.PoissonLots;
import io.abacusdp.training.step.Clipping;
import io.abacusdp.training.step.PrivateStep;
import io.abacusdp.training.step.StepPlan;
import io.abacusdp.training.step.StepSources;
import io.abacusdp.training.sum.Lot;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntSupplier;

/**
 * How fast whole private steps are: Poisson sampling, clipped gradients, cryptographic noise on every parameter, and the
 * update; without charges on disk and evaluation.
 *
 * @param examplesPerSecond median over the windows of time that were measured
 * @param heapMib most of the heap that was in use, garbage included, in MiB
 */
public record StepSpeed(double examplesPerSecond, double heapMib) {
    private static final int WINDOWS = 5;
    private static final double NANOS = 1e9;

    /**
     * Trains a fresh model for nothing but the time that it takes.
     *
     * @param lot expected number of examples in a lot
     * @param seconds to measure, after half as many to warm up
     */
    public static StepSpeed measure(ModelSpec spec, Dataset data, int lot, int threads, double seconds) {
        StepPlan plan = StepPlan.independent(
                        new PoissonLots(data.size(), lot),
                        new Clipping.Flat(1),
                        new Schedule.Constant(1),
                        Long.MAX_VALUE)
                .withNoise(1);
        StepSources sources =
                new StepSources(NoiseSource.secure(), NoiseSource.secure(), range -> NoiseSource.secure());
        Sgd optimiser = new Sgd(spec.parameterCount());
        float[] parameters = Model.initialise(spec, new SplittableRandom(1)).parameters();
        try (GradientEngine engine = new GradientEngine(spec, threads)) {
            PrivateStep step = new PrivateStep(plan, engine, data, sources, new PrivateStep.Start(0, 1));
            IntSupplier oneStep = () -> {
                Lot rows = step.draw();
                optimiser.step(parameters, step.release(step.sum(parameters, rows)), 0.05);
                return rows.size();
            };
            speed(oneStep, seconds / 2);
            List<MemoryPoolMXBean> heap = ManagementFactory.getMemoryPoolMXBeans().stream()
                    .filter(pool -> pool.getType() == MemoryType.HEAP)
                    .toList();
            heap.forEach(MemoryPoolMXBean::resetPeakUsage);
            double[] speeds = new double[WINDOWS];
            for (int i = 0; i < WINDOWS; i++) {
                speeds[i] = speed(oneStep, seconds / WINDOWS);
            }
            Arrays.sort(speeds);
            double used = heap.stream()
                    .mapToDouble(pool -> pool.getPeakUsage().getUsed())
                    .sum();
            return new StepSpeed(speeds[WINDOWS / 2], used / (1 << 20));
        }
    }

    private static double speed(IntSupplier step, double seconds) {
        long start = System.nanoTime();
        long examples = 0;
        do {
            examples += step.getAsInt();
        } while (System.nanoTime() - start < seconds * NANOS);
        return examples / ((System.nanoTime() - start) / NANOS);
    }
}
