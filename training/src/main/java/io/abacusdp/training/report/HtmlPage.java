package io.abacusdp.training.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * A document as one page of HTML that needs nothing else: no script, no other file, nothing from the net; its policy forbids
 * the browser to load anything. It follows the reader's light or dark colours and prints in light ones. The page is
 * well-formed XML too, so that programs can read it.
 */
public final class HtmlPage {
    private static final String STYLE = "report.css";

    /** Longer cells are text, which is broken into lines: a table of figures must not be wider than the page. */
    private static final int MOST_OF_A_FIGURE = 24;

    private final StringBuilder out = new StringBuilder();
    private int charts;

    private HtmlPage() {}

    public static String of(ReportDocument document) {
        return new HtmlPage().write(document);
    }

    private String write(ReportDocument document) {
        String title = Escape.html(document.title());
        out.append("""
                <!DOCTYPE html>
                <html lang="en" xmlns="http://www.w3.org/1999/xhtml">
                <head>
                <meta charset="utf-8"/>
                <meta name="viewport" content="width=device-width, initial-scale=1"/>
                <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"/>
                <meta name="color-scheme" content="light dark"/>
                <title>""").append(title).append("</title>\n<style>\n");
        out.append(style())
                .append("</style>\n</head>\n<body>\n<main>\n<h1>")
                .append(title)
                .append("</h1>\n");
        out.append("<div class=\"lead\">\n");
        block(document.lead());
        out.append("</div>\n");
        for (ReportDocument.Section section : document.sections()) {
            out.append("<section>\n<h2>").append(Escape.html(section.heading())).append("</h2>\n");
            section.blocks().forEach(this::block);
            out.append("</section>\n");
        }
        return out.append("</main>\n</body>\n</html>\n").toString();
    }

    private static String style() {
        try (InputStream in = Objects.requireNonNull(HtmlPage.class.getResourceAsStream(STYLE), STYLE)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void block(ReportBlock block) {
        if (block instanceof ReportBlock.Paragraph paragraph) {
            element("p", paragraph.text());
        } else if (block instanceof ReportBlock.Warning warning) {
            out.append("<p class=\"warning\" role=\"note\">")
                    .append(Escape.html(warning.text()))
                    .append("</p>\n");
        } else if (block instanceof ReportBlock.Bullets bullets) {
            out.append("<ul>\n");
            bullets.items().forEach(item -> element("li", item));
            out.append("</ul>\n");
        } else if (block instanceof ReportBlock.Table table) {
            table(table);
        } else if (block instanceof ReportBlock.Listing listing) {
            out.append("<pre tabindex=\"0\">")
                    .append(Escape.html(listing.text()))
                    .append("</pre>\n");
        } else if (block instanceof LineChart chart) {
            chart(chart);
        }
    }

    private void element(String name, String text) {
        out.append("<%s>%s</%s>\n".formatted(name, Escape.html(text), name));
    }

    private void table(ReportBlock.Table table) {
        out.append("<div class=\"wide\" tabindex=\"0\">\n<table class=\"%s\">\n".formatted(kind(table)));
        if (!table.header().isEmpty()) {
            String cells = table.header().stream()
                    .map(name -> "<th scope=\"col\">" + Escape.html(name) + "</th>")
                    .collect(Collectors.joining());
            out.append("<thead><tr>").append(cells).append("</tr></thead>\n");
        }
        out.append("<tbody>\n");
        for (List<String> row : table.rows()) {
            out.append("<tr><th scope=\"row\">").append(Escape.html(row.get(0))).append("</th>");
            for (int i = 1; i < row.size(); i++) {
                cell(row.get(i), table.header().isEmpty() ? "" : table.header().get(i));
            }
            out.append("</tr>\n");
        }
        out.append("</tbody>\n</table>\n</div>\n");
    }

    /** @param name of its column, which narrow screens show beside it */
    private void cell(String text, String name) {
        out.append(text.length() > MOST_OF_A_FIGURE ? "<td class=\"text\"" : "<td")
                .append(name.isEmpty() ? ">" : " data-name=\"" + Escape.html(name) + "\">")
                .append(Escape.html(text))
                .append("</td>");
    }

    private static String kind(ReportBlock.Table table) {
        if (table.header().isEmpty()) {
            return "facts";
        }
        boolean hasText =
                table.rows().stream().flatMap(List::stream).anyMatch(cell -> cell.length() > MOST_OF_A_FIGURE);
        return hasText ? "figures worded" : "figures";
    }

    private void chart(LineChart chart) {
        charts++;
        out.append("<figure>\n<figcaption>").append(Escape.html(chart.title())).append("</figcaption>\n");
        out.append(chart.isEmpty() ? "<p>There is nothing to draw.</p>\n" : SvgChart.of(chart, "chart-" + charts));
        out.append("<p class=\"description\">")
                .append(Escape.html(chart.description()))
                .append("</p>\n</figure>\n");
    }
}
