package io.abacusdp.training.report;

import io.abacusdp.accounting.SafeFigures;
import io.abacusdp.training.noise.TestSeed;
import io.abacusdp.training.report.LineChart.Point;
import io.abacusdp.training.report.LineChart.Series;
import io.abacusdp.training.trainer.EpochRecord;
import io.abacusdp.training.trainer.RunRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Function;

/** How the training went. */
final class ProgressSection {
    private ProgressSection() {}

    static ReportDocument.Section of(RunRecord run) {
        List<ReportBlock> blocks = new ArrayList<>();
        blocks.add(new ReportBlock.Paragraph(ending(run)));
        if (!run.notes().isEmpty()) {
            blocks.add(new ReportBlock.Bullets(run.notes()));
        }
        if (!run.epochs().isEmpty()) {
            epsilon(run, blocks);
            measured("Accuracy on the test set", "accuracy", EpochRecord::testAccuracy, run, blocks);
            measured("Loss on the test set", "mean loss", EpochRecord::testLoss, run, blocks);
            blocks.add(table(run));
        }
        return new ReportDocument.Section("How the training went", blocks);
    }

    private static String ending(RunRecord run) {
        String why = run.ending() == RunRecord.Ending.PLAN_DONE
                ? "All steps of the plan were made"
                : "The run ended because the next step would have exceeded its budget or was refused";
        return why + ".";
    }

    private static void epsilon(RunRecord run, List<ReportBlock> blocks) {
        List<Point> spent = new ArrayList<>();
        spent.add(new Point(0, 0));
        run.epochs().forEach(epoch -> spent.add(new Point(epoch.chargedSteps(), epoch.epsilon())));
        List<Series> series = new ArrayList<>();
        series.add(Series.of("spent", spent));
        long last = run.privacy().chargedSteps();
        run.privacy()
                .budget()
                .ifPresent(budget ->
                        series.add(Series.reference("budget", List.of(new Point(0, budget), new Point(last, budget)))));
        double epsilon = run.privacy().guarantee().epsilon();
        boolean isSecure = run.privacy().isSecure();
        blocks.add(new LineChart(
                isSecure ? "Epsilon over steps" : "Epsilon over steps, " + TestSeed.NOT_PRIVATE,
                "Epsilon at delta %s after each epoch; %s after %d steps."
                        .formatted(
                                SafeFigures.exact(run.privacy().guarantee().delta()),
                                TestSeed.epsilon(isSecure, SafeFigures.up(epsilon, 4)),
                                last),
                "steps that were charged",
                epsilonName(run),
                series));
    }

    private static void measured(
            String title,
            String axis,
            Function<EpochRecord, OptionalDouble> measure,
            RunRecord run,
            List<ReportBlock> blocks) {
        List<Point> points = new ArrayList<>();
        for (EpochRecord epoch : run.epochs()) {
            measure.apply(epoch).ifPresent(value -> points.add(new Point(epoch.epoch(), value)));
        }
        if (points.isEmpty()) {
            return;
        }
        blocks.add(new LineChart(
                title,
                "From %s after the first epoch to %s after the last."
                        .formatted(
                                figure("%.4f", points.get(0).y()),
                                figure("%.4f", points.get(points.size() - 1).y())),
                "epoch",
                axis,
                List.of(Series.of(axis, points))));
    }

    private static ReportBlock table(RunRecord run) {
        List<List<String>> rows = new ArrayList<>();
        for (EpochRecord epoch : run.epochs()) {
            rows.add(List.of(
                    Integer.toString(epoch.epoch()),
                    Long.toString(epoch.step()),
                    SafeFigures.up(epoch.epsilon(), 4),
                    measured(epoch.testLoss()),
                    measured(epoch.testAccuracy()),
                    figure("%.4g", epoch.clippingNorm()),
                    figure("%.4g", epoch.learningRate())));
        }
        return new ReportBlock.Table(
                List.of("epoch", "steps", epsilonName(run), "loss", "accuracy", "clip", "rate"), rows);
    }

    private static String epsilonName(RunRecord run) {
        return run.privacy().isSecure() ? "epsilon" : "epsilon with secret randomness";
    }

    private static String measured(OptionalDouble value) {
        return value.isPresent() ? figure("%.4f", value.getAsDouble()) : "-";
    }

    private static String figure(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
