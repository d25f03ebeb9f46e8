package io.abacusdp.cli.option;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.format.EventJson;
import java.util.Optional;
import java.util.OptionalLong;
import picocli.CommandLine.Mixin;

/** What was run: a Gaussian on samples, by flags, or any event, by file. */
public final class RunOptions {
    @Mixin
    private NoiseOption noise = new NoiseOption();

    @Mixin
    private ScheduleOptions schedule = new ScheduleOptions();

    @Mixin
    private EventFile events = new EventFile();

    public DpEvent event(Console output) {
        if (isFile()) {
            return events.read(output.command(), EventJson::read);
        }
        double multiplier = noise.value();
        return schedule.withNoise(output).apply(multiplier);
    }

    /** Whether a file says what was run; then no flag may say it too. */
    public boolean isFile() {
        return events.givenInsteadOf(noise.given() || schedule.given());
    }

    /** What to say of a delta that is too large for the number of examples, if that is known. */
    public Optional<String> warning(double delta) {
        return schedule.warning(delta);
    }

    /** The number of examples, if the rate was made of it. */
    public OptionalLong examples() {
        return schedule.examples();
    }

    public double noiseMultiplier() {
        return noise.value();
    }

    public Schedule schedule(Console output) {
        return schedule.schedule(output);
    }

    /** The run as the flags say, with this noise on every batch. */
    public DpEvent withNoise(double noiseMultiplier, Schedule made) {
        return schedule.withNoise(made).apply(noiseMultiplier);
    }

    /** Whether the flags say that epochs are shuffled. */
    public boolean isShuffled() {
        return !isFile() && plan().scheme() == BatchScheme.SHUFFLED;
    }

    /** What a run would be if its batches were Poisson samples. */
    public DpEvent claimedAsPoisson(Console output) {
        return plan().claimedAsPoisson(schedule.schedule(output), noise.value());
    }

    public PlanOptions plan() {
        return schedule.plan();
    }
}
