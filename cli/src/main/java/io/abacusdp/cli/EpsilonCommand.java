package io.abacusdp.cli;

import io.abacusdp.accounting.Accountant;
import io.abacusdp.accounting.event.DpEvent;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Epsilon of a run at a delta. */
@Command(
        name = "epsilon",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "The epsilon that a run spent at a given delta.",
        footer = {
            "",
            "Example:",
            "  abacus epsilon --noise-multiplier 1.3 --examples 60000 --batch-size 150 \\",
            "      --epochs 15 --delta 1e-5"
        })
final class EpsilonCommand implements Runnable {
    @Mixin
    private RunOptions run = new RunOptions();

    @Option(
            names = "--delta",
            paramLabel = "D",
            required = true,
            converter = Numbers.Delta.class,
            description = "Delta at which epsilon is asked, in [0, 1).")
    private double delta;

    @Mixin
    private AccountantOptions accounting = new AccountantOptions();

    @Mixin
    private Output output = new Output();

    @Override
    public void run() {
        Accountant accountant = accounting.accountant();
        DpEvent event = run.event(output);
        output.printEpsilon(Timed.once(() -> accountant.epsilon(event, accounting.adjacency(), delta)));
    }
}
