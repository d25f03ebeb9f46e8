package io.abacusdp.cli;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.format.EventJson;
import picocli.CommandLine.Mixin;

/** What was run: a Gaussian on samples, by flags, or any event, by file. */
final class RunOptions {
    @Mixin
    private NoiseOption noise = new NoiseOption();

    @Mixin
    private ScheduleOptions schedule = new ScheduleOptions();

    @Mixin
    private EventFile events = new EventFile();

    DpEvent event(Console output) {
        if (isFile()) {
            return events.read(output.command(), EventJson::read);
        }
        DpEvent gaussian = noise.gaussian();
        return schedule.schedule(output).sampled(gaussian);
    }

    /** Whether a file says what was run; then no flag may say it too. */
    boolean isFile() {
        events.refuseFlagsBeside(noise.given() || schedule.given());
        return events.given();
    }

    double noiseMultiplier() {
        return noise.value();
    }

    Schedule schedule(Console output) {
        return schedule.schedule(output);
    }
}
