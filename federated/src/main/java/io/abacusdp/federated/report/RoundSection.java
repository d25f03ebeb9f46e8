package io.abacusdp.federated.report;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.accounting.SafeFigures;
import io.abacusdp.federated.server.RoundReport;
import io.abacusdp.training.report.LineChart;
import io.abacusdp.training.report.LineChart.Point;
import io.abacusdp.training.report.LineChart.Series;
import io.abacusdp.training.report.ReportBlock;
import io.abacusdp.training.report.ReportDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Function;

/** How the rounds went. */
final class RoundSection {
    private RoundSection() {}

    /**
     * The section.
     *
     * @param planned rounds that were
     * @param epsilon what it is called: something else under a test seed, where none holds
     */
    static ReportDocument.Section of(String planned, String epsilon, List<MeasuredRound> rounds, JsonNode ended) {
        List<ReportBlock> blocks = new ArrayList<>();
        blocks.add(new ReportBlock.Paragraph("%s of %s rounds were made: %s."
                .formatted(
                        ended.path("rounds").asText(),
                        planned,
                        ended.path("reason").asText())));
        if (!rounds.isEmpty()) {
            epsilons(epsilon, rounds, blocks);
            chart("Accuracy on the test set", "accuracy", MeasuredRound::accuracy, rounds, blocks);
            chart("Area under the ROC curve on the test set", "AUC", MeasuredRound::auc, rounds, blocks);
            blocks.add(table(epsilon, rounds));
        }
        return new ReportDocument.Section("How the training went", blocks);
    }

    private static void epsilons(String name, List<MeasuredRound> rounds, List<ReportBlock> blocks) {
        List<Series> series = new ArrayList<>();
        addEpsilon(series, "records, worst client", RoundReport::epsilonSample, rounds);
        addEpsilon(series, "clients, released models only", RoundReport::epsilonUser, rounds);
        addEpsilon(series, "clients, sampling known", RoundReport::epsilonUserKnown, rounds);
        if (!series.isEmpty()) {
            blocks.add(new LineChart(
                    "Epsilon over rounds",
                    "Cumulative epsilon after each round, one line a guarantee; the lines hold under different adjacencies.",
                    "round",
                    name,
                    series));
        }
    }

    private static void addEpsilon(
            List<Series> series,
            String name,
            Function<RoundReport, OptionalDouble> epsilon,
            List<MeasuredRound> rounds) {
        List<Point> points = new ArrayList<>();
        points.add(new Point(0, 0));
        rounds.forEach(round -> epsilon.apply(round.round())
                .ifPresent(value -> points.add(new Point(round.round().round(), value))));
        if (points.stream().skip(1).anyMatch(point -> Double.isFinite(point.y()))) {
            series.add(Series.of(name, points));
        }
    }

    private static void chart(
            String title,
            String axis,
            Function<MeasuredRound, OptionalDouble> measure,
            List<MeasuredRound> rounds,
            List<ReportBlock> blocks) {
        List<Point> points = new ArrayList<>();
        rounds.forEach(round -> measure.apply(round)
                .ifPresent(value -> points.add(new Point(round.round().round(), value))));
        if (!points.isEmpty()) {
            blocks.add(new LineChart(
                    title,
                    "From %s after the first round to %s after the last."
                            .formatted(
                                    fixed(points.get(0).y()),
                                    fixed(points.get(points.size() - 1).y())),
                    "round",
                    axis,
                    List.of(Series.of(axis, points))));
        }
    }

    private static ReportBlock table(String epsilon, List<MeasuredRound> rounds) {
        List<List<String>> rows = new ArrayList<>();
        for (MeasuredRound round : rounds) {
            rows.add(List.of(
                    Integer.toString(round.round().round()),
                    Integer.toString(round.round().attempt() + 1),
                    up(round.round().epsilonSample()),
                    up(round.round().epsilonUser()),
                    up(round.round().clippingNorm()),
                    measured(round.loss()),
                    measured(round.accuracy()),
                    measured(round.auc())));
        }
        return new ReportBlock.Table(
                List.of(
                        "round",
                        "attempts",
                        epsilon + " records",
                        epsilon + " clients",
                        "clip",
                        "loss",
                        "accuracy",
                        "AUC"),
                rows);
    }

    private static String up(OptionalDouble value) {
        return value.isPresent() ? SafeFigures.up(value.getAsDouble(), 4) : "-";
    }

    private static String measured(OptionalDouble value) {
        return value.isPresent() ? fixed(value.getAsDouble()) : "-";
    }

    private static String fixed(double value) {
        return String.format(Locale.ROOT, "%.4f", value);
    }
}
