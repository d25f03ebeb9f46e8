package io.abacusdp.training.report;

import java.util.List;

/**
 * A report as content, apart from how it is written out.
 *
 * @param lead the one thing to read if only one is read
 */
public record ReportDocument(String title, ReportBlock lead, List<Section> sections) {
    public ReportDocument {
        sections = List.copyOf(sections);
    }

    /** A part with a heading of its own. */
    public record Section(String heading, List<ReportBlock> blocks) {
        public Section {
            blocks = List.copyOf(blocks);
        }
    }
}
