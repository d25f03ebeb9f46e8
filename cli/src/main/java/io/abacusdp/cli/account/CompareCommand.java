package io.abacusdp.cli.account;

import io.abacusdp.accounting.Guarantee;
import io.abacusdp.cli.option.AdjacencyOption;
import io.abacusdp.cli.option.DeltaOption;
import io.abacusdp.cli.option.RenyiOptions;
import io.abacusdp.cli.option.RunOptions;
import io.abacusdp.cli.option.TableOutput;
import io.abacusdp.cli.output.Table;
import io.abacusdp.cli.output.TableCell;
import io.abacusdp.cli.output.Timed;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Every accountant side by side. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "What every accountant says about one run, or why it refuses: a table.",
            "Each epsilon holds; the least is the best."
        },
        footer = {
            "",
            "Example:",
            "  abacus compare --noise-multiplier 1 --sampling-rate 0.01 --steps 1000 \\",
            "      --delta 1e-5"
        })
public final class CompareCommand implements Runnable {
    private static final String MICROS = "micros";
    private static final String REFUSAL = "refusal";

    @Mixin
    private RunOptions run = new RunOptions();

    @Mixin
    private DeltaOption delta = new DeltaOption();

    @Option(names = "--micros", description = "In text, also how many microseconds each took; JSON and csv always say.")
    private boolean micros;

    @Mixin
    private RenyiOptions renyi = new RenyiOptions();

    @Mixin
    private AdjacencyOption adjacency = new AdjacencyOption();

    @Mixin
    private TableOutput output = new TableOutput();

    @Override
    public void run() {
        AccountantSurvey survey = AccountantSurvey.epsilon(renyi, run.event(output), adjacency.value(), delta.value());
        output.warn(run.warning(delta.value()));
        if (output.isText()) {
            // Reasons are sentences, too long for a column.
            Table table = guarantees(survey).without(REFUSAL);
            output.print(micros ? table : table.without(MICROS));
            survey.refusals().values().forEach(output::line);
        } else {
            Table table = guarantees(survey);
            survey.refusals()
                    .forEach((name, why) -> table.add(
                            TableCell.text(name),
                            TableCell.NONE,
                            TableCell.NONE,
                            TableCell.NONE,
                            TableCell.NONE,
                            TableCell.text(why)));
            output.print(table);
        }
    }

    private Table guarantees(AccountantSurvey survey) {
        Table table = new Table("accountant", "epsilon", "lower", "order", MICROS, REFUSAL);
        for (Timed<Guarantee> found : survey.guarantees()) {
            Guarantee guarantee = found.result();
            table.add(
                    TableCell.text(guarantee.accountant()),
                    output.spent(guarantee.epsilon()),
                    output.allowed(guarantee.lower()),
                    output.spent(guarantee.order()),
                    TableCell.count(found.micros()),
                    TableCell.NONE);
        }
        return table;
    }
}
