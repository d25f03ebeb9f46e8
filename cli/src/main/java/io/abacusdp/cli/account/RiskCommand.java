package io.abacusdp.cli.account;

import io.abacusdp.accounting.risk.AttackRisk;
import io.abacusdp.cli.option.CurveOptions;
import io.abacusdp.cli.option.NumberConverters;
import io.abacusdp.cli.option.TableOutput;
import io.abacusdp.cli.output.Table;
import io.abacusdp.cli.output.TableCell;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What an attack can achieve at most. */
@Command(
        name = "risk",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "What an attack on a run can achieve at most, whatever it knows: true positive rate at each false "
                    + "positive rate, advantage, success of guessing, of reconstruction, and the mu of a Gaussian "
                    + "mechanism that is as easy to see through (for tests whose error rates are at least --least-rate)."
        },
        footer = {"", "Example:", "  abacus risk --noise-multiplier 1 --sampling-rate 0.01 --steps 1000 --fpr 0.001"})
public final class RiskCommand implements Runnable {
    @Mixin
    private CurveOptions options = new CurveOptions();

    @Option(
            names = "--prior",
            paramLabel = "LIST",
            split = ",",
            defaultValue = "0.5",
            converter = NumberConverters.Probability.class,
            description = "Probability that the record is there, before the attack. Default: ${DEFAULT-VALUE}.")
    private List<Double> priors = List.of();

    @Option(
            names = "--candidates",
            paramLabel = "LIST",
            split = ",",
            converter = NumberConverters.Count.class,
            description = "Numbers of equally likely records among which a reconstruction chooses.")
    private @Nullable List<Long> candidates;

    @Option(
            names = "--least-rate",
            paramLabel = "R",
            defaultValue = "0.00001",
            converter = NumberConverters.Share.class,
            description = "Least error rate for which mu holds, in (0, 0.5). Default: ${DEFAULT-VALUE}.")
    private double leastRate;

    @Mixin
    private TableOutput output = new TableOutput();

    @Override
    public void run() {
        AttackRisk risk = new AttackRisk(options.curve(output));
        Table table = new Table("risk", "at", "bound");
        double[] rates = options.falsePositiveRates().stream()
                .mapToDouble(Double::doubleValue)
                .toArray();
        double[] truePositive = risk.truePositiveRates(rates, options.direction());
        for (int i = 0; i < rates.length; i++) {
            row(table, "true_positive_rate", TableCell.given(rates[i]), truePositive[i]);
        }
        row(table, "advantage", TableCell.NONE, risk.advantage());
        for (double prior : priors) {
            row(table, "guess", TableCell.given(prior), risk.bayesSuccess(prior));
        }
        for (long count : candidates == null ? List.<Long>of() : candidates) {
            row(table, "reconstruction", TableCell.count(count), risk.reconstruction(count));
        }
        row(table, "mu", TableCell.given(leastRate), risk.mu(leastRate));
        row(table, "mu_everywhere", TableCell.NONE, risk.mu());
        output.print(table);
    }

    private void row(Table table, String name, TableCell at, double bound) {
        table.add(TableCell.text(name), at, output.spent(bound));
    }
}
