package io.abacusdp.cli.account;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.cli.option.AnswerOutput;
import io.abacusdp.cli.option.EventFile;
import io.abacusdp.cli.option.NoiseOption;
import io.abacusdp.cli.option.NumberConverters;
import io.abacusdp.cli.option.Schedule;
import io.abacusdp.cli.option.TargetOptions;
import io.abacusdp.cli.output.Answer;
import io.abacusdp.format.EventJson;
import java.util.Optional;
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
public final class RateCommand implements Runnable {
    @Mixin
    private NoiseOption noise = new NoiseOption();

    @Mixin
    private EventFile events = new EventFile();

    @Option(
            names = "--steps",
            paramLabel = "T",
            required = true,
            converter = NumberConverters.Count.class,
            description = "Number of steps.")
    private long steps;

    @Mixin
    private TargetOptions target = new TargetOptions();

    @Mixin
    private AnswerOutput output = new AnswerOutput();

    @Override
    public void run() {
        DpEvent onSample = onSample();
        target.solve(
                output,
                delta -> Optional.empty(),
                calibration -> calibration.samplingRate(rate -> new Schedule(rate, steps, steps).sampled(onSample)),
                Answer::rate,
                found -> "sampling_rate " + output.down(found.value()));
    }

    private DpEvent onSample() {
        if (events.givenInsteadOf(noise.given())) {
            return events.read(output.command(), EventJson::read);
        }
        return noise.gaussian();
    }
}
