package io.abacusdp.cli;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.format.EventJson;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The highest sampling rate for a target. */
@Command(
        name = "rate",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "The highest Poisson sampling rate with which a run stays within a target.",
            "The event of --events is what is done on the sample of every step."
        },
        footer = {"", "Example:", "  abacus rate --noise-multiplier 1 --steps 1000 --epsilon 2 --delta 1e-5"})
final class RateCommand implements Runnable {
    @Mixin
    private NoiseOption noise = new NoiseOption();

    @Mixin
    private EventFile events = new EventFile();

    @Option(
            names = "--steps",
            paramLabel = "T",
            required = true,
            converter = Numbers.Count.class,
            description = "Number of steps.")
    private long steps;

    @Mixin
    private TargetOptions target = new TargetOptions();

    @Mixin
    private Output output = new Output();

    @Override
    public void run() {
        DpEvent onSample = onSample();
        target.solve(
                output,
                calibration -> calibration.samplingRate(rate -> new Schedule(rate, steps, steps).sampled(onSample)),
                Answer::rate,
                found -> "sampling_rate " + output.down(found.value()));
    }

    private DpEvent onSample() {
        if (events.given()) {
            events.refuseFlagsBeside(noise.given());
            return events.read(output.command(), EventJson::read);
        }
        return noise.gaussian();
    }
}
