package io.abacusdp.training.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PlainTextTest {
    @Test
    void everyBlock_hasItsForm() {
        ReportDocument document = new ReportDocument(
                "Title",
                new ReportBlock.Warning("take care"),
                List.of(new ReportDocument.Section(
                        "Part",
                        List.of(
                                new ReportBlock.Paragraph("a sentence"),
                                new ReportBlock.Bullets(List.of("one", "two")),
                                new ReportBlock.Table(
                                        List.of("epoch", "loss"), List.of(List.of("1", "2.25"), List.of("10", "0.5"))),
                                ReportBlock.Table.ofFacts(List.of(List.of("a", "b"), List.of("longer", "c"))),
                                new ReportBlock.Listing("abacus train\n  --epochs 3"),
                                new LineChart("Loss", "It fell.", "x", "y", List.of())))));
        assertThat(PlainText.of(document)).isEqualTo("""
                        Title
                        =====
                        ! take care

                        Part
                        ----
                        a sentence
                        - one
                        - two
                        epoch  loss
                        1      2.25
                        10      0.5
                        a       b
                        longer  c
                            abacus train
                              --epochs 3
                        [chart] Loss. It fell.
                        """);
    }

    @Test
    void longParagraphs_areWrappedAtWords() {
        String text = PlainText.of(new ReportDocument(
                "t", new ReportBlock.Paragraph("word ".repeat(60).strip()), List.of()));
        assertThat(text.lines()).allMatch(line -> line.length() <= 100).hasSize(5);
        assertThat(text.split("word", -1)).hasSize(61);
    }

    @Test
    void controlCharacters_neverReachTheTerminal() {
        String text = PlainText.of(new ReportDocument(
                "t\u001b[2J",
                new ReportBlock.Paragraph("a\rb\u0007"),
                List.of(new ReportDocument.Section("h\n", List.of(new ReportBlock.Listing("c\u009bd"))))));
        assertThat(text.chars()).noneMatch(c -> Character.isISOControl(c) && c != '\n');
    }
}
