package io.abacusdp.cli.account;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.cli.option.AnswerOutput;
import io.abacusdp.cli.option.EventFile;
import io.abacusdp.cli.option.ScheduleOptions;
import io.abacusdp.cli.option.TargetOptions;
import io.abacusdp.cli.output.Answer;
import io.abacusdp.format.EventTemplate;
import java.util.function.DoubleFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The least noise for a target. */
@Command(
        name = "noise",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "The least noise multiplier with which a run stays within a target.",
            "The event of --events is a template: \"noise_multiplier\":\"?\" marks what is to be found."
        },
        footer = {"", "Example:", "  abacus noise --epsilon 8 --delta 1e-5 --sampling-rate 0.04 --epochs 90"})
public final class NoiseCommand implements Runnable {
    @Mixin
    private ScheduleOptions schedule = new ScheduleOptions();

    @Mixin
    private EventFile events = new EventFile();

    @Mixin
    private TargetOptions target = new TargetOptions();

    @Mixin
    private AnswerOutput output = new AnswerOutput();

    @Override
    public void run() {
        DoubleFunction<DpEvent> withNoise = withNoise();
        target.solve(
                output,
                schedule::warning,
                calibration -> calibration.noiseMultiplier(withNoise),
                Answer::noise,
                found -> "noise_multiplier " + output.up(found.value()));
    }

    private DoubleFunction<DpEvent> withNoise() {
        if (events.givenInsteadOf(schedule.given())) {
            return events.read(output.command(), EventTemplate::read)::with;
        }
        return schedule.withNoise(output);
    }
}
