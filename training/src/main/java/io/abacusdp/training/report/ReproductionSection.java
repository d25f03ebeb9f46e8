package io.abacusdp.training.report;

import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.SafeFigures;
import io.abacusdp.format.EventJson;
import io.abacusdp.training.trainer.PrivacyRecord;
import java.util.List;

/** How to make the run again, and how to check its cost without trusting this report. */
final class ReproductionSection {
    private ReproductionSection() {}

    static ReportDocument.Section of(PrivacyRecord privacy, Provenance provenance) {
        Guarantee guarantee = privacy.guarantee();
        return new ReportDocument.Section(
                "How to reproduce and check it",
                List.of(
                        new ReportBlock.Paragraph("Made by " + provenance.version() + " with:"),
                        new ReportBlock.Listing(provenance.command()),
                        new ReportBlock.Paragraph((privacy.isSecure()
                                        ? "A second run has fresh noise and lots, so that its model is another one;"
                                                + " its privacy is the same."
                                        : "It is not private: made under a test seed, so that anybody makes it again."
                                                + " The epsilon below would hold with secret randomness only.")
                                + " All that was charged, as events; save them to a file to have"
                                + " epsilon computed again, by any accountant:"),
                        new ReportBlock.Listing("abacus epsilon --events events.json --delta %s --adjacency %s"
                                .formatted(
                                        SafeFigures.exact(guarantee.delta()),
                                        guarantee.adjacency().id())),
                        new ReportBlock.Listing(EventJson.write(privacy.event()))));
    }
}
