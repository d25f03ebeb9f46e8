package io.abacusdp.cli.option;

import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.SafeFigures;
import io.abacusdp.accounting.calibrate.Calibrated;
import io.abacusdp.accounting.calibrate.Calibration;
import io.abacusdp.accounting.calibrate.RiskTarget;
import io.abacusdp.cli.output.Answer;
import io.abacusdp.cli.output.Timed;
import io.abacusdp.cli.output.UsageException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What a run may spend: an (epsilon, delta), or the success of an attack. */
public final class TargetOptions {
    @Option(
            names = "--epsilon",
            paramLabel = "E",
            converter = NumberConverters.Epsilon.class,
            description = "Target epsilon, finite and at least 0, with --delta.")
    private @Nullable Double epsilon;

    @Option(
            names = "--delta",
            paramLabel = "D",
            converter = NumberConverters.Delta.class,
            description = "Target delta, in [0, 1), with --epsilon.")
    private @Nullable Double delta;

    @Mixin
    private RiskOptions risk = new RiskOptions();

    @Mixin
    private AccountantOptions accounting = new AccountantOptions();

    /**
     * Searches, and prints the value found and what is reached with it.
     *
     * @param warning what to say of the delta, if anything
     */
    public void solve(
            AnswerOutput output,
            DoubleFunction<Optional<String>> warning,
            Function<Calibration, Calibrated> search,
            Function<Calibrated, Answer> answer,
            Function<Calibrated, String> lead) {
        if (risk.count() + (epsilon != null || delta != null ? 1 : 0) != 1) {
            throw new UsageException(
                    "one target is needed: --epsilon and --delta, --advantage, --tpr and --fpr, or --mu");
        }
        if (epsilon != null && delta != null) {
            solveEpsilon(output, warning.apply(delta), search, answer, lead, epsilon, delta);
        } else if (epsilon != null || delta != null) {
            throw new UsageException("--epsilon and --delta go together, got only one of them");
        } else {
            solveRisk(output, search, answer, lead);
        }
    }

    private void solveEpsilon(
            AnswerOutput output,
            Optional<String> warning,
            Function<Calibration, Calibrated> search,
            Function<Calibrated, Answer> answer,
            Function<Calibrated, String> lead,
            double epsilon,
            double delta) {
        Calibration calibration = new Calibration(accounting.accountant(), accounting.adjacency(), epsilon, delta);
        Timed<Calibrated> found = Timed.once(() -> search.apply(calibration));
        Guarantee reached = found.result().guarantee();
        output.print(
                found.map(result -> answer.apply(result).about(result.event())),
                warning,
                reached,
                lead.apply(found.result()),
                "epsilon " + output.up(reached.epsilon()),
                "delta " + SafeFigures.exact(delta));
    }

    private void solveRisk(
            AnswerOutput output,
            Function<Calibration, Calibrated> search,
            Function<Calibrated, Answer> answer,
            Function<Calibrated, String> lead) {
        if (accounting.given()) {
            throw new UsageException("an accountant is for --epsilon and --delta; risks are by the trade-off curve");
        }
        RiskTarget target = risk.target(accounting.adjacency());
        Timed<Calibrated> found = Timed.once(() -> search.apply(new Calibration(target)));
        List<String> lines = new ArrayList<>();
        lines.add(lead.apply(found.result()));
        lines.addAll(risk.lines(output.up(target.cost(found.result().event()))));
        output.print(
                found.map(result -> answer.apply(result).about(result.event())),
                Optional.empty(),
                found.result().guarantee(),
                lines.toArray(String[]::new));
    }
}
