package io.abacusdp.cli.option;

import io.abacusdp.accounting.SafeFigures;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.cli.output.UsageException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The sampling rate and the number of steps, as they are or derived from epochs. */
public final class ScheduleOptions {
    @Mixin
    private RateOptions sampling = new RateOptions();

    @Mixin
    private PlanOptions plan = new PlanOptions();

    @Option(
            names = "--steps",
            paramLabel = "T",
            converter = NumberConverters.Count.class,
            description = "Number of steps. Default: 1 if there is no sampling.")
    private @Nullable Long steps;

    @Option(
            names = "--epochs",
            paramLabel = "E",
            converter = NumberConverters.Epochs.class,
            description = "Number of epochs instead of --steps: E/Q steps, rounded up.")
    private @Nullable BigDecimal epochs;

    private @Nullable Schedule made;

    public boolean given() {
        return sampling.given() || plan.given() || steps != null || epochs != null;
    }

    /** What to say of a delta that is too large for the number of examples, if that is known. */
    public Optional<String> warning(double delta) {
        return sampling.warning(delta);
    }

    /** The number of examples, if the rate was made of it. */
    OptionalLong examples() {
        return sampling.examples();
    }

    /** The whole run with noise on every batch, as a function of the noise. */
    public DoubleFunction<DpEvent> withNoise(Console output) {
        return withNoise(schedule(output));
    }

    /** The same, of a schedule that was made before. */
    DoubleFunction<DpEvent> withNoise(Schedule made) {
        return noise -> plan.event(made, sampling, noise);
    }

    public PlanOptions plan() {
        return plan;
    }

    /** The schedule; what was derived or assumed is said on standard error, once. */
    public Schedule schedule(Console output) {
        Schedule known = made;
        if (known == null) {
            known = make(output);
            made = known;
        }
        return known;
    }

    private Schedule make(Console output) {
        if (steps != null && epochs != null) {
            throw new UsageException("--steps and --epochs exclude each other, got both");
        }
        double rate = sampling.rate();
        Schedule schedule = epochs == null ? ofSteps(rate, output) : ofEpochs(rate, epochs);
        if (sampling.derived() || epochs != null) {
            output.diagnose("sampling rate %s, %d steps".formatted(SafeFigures.exact(rate), schedule.steps()));
        }
        return schedule;
    }

    private Schedule ofSteps(double rate, Console output) {
        if (steps == null && sampling.given()) {
            throw new UsageException("a sampled run needs --steps or --epochs, got neither");
        }
        if (steps == null) {
            output.diagnose("one step, as neither --steps nor --epochs is given");
            return new Schedule(rate, 1, 1);
        }
        // With an incomplete last batch dropped, an epoch has ⌊1/q⌋ steps, and a record can be in each epoch once.
        long stepsPerEpoch = (long) Math.min(Math.floor(1 / rate), steps);
        return new Schedule(rate, steps, (steps + stepsPerEpoch - 1) / stepsPerEpoch);
    }

    private Schedule ofEpochs(double rate, BigDecimal count) {
        return new Schedule(
                rate,
                sampling.stepsOf(count),
                count.setScale(0, RoundingMode.CEILING).longValueExact());
    }
}
