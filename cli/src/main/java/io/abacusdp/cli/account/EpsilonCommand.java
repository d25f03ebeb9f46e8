package io.abacusdp.cli.account;

import io.abacusdp.accounting.Accountant;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.cli.option.AccountantOptions;
import io.abacusdp.cli.option.AnswerOutput;
import io.abacusdp.cli.option.DeltaOption;
import io.abacusdp.cli.option.RunOptions;
import io.abacusdp.cli.output.Timed;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

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
public final class EpsilonCommand implements Runnable {
    @Mixin
    private RunOptions run = new RunOptions();

    @Mixin
    private DeltaOption delta = new DeltaOption();

    @Mixin
    private AccountantOptions accounting = new AccountantOptions();

    @Mixin
    private AnswerOutput output = new AnswerOutput();

    @Override
    public void run() {
        Accountant accountant = accounting.accountant();
        DpEvent event = run.event(output);
        Timed<Guarantee> found = Timed.once(() -> accountant.epsilon(event, accounting.adjacency(), delta.value()));
        output.printEpsilon(
                event,
                run.isShuffled() ? found.map(proven -> beside(proven, accountant)) : found,
                run.warning(delta.value()));
    }

    /** A shuffled run with what it would claim if it were accounted as what it is not. */
    private Guarantee beside(Guarantee proven, Accountant accountant) {
        double claim = accountant
                .epsilon(run.claimedAsPoisson(output), accounting.adjacency(), delta.value())
                .epsilon();
        List<String> notes = new ArrayList<>(proven.notes());
        notes.add(0, ShuffledClaim.sentence(claim, proven));
        return new Guarantee(
                proven.epsilon(),
                proven.delta(),
                proven.lower(),
                proven.order(),
                proven.adjacency(),
                proven.accountant(),
                notes);
    }
}
