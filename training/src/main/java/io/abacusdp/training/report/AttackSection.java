package io.abacusdp.training.report;

import io.abacusdp.accounting.SafeFigures;
import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.accounting.event.Composition;
import io.abacusdp.accounting.event.NonPrivate;
import io.abacusdp.accounting.event.RepeatAndSelect;
import io.abacusdp.accounting.risk.AttackRisk;
import io.abacusdp.accounting.tradeoff.Direction;
import io.abacusdp.accounting.tradeoff.TradeoffCurve;
import io.abacusdp.training.report.LineChart.Point;
import io.abacusdp.training.report.LineChart.Series;
import io.abacusdp.training.trainer.PrivacyRecord;
import java.util.ArrayList;
import java.util.List;

/** What the best attack could achieve that knows everything but whether one record was there. */
final class AttackSection {
    private static final int INTERVALS = 50;

    private AttackSection() {}

    static ReportDocument.Section of(PrivacyRecord privacy) {
        return new ReportDocument.Section("What an attacker can find out", blocks(privacy));
    }

    private static List<ReportBlock> blocks(PrivacyRecord privacy) {
        if (Composition.of(privacy.event()).terms().keySet().stream().anyMatch(NonPrivate.class::isInstance)) {
            return List.of(new ReportBlock.Warning(
                    "There is no bound: steps without noise may tell everything about every record."));
        }
        if (Composition.of(privacy.event()).terms().keySet().stream().anyMatch(RepeatAndSelect.class::isInstance)) {
            // Every point of it would be a search over orders and profiles.
            return List.of(
                    new ReportBlock.Paragraph(
                            "For the best of a random number of runs no trade-off curve is drawn; epsilon and delta bound every attack."));
        }
        TradeoffCurve curve;
        try {
            curve = TradeoffCurve.of(privacy.event(), privacy.guarantee().adjacency());
        } catch (UnsupportedEventException unsupported) {
            return List.of(new ReportBlock.Paragraph(
                    "No trade-off curve is known for this run: " + unsupported.getMessage() + "."));
        }
        return List.of(
                new ReportBlock.Paragraph((privacy.isSecure()
                                ? "Bounds for"
                                : "There is no bound, as the run was made under a test seed; with secret randomness these"
                                        + " would be bounds for")
                        + " an attacker who knows all other records and all models on the way, and"
                        + " wants to know whether one record was in the training data. No test does better."),
                risks(new AttackRisk(curve)),
                chart(curve, privacy.isSecure() ? "this run, at least" : "with secret randomness, at least"));
    }

    private static ReportBlock risks(AttackRisk risk) {
        List<List<String>> facts = new ArrayList<>();
        for (double rate : new double[] {0.001, 0.01, 0.1}) {
            facts.add(List.of(
                    "found, at %s %% false alarms".formatted(SafeFigures.exact(100 * rate)),
                    "at most " + percent(risk.truePositiveRate(rate, Direction.SYMMETRIC))));
        }
        facts.add(List.of("right guesses, from 50 %", "at most " + percent(risk.bayesSuccess(0.5))));
        facts.add(List.of("advantage", "at most " + SafeFigures.up(risk.advantage(), 4)));
        return ReportBlock.Table.ofFacts(facts);
    }

    private static String percent(double share) {
        return SafeFigures.up(Math.min(100, Math.nextUp(100 * share)), 4) + " %";
    }

    private static LineChart chart(TradeoffCurve curve, String name) {
        List<Point> bound = new ArrayList<>();
        List<Point> perfect = new ArrayList<>();
        for (int i = 0; i <= INTERVALS; i++) {
            // Denser towards 0, where the curve is steep.
            double rate = Math.pow((double) i / INTERVALS, 2);
            bound.add(new Point(rate, curve.falseNegativeRate(rate, Direction.SYMMETRIC)));
            perfect.add(new Point(rate, 1 - rate));
        }
        double middle = curve.falseNegativeRate(0.1, Direction.SYMMETRIC);
        return new LineChart(
                "Trade-off between false alarms and missed records",
                "Every attack is on or above the line '" + name
                        + "', and one that learns nothing is on the dotted line. At 10 %"
                        + " false alarms, at least " + SafeFigures.down(100 * middle, 3)
                        + " % of the records are missed.",
                "false alarms (rate of false positives)",
                "missed (rate of false negatives)",
                List.of(Series.of(name, bound), Series.reference("perfect privacy", perfect)));
    }
}
