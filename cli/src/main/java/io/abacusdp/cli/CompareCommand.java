package io.abacusdp.cli;

import io.abacusdp.accounting.Guarantee;
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
final class CompareCommand implements Runnable {
    private static final String MICROS = "micros";
    private static final String REFUSAL = "refusal";

    @Mixin
    private RunOptions run = new RunOptions();

    @Option(
            names = "--delta",
            paramLabel = "D",
            required = true,
            converter = Numbers.Delta.class,
            description = "Delta at which epsilon is asked, in [0, 1).")
    private double delta;

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
        Survey survey = Survey.epsilon(renyi, run.event(output), adjacency.value(), delta);
        if (output.isText()) {
            // Reasons are sentences, too long for a column.
            Table table = guarantees(survey).without(REFUSAL);
            output.print(micros ? table : table.without(MICROS));
            survey.refusals().values().forEach(output::line);
        } else {
            Table table = guarantees(survey);
            survey.refusals()
                    .forEach((name, why) ->
                            table.add(Cell.text(name), Cell.NONE, Cell.NONE, Cell.NONE, Cell.NONE, Cell.text(why)));
            output.print(table);
        }
    }

    private Table guarantees(Survey survey) {
        Table table = new Table("accountant", "epsilon", "lower", "order", MICROS, REFUSAL);
        for (Timed<Guarantee> found : survey.guarantees()) {
            Guarantee guarantee = found.result();
            table.add(
                    Cell.text(guarantee.accountant()),
                    output.spent(guarantee.epsilon()),
                    output.allowed(guarantee.lower()),
                    output.spent(guarantee.order()),
                    Cell.count(found.micros()),
                    Cell.NONE);
        }
        return table;
    }
}
