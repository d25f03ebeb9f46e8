package io.abacusdp.training.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.training.report.LineChart.Point;
import io.abacusdp.training.report.LineChart.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

class HtmlPageTest {
    private static final String EVIL = "</title></style><script>alert('1')</script>\" onload=\"x&\u0000\u001b[2J";

    @Test
    void everyText_thatLooksLikeMarkup_staysText() throws Exception {
        LineChart chart = new LineChart(
                EVIL,
                EVIL,
                EVIL,
                EVIL,
                List.of(Series.of(EVIL, List.of(new Point(0, 1))), Series.reference(EVIL, List.of())));
        String page = page(
                EVIL,
                new ReportBlock.Paragraph(EVIL),
                new ReportBlock.Warning(EVIL),
                new ReportBlock.Bullets(List.of(EVIL)),
                new ReportBlock.Table(List.of(EVIL, EVIL), List.of(List.of(EVIL, EVIL))),
                new ReportBlock.Listing(EVIL),
                chart);
        assertThat(PageXml.elements(page, "script")).isEmpty();
        assertThat(PageXml.elements(page, "title").get(0).getTextContent()).startsWith("</title></style><script>");
        for (Element element : PageXml.elements(page, "*")) {
            assertThat(element.hasAttribute("onload")).isFalse();
        }
        assertThat(page.chars()).noneMatch(c -> c < 0x20 && c != '\n');
    }

    @Test
    void page_asksForNothingElse() throws Exception {
        String page = page("a", new ReportBlock.Paragraph("b"));
        for (String name : List.of("script", "link", "img", "iframe", "object", "embed", "base")) {
            assertThat(PageXml.elements(page, name)).isEmpty();
        }
        assertThat(page).doesNotContain("url(", "@import", "src=", "href=").contains("default-src 'none'");
    }

    @Test
    void chart_valuesThatAreNotFinite_areGaps() throws Exception {
        String page = page(
                "a",
                chart(Series.of(
                        "s",
                        List.of(
                                new Point(0, 1),
                                new Point(1, Double.NaN),
                                new Point(2, 3),
                                new Point(3, 2),
                                new Point(4, Double.POSITIVE_INFINITY)))));
        assertThat(page).doesNotContain("NaN", "Infinity", "\u221e");
        assertThat(dataPath(page)).matches("M[\\d. ]+M[\\d. ]+L[\\d. ]+");
        assertThat(PageXml.elements(page, "circle")).hasSize(3);
    }

    @Test
    void chart_nothingFinite_saysSo() throws Exception {
        String page = page("a", chart(Series.of("s", List.of(new Point(0, Double.POSITIVE_INFINITY)))));
        assertThat(PageXml.elements(page, "svg")).isEmpty();
        assertThat(page).contains("There is nothing to draw.");
    }

    @Test
    void chart_hasTitleAndDescriptionOfItsOwn() throws Exception {
        Series series = Series.of("s", List.of(new Point(0, 0), new Point(1, 1)));
        List<Element> charts = PageXml.elements(page("a", chart(series), chart(series)), "svg");
        assertThat(charts).hasSize(2);
        assertThat(charts.get(0).getAttribute("aria-labelledby")).isEqualTo("chart-1-title chart-1-desc");
        assertThat(charts.get(1).getAttribute("aria-labelledby")).isEqualTo("chart-2-title chart-2-desc");
        assertThat(charts.get(0).getAttribute("role")).isEqualTo("img");
    }

    @Test
    void chart_seriesWithTheirOwnPlaces_shareTheAxes() throws Exception {
        String page = page(
                "a",
                chart(
                        Series.of("short", List.of(new Point(0, 0), new Point(5, 5))),
                        Series.of("long", List.of(new Point(0, 0), new Point(10, 10)))));
        List<String> paths = PageXml.elements(page, "path").stream()
                .filter(path -> path.getAttribute("class").startsWith("line-"))
                .map(path -> path.getAttribute("d"))
                .filter(d -> d.contains("L"))
                .toList();
        double[] half = lastPoint(paths.get(0));
        double[] whole = lastPoint(paths.get(1));
        double[] origin = firstPoint(paths.get(0));
        assertThat(half[0] - origin[0]).isCloseTo((whole[0] - origin[0]) / 2, within(0.2));
        assertThat(half[1] - origin[1]).isCloseTo((whole[1] - origin[1]) / 2, within(0.2));
        assertThat(whole[1]).isLessThan(origin[1]);
        assertThat(PageXml.elements(page, "path").stream().map(path -> path.getAttribute("class")))
                .contains("line-1", "line-2");
    }

    @Test
    void chart_manySeries_legendHasSeveralRowsWithinTheChart() throws Exception {
        List<Series> series = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            series.add(Series.of("a rather long name of series " + i, List.of(new Point(0, i), new Point(1, i))));
        }
        String page = page("a", chart(series.toArray(Series[]::new)));
        for (Element text : PageXml.elements(page, "text")) {
            if (text.hasAttribute("x")) {
                assertThat(Double.parseDouble(text.getAttribute("x"))).isBetween(0.0, 640.0);
            }
        }
        assertThat(PageXml.elements(page, "text").stream()
                        .filter(text -> text.getTextContent().startsWith("a rather")))
                .hasSize(8);
    }

    @Test
    void table_rowsOfOtherLength_areRefused() {
        assertThatThrownBy(() -> new ReportBlock.Table(List.of("a", "b"), List.of(List.of("c"))))
                .hasMessageContaining("expected rows of 2 cells");
    }

    private static String dataPath(String page) throws Exception {
        return PageXml.elements(page, "path").stream()
                .filter(path -> path.getAttribute("class").equals("line-1"))
                .findFirst()
                .orElseThrow()
                .getAttribute("d");
    }

    private static double[] firstPoint(String path) {
        return points(path).get(0);
    }

    private static double[] lastPoint(String path) {
        List<double[]> points = points(path);
        return points.get(points.size() - 1);
    }

    private static List<double[]> points(String path) {
        List<double[]> points = new ArrayList<>();
        Matcher matcher = Pattern.compile("[ML]([\\d.]+) ([\\d.]+)").matcher(path);
        while (matcher.find()) {
            points.add(new double[] {Double.parseDouble(matcher.group(1)), Double.parseDouble(matcher.group(2))});
        }
        return points;
    }

    private static LineChart chart(Series... series) {
        return new LineChart("title", "description", "x", "y", List.of(series));
    }

    private static String page(String title, ReportBlock... blocks) {
        return HtmlPage.of(new ReportDocument(
                title, new ReportBlock.Paragraph(title), List.of(new ReportDocument.Section(title, List.of(blocks)))));
    }
}
