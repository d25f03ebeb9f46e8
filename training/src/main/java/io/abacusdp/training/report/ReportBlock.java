package io.abacusdp.training.report;

import java.util.List;

/** A part of a document. All text is plain: what writes it out escapes it. */
public sealed interface ReportBlock
        permits ReportBlock.Paragraph,
                ReportBlock.Warning,
                ReportBlock.Bullets,
                ReportBlock.Table,
                ReportBlock.Listing,
                LineChart {
    record Paragraph(String text) implements ReportBlock {}

    /** What must not be overlooked. */
    record Warning(String text) implements ReportBlock {}

    record Bullets(List<String> items) implements ReportBlock {
        public Bullets {
            items = List.copyOf(items);
        }
    }

    /**
     * Rows of cells; the first of a row names it.
     *
     * @param header names of the columns; none if the values name themselves
     * @param rows each as long as the others and as the header, if there is one
     */
    record Table(List<String> header, List<List<String>> rows) implements ReportBlock {
        public Table {
            header = List.copyOf(header);
            rows = rows.stream().map(List::copyOf).toList();
            int columns = header.isEmpty() && !rows.isEmpty() ? rows.get(0).size() : header.size();
            for (List<String> row : rows) {
                if (row.size() != columns) {
                    throw new IllegalArgumentException("expected rows of " + columns + " cells, got " + row);
                }
            }
        }

        /** Rows of a name and a value. */
        public static Table ofFacts(List<List<String>> namesAndValues) {
            return new Table(List.of(), namesAndValues);
        }
    }

    /** Text in which every space counts, such as a command or JSON. */
    record Listing(String text) implements ReportBlock {}
}
