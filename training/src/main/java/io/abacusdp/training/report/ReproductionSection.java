package io.abacusdp.training.report;

import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.SafeFigures;
import io.abacusdp.format.EventJson;
import io.abacusdp.training.trainer.PrivacyRecord;
import java.util.List;

/** How to make the run again, and how to check its cost without trusting this report. */
final class ReproductionSection {
    private ReproductionSection() {}

    static Document.Section of(PrivacyRecord privacy, Provenance provenance) {
        Guarantee guarantee = privacy.guarantee();
        return new Document.Section(
                "How to reproduce and check it",
                List.of(
                        new Block.Paragraph("Made by " + provenance.version() + " with:"),
                        new Block.Listing(provenance.command()),
                        new Block.Paragraph(
                                "A second run has fresh noise and lots, so that its model is another one; its"
                                        + " privacy is the same. All that was charged, as events; save them to a file to have"
                                        + " epsilon computed again, by any accountant:"),
                        new Block.Listing("abacus epsilon --events events.json --delta %s --adjacency %s"
                                .formatted(
                                        SafeFigures.exact(guarantee.delta()),
                                        guarantee.adjacency().id())),
                        new Block.Listing(EventJson.write(privacy.event()))));
    }
}
