package io.abacusdp.training.trainer;

import io.abacusdp.accounting.Accountant;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.auto.AutoAccountant;
import io.abacusdp.accounting.calibrate.Calibration;
import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.filter.FixedPlan;
import io.abacusdp.training.noise.NoiseMatrix;
import io.abacusdp.training.optimise.Schedule;
import io.abacusdp.training.sampling.Lots;
import io.abacusdp.training.sampling.PoissonLots;
import io.abacusdp.training.step.Clipping;
import io.abacusdp.training.step.DpStep;
import io.abacusdp.training.step.StepPlan;
import io.abacusdp.training.sum.SumSensitivity;
import java.util.List;
import java.util.Optional;

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
    /** Without noise. */
    private final StepPlan chosen;

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
        this.adjacency = config.adjacency()
                .orElseGet(() -> lots.adjacencies().stream()
                        .filter(config.unit()::holdsUnder)
                        .findFirst()
                        .orElse(lots.adjacencies().get(0)));
        this.steps = lots.steps(config.epochs());
        if (!lots.adjacencies().contains(adjacency)) {
            throw new IllegalArgumentException("%s sampling holds under %s, got %s"
                    .formatted(
                            config.sampling().id(),
                            lots.adjacencies().stream().map(Adjacency::id).toList(),
                            adjacency.id()));
        }
        if (!config.unit().holdsUnder(adjacency)) {
            throw new IllegalArgumentException("records of several owners have a guarantee under %s, got %s"
                    .formatted(Adjacency.ZERO_OUT.id(), adjacency.id()));
        }
        if (config.clipping().norm() == Double.POSITIVE_INFINITY
                && !(config.goal() instanceof PrivacyGoal.NotPrivate)) {
            throw new IllegalArgumentException("private training needs a finite clipping norm, got Infinity");
        }
        if (config.unit().equals(PrivacyUnit.CLIPPED_USER) && !(config.clipping() instanceof Clipping.Flat)) {
            throw new IllegalArgumentException(
                    "contributions of users are clipped to one norm, got " + config.clipping());
        }
        // Refuses what sums cannot be exact for, before anything is charged.
        DpStep.clip(config.model(), config.clipping(), config.clipping().norm());
        if (config.clipping() instanceof Clipping.Moving moving) {
            DpStep.clip(config.model(), moving, moving.last());
        }
        SumSensitivity.excess(config.model().parameterCount());
        this.chosen = chosen(config.noise().plans(lots, config.clipping(), config.noiseShape(), steps));
    }

    /** The noise multiplier that the goal gives, or the least with which all steps stay within it. */
    double noiseMultiplier() {
        if (config.goal() instanceof PrivacyGoal.Target target) {
            return least(target, chosen);
        }
        return config.goal() instanceof PrivacyGoal.Noise noise ? noise.noiseMultiplier() : 0;
    }

    /** What steps do, without noise: where there is a choice, what has the least expected error at the goal. It follows from the settings. */
    private StepPlan chosen(List<StepPlan> choices) {
        if (choices.size() == 1) {
            return choices.get(0);
        }
        if (config.goal() instanceof PrivacyGoal.Target target) {
            StepPlan best = choices.get(0);
            double error = Double.POSITIVE_INFINITY;
            for (StepPlan plan : choices) {
                double expected = plan.withNoise(least(target, plan)).expectedError();
                if (expected < error) {
                    best = plan;
                    error = expected;
                }
            }
            return best;
        }
        throw new IllegalArgumentException(
                "the number of bands is chosen by the error at an epsilon that noise is calibrated to; give a number of bands with a noise multiplier");
    }

    private double least(PrivacyGoal.Target target, StepPlan plan) {
        return new Calibration(accountant, adjacency, target.epsilon(), target.delta())
                .noiseMultiplier(multiplier -> released(planned(plan.withNoise(multiplier))))
                .value();
    }

    /**
     * What the lot of a step costs whom privacy is stated for; the first pays for the centre too, which is released anew.
     *
     * @param begun as {@link StepPlan#charge} has it
     */
    DpEvent charge(StepPlan plan, long step, long begun) {
        DpEvent lot = config.unit().charge(plan.charge(step, begun));
        return step == begun ? withCentre(lot) : lot;
    }

    /** What all steps of a run cost whom privacy is stated for. */
    private DpEvent planned(StepPlan plan) {
        return withCentre(config.unit().charge(plan.cost()));
    }

    private DpEvent withCentre(DpEvent event) {
        return config.centring().isPresent()
                ? new Composed(List.of(new Gaussian(config.centring().getAsDouble()), event))
                : event;
    }

    /**
     * The plan of a run that is at a step.
     *
     * @param paid charges that were made before
     * @param from number of steps that the model has taken
     */
    TrainingPlan plan(double noiseMultiplier, List<DpEvent> paid, long from) {
        StepPlan step = chosen.withNoise(noiseMultiplier);
        step.requireRoom(config.model().parameterCount());
        ChargePhases phases = new ChargePhases();
        paid.forEach(phases::add);
        for (long next = from; next < steps; next++) {
            phases.add(charge(step, next, from));
        }
        FixedPlan charges = phases.toPlan();
        long granted = granted(charges);
        return new TrainingPlan(step, charges, granted, adjacency, guarantee(charges.first(granted)), error(step));
    }

    /** Compares what all planned steps cost with independent noise on Poisson lots of the same size. */
    private Optional<ExpectedError> error(StepPlan step) {
        double epsilon = step.matrix() instanceof NoiseMatrix.Independent
                ? Double.POSITIVE_INFINITY
                : guarantee(planned(step)).epsilon();
        if (!(epsilon > 0 && epsilon < Double.POSITIVE_INFINITY)) {
            return Optional.empty();
        }
        StepPlan rival = StepPlan.independent(
                new PoissonLots(lots.examples(), lots.size()), config.clipping(), new Schedule.Constant(1), steps);
        double noise = least(new PrivacyGoal.Target(epsilon, config.goal().delta()), rival);
        return Optional.of(
                new ExpectedError(step.expectedError(), rival.withNoise(noise).expectedError()));
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
