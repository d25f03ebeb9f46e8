package io.abacusdp.training.report;

import io.abacusdp.accounting.SafeFigures;
import io.abacusdp.training.audit.AuditOutcome;
import java.util.ArrayList;
import java.util.List;

/** What an attack on the run found. */
final class AuditSection {
    private static final int DIGITS = 5;

    private AuditSection() {}

    static ReportDocument.Section of(AuditOutcome outcome) {
        List<ReportBlock> blocks = new ArrayList<>();
        blocks.add(
                outcome.isRefuted()
                        ? new ReportBlock.Warning(outcome.verdict() + ".")
                        : new ReportBlock.Paragraph(outcome.verdict() + "."));
        blocks.add(new ReportBlock.Listing(String.join("\n", axis(outcome))));
        blocks.add(
                new ReportBlock.Paragraph(
                        "Canaries, gradients of the clipping norm in coordinates that the model does not have, were drawn into the"
                                + " run's lots or left out, each by a fair coin; from all that was released of them it was guessed"
                                + " which. Measured is the epsilon of the strongest claim of the same sampling and steps, with more"
                                + " or less noise, that the guesses do not refute. The lower bound holds whatever the mechanism"
                                + " was, and is far below the truth for that. No audit proves a guarantee: faults in the"
                                + " clipping of real gradients, for one, are not seen by this one; abacus audit looks for them."));
        blocks.add(ReportBlock.Table.ofFacts(List.of(
                List.of("proven epsilon, at most", proven(outcome)),
                List.of("measured epsilon", measured(outcome)),
                List.of("lower bound, whatever the mechanism", lower(outcome)),
                List.of("the same with all guesses right", SafeFigures.down(outcome.greatestPossible(), DIGITS)),
                List.of("noise over the claimed, below", noise(outcome)),
                List.of("canaries", Integer.toString(outcome.canaries())),
                List.of("guessed right", Integer.toString(outcome.right())),
                List.of("surest guesses, as many as fixed beforehand", Integer.toString(outcome.guesses())),
                List.of("right among them", Integer.toString(outcome.correct())),
                List.of("confidence", SafeFigures.exact(outcome.confidence())),
                List.of("delta", SafeFigures.exact(outcome.claimed().delta())))));
        return new ReportDocument.Section("Empirical audit", blocks);
    }

    private static List<String> axis(AuditOutcome outcome) {
        return EpsilonAxis.of(List.of(
                new EpsilonAxis.Mark("proven", outcome.claimed().epsilon(), proven(outcome)),
                new EpsilonAxis.Mark("measured", outcome.measured(), measured(outcome)),
                new EpsilonAxis.Mark("lower bound", outcome.epsilonLower(), lower(outcome))));
    }

    private static String proven(AuditOutcome outcome) {
        return SafeFigures.up(outcome.claimed().epsilon(), DIGITS);
    }

    private static String measured(AuditOutcome outcome) {
        return SafeFigures.down(outcome.measured(), DIGITS);
    }

    private static String noise(AuditOutcome outcome) {
        return Double.isNaN(outcome.noiseFactor())
                ? "not known: there is no trade-off curve for this sampling"
                : SafeFigures.up(outcome.noiseFactor(), DIGITS);
    }

    private static String lower(AuditOutcome outcome) {
        return SafeFigures.down(outcome.epsilonLower(), DIGITS);
    }
}
