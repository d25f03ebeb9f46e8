package io.abacusdp.training.report;

import io.abacusdp.accounting.SafeFigures;
import io.abacusdp.training.audit.AuditOutcome;
import java.util.ArrayList;
import java.util.List;

/** What an attack on the run found. */
final class AuditSection {
    private AuditSection() {}

    static Document.Section of(AuditOutcome outcome) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(
                outcome.isRefuted()
                        ? new Block.Warning(outcome.verdict() + ".")
                        : new Block.Paragraph(outcome.verdict() + "."));
        blocks.add(new Block.Paragraph(
                "Made-up examples, the canaries, were trained on or not, each by a fair coin; from the"
                        + " model alone it was guessed which. A lower bound that is far below the proven epsilon says nothing"
                        + " against it, and little for it: stronger attacks may exist."));
        blocks.add(Block.Table.ofFacts(List.of(
                List.of("canaries", Integer.toString(outcome.canaries())),
                List.of("guesses, fixed beforehand", Integer.toString(outcome.guesses())),
                List.of("right", Integer.toString(outcome.correct())),
                List.of("epsilon at least", SafeFigures.down(outcome.epsilonLower(), 5)),
                List.of("with all guesses right", SafeFigures.down(outcome.greatestPossible(), 5)),
                List.of("confidence", SafeFigures.exact(outcome.confidence())),
                List.of("delta", SafeFigures.exact(outcome.claimed().delta())))));
        return new Document.Section("Empirical audit", blocks);
    }
}
