package io.abacusdp.training.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A document as text, for terminals and logs. Charts are described. */
public final class PlainText {
    private static final int WIDTH = 100;

    private final StringBuilder out = new StringBuilder();

    private PlainText() {}

    public static String of(ReportDocument document) {
        PlainText text = new PlainText();
        text.heading(document.title(), '=');
        text.block(document.lead());
        for (ReportDocument.Section section : document.sections()) {
            text.out.append('\n');
            text.heading(section.heading(), '-');
            section.blocks().forEach(text::block);
        }
        return text.out.toString();
    }

    private void heading(String text, char line) {
        out.append(clean(text))
                .append('\n')
                .append(String.valueOf(line).repeat(text.length()))
                .append('\n');
    }

    private void block(ReportBlock block) {
        if (block instanceof ReportBlock.Paragraph paragraph) {
            wrapped("", "", paragraph.text());
        } else if (block instanceof ReportBlock.Warning warning) {
            wrapped("! ", "! ", warning.text());
        } else if (block instanceof ReportBlock.Bullets bullets) {
            bullets.items().forEach(item -> wrapped("- ", "  ", item));
        } else if (block instanceof ReportBlock.Table table) {
            table(table);
        } else if (block instanceof ReportBlock.Listing listing) {
            listing.text()
                    .lines()
                    .forEach(line -> out.append("    ").append(clean(line)).append('\n'));
        } else if (block instanceof LineChart chart) {
            wrapped("[chart] ", "        ", chart.title() + ". " + chart.description());
        }
    }

    private void wrapped(String first, String others, String text) {
        StringBuilder line = new StringBuilder(first);
        boolean isBare = true;
        for (String word : clean(text).split(" ", -1)) {
            if (!isBare && line.length() + 1 + word.length() > WIDTH) {
                out.append(line).append('\n');
                line = new StringBuilder(others);
                isBare = true;
            }
            line.append(isBare ? "" : " ").append(word);
            isBare = false;
        }
        out.append(line).append('\n');
    }

    private void table(ReportBlock.Table table) {
        List<List<String>> rows = new ArrayList<>();
        if (!table.header().isEmpty()) {
            rows.add(table.header());
        }
        rows.addAll(table.rows());
        int columns = rows.isEmpty() ? 0 : rows.get(0).size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], clean(row.get(i)).length());
            }
        }
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < columns; i++) {
                String cell = clean(row.get(i));
                String padding = " ".repeat(widths[i] - cell.length());
                boolean isFigure = i > 0 && !table.header().isEmpty();
                line.append(i == 0 ? "" : "  ").append(isFigure ? padding + cell : cell + padding);
            }
            out.append(line.toString().stripTrailing()).append('\n');
        }
    }

    /** Without control characters, which could move a terminal's cursor or change what was written before. */
    private static String clean(String text) {
        return text.codePoints()
                .mapToObj(c -> Character.isISOControl(c) ? " " : Character.toString(c))
                .collect(Collectors.joining());
    }
}
