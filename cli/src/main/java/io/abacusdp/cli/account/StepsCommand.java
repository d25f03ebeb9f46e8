package io.abacusdp.cli.account;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.cli.option.AnswerOutput;
import io.abacusdp.cli.option.EventFile;
import io.abacusdp.cli.option.NoiseOption;
import io.abacusdp.cli.option.RateOptions;
import io.abacusdp.cli.option.Schedule;
import io.abacusdp.cli.option.TargetOptions;
import io.abacusdp.cli.output.Answer;
import io.abacusdp.format.EventJson;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The most steps for a target. */
@Command(
        name = "steps",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "The most steps that a run can take within a target.",
            "The event of --events is what is done at every step."
        },
        footer = {"", "Example:", "  abacus steps --noise-multiplier 1 --sampling-rate 0.01 --epsilon 2 --delta 1e-5"})
public final class StepsCommand implements Runnable {
    @Mixin
    private NoiseOption noise = new NoiseOption();

    @Mixin
    private RateOptions sampling = new RateOptions();

    @Mixin
    private EventFile events = new EventFile();

    @Mixin
    private TargetOptions target = new TargetOptions();

    @Mixin
    private AnswerOutput output = new AnswerOutput();

    @Override
    public void run() {
        DpEvent step = step();
        target.solve(
                output,
                sampling::warning,
                calibration -> calibration.steps(count -> new Repeated(count, step)),
                Answer::steps,
                found -> "steps " + (long) found.value());
    }

    private DpEvent step() {
        if (events.givenInsteadOf(noise.given() || sampling.given())) {
            return events.read(output.command(), EventJson::read);
        }
        return new Schedule(sampling.rate(), 1, 1).sampled(noise.gaussian());
    }
}
