package io.abacusdp.training.optimise;

import java.util.List;

/**
 * A number for every step of a run, such as the learning rate or the noise multiplier: a pure function of the step's number,
 * so that a resumed run goes on where it was and the cost of a run is known before it starts.
 */
public sealed interface Schedule {
    /** The number at a step, from 0. */
    double at(long step);

    /** The same at every step. */
    record Constant(double value) implements Schedule {
        public Constant {
            OptimiserChecks.notNegative("value", value);
        }

        @Override
        public double at(long step) {
            OptimiserChecks.atLeast("step", 0, step);
            return value;
        }
    }

    /** first + (last − first)·t/steps at step t, and last from there on. */
    record Linear(double first, double last, long steps) implements Schedule {
        public Linear {
            checkRamp(first, last, steps);
        }

        @Override
        public double at(long step) {
            double done = done(step, steps);
            return first * (1 - done) + last * done;
        }
    }

    /** last + (first − last)·(1 + cos(π·t/steps))/2 at step t, and last from there on. */
    record Cosine(double first, double last, long steps) implements Schedule {
        public Cosine {
            checkRamp(first, last, steps);
        }

        @Override
        public double at(long step) {
            double weight = (1 + Math.cos(Math.PI * done(step, steps))) / 2;
            return first * weight + last * (1 - weight);
        }
    }

    /** first·factor^⌊t/every⌋: falls, or rises, in stairs. */
    record Stairs(double first, double factor, long every) implements Schedule {
        public Stairs {
            checkDecay(first, factor, every);
        }

        @Override
        public double at(long step) {
            OptimiserChecks.atLeast("step", 0, step);
            long treads = step / every;
            return OptimiserChecks.notNegative("value of the schedule", first * Math.pow(factor, treads));
        }
    }

    /** first·factor^(t/every): as stairs, but smooth. */
    record Exponential(double first, double factor, long every) implements Schedule {
        public Exponential {
            checkDecay(first, factor, every);
        }

        @Override
        public double at(long step) {
            OptimiserChecks.atLeast("step", 0, step);
            return OptimiserChecks.notNegative(
                    "value of the schedule", first * Math.pow(factor, step / (double) every));
        }
    }

    /** schedule·(t + 1)/steps at step t of the first ones, and the schedule itself from there on. */
    record WarmUp(long steps, Schedule schedule) implements Schedule {
        public WarmUp {
            OptimiserChecks.atLeast("steps of a warm-up", 1, steps);
        }

        @Override
        public double at(long step) {
            double value = schedule.at(step);
            return step < steps ? value * (step + 1) / steps : value;
        }
    }

    /** A schedule for a number of steps, counted from 0 within it. */
    record Phase(long steps, Schedule schedule) {
        public Phase {
            OptimiserChecks.atLeast("steps of a phase", 1, steps);
        }
    }

    /** One phase after another; the last goes on. */
    record Phases(List<Phase> phases) implements Schedule {
        public Phases {
            phases = List.copyOf(phases);
            OptimiserChecks.atLeast("number of phases", 1, phases.size());
        }

        @Override
        public double at(long step) {
            OptimiserChecks.atLeast("step", 0, step);
            long within = step;
            for (Phase phase : phases.subList(0, phases.size() - 1)) {
                if (within < phase.steps()) {
                    return phase.schedule().at(within);
                }
                within -= phase.steps();
            }
            return phases.get(phases.size() - 1).schedule().at(within);
        }
    }

    private static double done(long step, long steps) {
        OptimiserChecks.atLeast("step", 0, step);
        return Math.min(1, step / (double) steps);
    }

    private static void checkRamp(double first, double last, long steps) {
        OptimiserChecks.notNegative("first", first);
        OptimiserChecks.notNegative("last", last);
        OptimiserChecks.atLeast("steps", 1, steps);
    }

    private static void checkDecay(double first, double factor, long every) {
        OptimiserChecks.notNegative("first", first);
        OptimiserChecks.positive("factor", factor);
        OptimiserChecks.atLeast("every", 1, every);
    }
}
