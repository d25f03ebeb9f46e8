package io.abacusdp.training.trainer;

import io.abacusdp.accounting.Accountant;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.auto.AutoAccountant;
import io.abacusdp.accounting.calibrate.Calibration;
import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.NonPrivate;
import io.abacusdp.accounting.filter.FixedPlan;
import io.abacusdp.training.sampling.Lots;
import io.abacusdp.training.step.Clipping;
import io.abacusdp.training.step.DpStep;
import io.abacusdp.training.sum.SumSensitivity;
import java.util.List;
import java.util.function.LongFunction;

/**
 * Settles noise, steps and charges before anything is run. What it plans depends on the public number of examples, and on nothing
 * else of the data.
 */
final class Planner {
    private final TrainingConfig config;
    private final Accountant accountant = AutoAccountant.best();
    private final Lots lots;
    private final Adjacency adjacency;
    private final long steps;
    private final List<DpEvent> discarded;

    /** @param examples number of examples in the data, which counts only if the settings declare none */
    Planner(TrainingConfig config, int examples) {
        this(config, examples, List.of());
    }

    /** @param discarded runs of the same tuning that were thrown away, and count all the same */
    Planner(TrainingConfig config, int examples, List<DpEvent> discarded) {
        this.config = config;
        this.discarded = List.copyOf(discarded);
        this.lots = config.lots(examples);
        this.adjacency = config.adjacency().orElse(lots.adjacencies().get(0));
        this.steps = lots.steps(config.epochs());
        if (!lots.adjacencies().contains(adjacency)) {
            throw new IllegalArgumentException("%s sampling holds under %s, got %s"
                    .formatted(
                            config.sampling().id(),
                            lots.adjacencies().stream().map(Adjacency::id).toList(),
                            adjacency.id()));
        }
        if (config.clipping().norm() == Double.POSITIVE_INFINITY
                && !(config.goal() instanceof PrivacyGoal.NotPrivate)) {
            throw new IllegalArgumentException("private training needs a finite clipping norm, got Infinity");
        }
        // Refuses what sums cannot be exact for, before anything is charged.
        DpStep.clip(config.model(), config.clipping(), config.clipping().norm());
        if (config.clipping() instanceof Clipping.Moving moving) {
            DpStep.clip(config.model(), moving, moving.last());
        }
        SumSensitivity.excess(config.model().parameterCount());
    }

    long steps() {
        return steps;
    }

    /** The lots of the run. */
    Lots lots() {
        return lots;
    }

    /** The noise multiplier that the goal gives, or the least with which all steps stay within it. */
    double noiseMultiplier() {
        if (config.goal() instanceof PrivacyGoal.Target target) {
            return new Calibration(accountant, adjacency, target.epsilon(), target.delta())
                    .noiseMultiplier(noise -> released(withCentre(lots.plan(steps, releases(noise)))))
                    .value();
        }
        return config.goal() instanceof PrivacyGoal.Noise noise ? noise.noiseMultiplier() : 0;
    }

    /** What a step costs that the sampler begun at another draws; the first pays for the centre too, which is released anew. */
    DpEvent charge(long step, long begun, LongFunction<DpEvent> releases) {
        DpEvent lot = lots.charge(step, begun, releases);
        return step == begun ? withCentre(lot) : lot;
    }

    private DpEvent withCentre(DpEvent event) {
        return config.centring().isPresent()
                ? new Composed(List.of(new Gaussian(config.centring().getAsDouble()), event))
                : event;
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
        ChargePhases phases = new ChargePhases();
        paid.forEach(phases::add);
        LongFunction<DpEvent> releases = releases(noiseMultiplier);
        for (long step = from; step < steps; step++) {
            phases.add(charge(step, from, releases));
        }
        FixedPlan charges = phases.toPlan();
        requireNoiseForGradients(noiseMultiplier);
        long granted = granted(charges);
        return new TrainingPlan(noiseMultiplier, steps, charges, granted, adjacency, guarantee(charges.first(granted)));
    }

    /** Adaptive clipping must leave something of every step for the gradients, and not too much for exact sums. */
    private void requireNoiseForGradients(double noiseMultiplier) {
        for (long step = 0; step < steps; step++) {
            DpStep.requireNoiseMultiplier(config.clipping()
                    .gradientNoise(noiseMultiplier * config.noiseShape().at(step)));
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
                : affordable(charges, limit);
    }

    private long affordable(FixedPlan charges, double limit) {
        if (config.tuning().isPresent()) {
            // A run that ends sooner would be another than those that it is compared with.
            throw new IllegalArgumentException(
                    "the best of a tuning is released only within epsilon %s, and with %d runs that were cut off and thrown away it would be %s"
                            .formatted(
                                    limit,
                                    discarded.size(),
                                    guarantee(charges.first(charges.steps())).epsilon()));
        }
        return charges.affordable(accountant, adjacency, limit, config.goal().delta());
    }

    /** What the release of a run costs that was charged an event, at the goal's delta. */
    Guarantee guarantee(DpEvent event) {
        return accountant.epsilon(released(event), adjacency, config.goal().delta());
    }

    /** What is released: the run, or the best of a tuning, with all that was thrown away. */
    DpEvent released(DpEvent run) {
        return config.tuning().map(law -> law.best(run, discarded)).orElse(run);
    }
}
