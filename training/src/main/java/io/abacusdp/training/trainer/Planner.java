package io.abacusdp.training.trainer;

import io.abacusdp.accounting.Accountant;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.auto.AutoAccountant;
import io.abacusdp.accounting.calibrate.Calibration;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.NoOp;
import io.abacusdp.accounting.event.NonPrivate;
import io.abacusdp.accounting.filter.FixedPlan;
import io.abacusdp.training.noise.NoiseSource;
import io.abacusdp.training.sampling.Sampler;
import java.util.List;
import java.util.function.LongFunction;

/** Settles noise, steps and charges before anything is run. What it plans depends on the number of examples, and no more. */
final class Planner {
    private final TrainingConfig config;
    private final int examples;
    private final Accountant accountant = AutoAccountant.best();
    private final Sampler unused;
    private final Adjacency adjacency;
    private final long steps;

    Planner(TrainingConfig config, int examples) {
        this.config = config;
        this.examples = examples;
        // A sampler that was never drawn from answers for the first lot of any step.
        this.unused = config.sampling().sampler(examples, config.lotSize(), NoiseSource.secure());
        this.adjacency = config.adjacency().orElse(unused.adjacencies().get(0));
        this.steps = config.sampling().steps(config.epochs(), examples, config.lotSize());
        if (!unused.adjacencies().contains(adjacency)) {
            throw new IllegalArgumentException("%s sampling holds under %s, got %s"
                    .formatted(
                            config.sampling().id(),
                            unused.adjacencies().stream().map(Adjacency::id).toList(),
                            adjacency.id()));
        }
        if (config.clipping().norm() == Double.POSITIVE_INFINITY
                && !(config.goal() instanceof PrivacyGoal.NotPrivate)) {
            throw new IllegalArgumentException("private training needs a finite clipping norm, got Infinity");
        }
    }

    long steps() {
        return steps;
    }

    /** The noise multiplier that the goal gives, or the least with which all steps stay within it. */
    double noiseMultiplier() {
        if (config.goal() instanceof PrivacyGoal.Target target) {
            return new Calibration(accountant, adjacency, target.epsilon(), target.delta())
                    .noiseMultiplier(noise -> unused.plan(steps, releases(noise)))
                    .value();
        }
        return config.goal() instanceof PrivacyGoal.Noise noise ? noise.noiseMultiplier() : 0;
    }

    /** What each step releases of its lot. */
    LongFunction<DpEvent> releases(double noiseMultiplier) {
        return step -> {
            double noise = noiseMultiplier * config.noiseShape().at(step);
            return noise > 0 ? new Gaussian(noise) : new NonPrivate();
        };
    }

    /**
     * The plan of a run that is at a step.
     *
     * @param paid charges that were made before
     * @param from number of steps that the model has taken
     */
    TrainingPlan plan(double noiseMultiplier, List<DpEvent> paid, long from) {
        Phases phases = new Phases();
        paid.forEach(phases::add);
        int stride = config.sampling().lotsPerCharge(examples, config.lotSize());
        LongFunction<DpEvent> releases = releases(noiseMultiplier);
        for (long step = from; step < steps; step++) {
            phases.add((step - from) % stride == 0 ? unused.charge(step, releases) : new NoOp());
        }
        FixedPlan charges = phases.toPlan();
        requireNoiseForGradients(noiseMultiplier);
        long granted = granted(charges);
        return new TrainingPlan(noiseMultiplier, steps, charges, granted, adjacency, guarantee(charges.first(granted)));
    }

    /** Adaptive clipping must leave something of every step for the gradients. */
    private void requireNoiseForGradients(double noiseMultiplier) {
        if (config.clipping() instanceof Clipping.Adaptive adaptive) {
            for (long step = 0; step < steps; step++) {
                DpStep.gradientNoise(noiseMultiplier * config.noiseShape().at(step), adaptive.countNoise());
            }
        }
    }

    private long granted(FixedPlan charges) {
        if (config.goal().limit().isEmpty()) {
            return charges.steps();
        }
        double limit = config.goal().limit().getAsDouble();
        // The search would find the same, with many questions to the accountant.
        return guarantee(charges.first(charges.steps())).epsilon() <= limit
                ? charges.steps()
                : charges.affordable(accountant, adjacency, limit, config.goal().delta());
    }

    /** What an event costs at the goal's delta. */
    Guarantee guarantee(DpEvent event) {
        return accountant.epsilon(event, adjacency, config.goal().delta());
    }
}
