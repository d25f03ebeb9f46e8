package io.abacusdp.cli.account;

import io.abacusdp.accounting.Accountant;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.SafeFigures;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.cli.option.AccountantOptions;
import io.abacusdp.cli.option.AnswerOutput;
import io.abacusdp.cli.option.NumberConverters;
import io.abacusdp.cli.option.RunOptions;
import io.abacusdp.cli.output.Answer;
import io.abacusdp.cli.output.Timed;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Delta of a run at an epsilon. */
@Command(
        name = "delta",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "The delta that a run spent at a given epsilon.",
        footer = {"", "Example:", "  abacus delta --noise-multiplier 1 --sampling-rate 0.01 --steps 1000 --epsilon 2"})
public final class DeltaCommand implements Runnable {
    @Mixin
    private RunOptions run = new RunOptions();

    @Option(
            names = "--epsilon",
            paramLabel = "E",
            required = true,
            converter = NumberConverters.Finite.class,
            description = "Epsilon at which delta is asked, finite; of either sign, as a profile has both.")
    private double epsilon;

    @Mixin
    private AccountantOptions accounting = new AccountantOptions();

    @Mixin
    private AnswerOutput output = new AnswerOutput();

    @Override
    public void run() {
        Accountant accountant = accounting.accountant();
        DpEvent event = run.event(output);
        Timed<Guarantee> found = Timed.once(
                () -> accountant.profile(event, accounting.adjacency()).hockeyStick(epsilon));
        Guarantee guarantee = found.result();
        output.print(
                found.map(result -> Answer.delta(result).about(event)),
                run.warning(guarantee.delta()),
                guarantee,
                "delta " + output.up(guarantee.delta()),
                "epsilon " + SafeFigures.exact(epsilon));
    }
}
