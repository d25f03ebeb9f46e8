package io.abacusdp.cli.use;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.accounting.SafeFigures;
import io.abacusdp.cli.option.AnswerOutput;
import io.abacusdp.cli.output.Table;
import io.abacusdp.cli.output.TableCell;
import io.abacusdp.training.predict.ClassQuality;
import io.abacusdp.training.predict.NumberQuality;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** How good predictions are, for people or as JSON. Shares are rounded down, errors up. */
record EvaluationAnswer(AnswerOutput output) {
    private static final String NOTE =
            "measured on private data, these figures are a release that no epsilon covers; publish those of public data only";

    void print(ClassQuality quality) {
        if (output.isJson()) {
            output.line(json(quality).toString());
            return;
        }
        output.line("examples " + quality.examples());
        output.line("accuracy " + SafeFigures.exact(quality.accuracy()));
        output.line("log_loss " + output.up(quality.logLoss()));
        output.line("brier " + output.up(quality.brier()));
        quality.auc().ifPresent(area -> output.line("auc " + output.down(area)));
        output.line("calibration_error " + output.up(quality.calibrationError()));
        output.line("");
        classes(quality).text().forEach(output::line);
        output.line("");
        confusion(quality).text().forEach(output::line);
        output.line("");
        calibration(quality).text().forEach(output::line);
        output.line("");
        output.line("note " + NOTE);
    }

    void print(NumberQuality quality) {
        if (output.isJson()) {
            ObjectNode node = JsonNodeFactory.instance.objectNode();
            node.put("examples", quality.examples());
            node.put("mae", quality.mae()).put("rmse", quality.rmse());
            put(node, "r_squared", quality.rSquared());
            output.line(node.put("note", NOTE).toString());
            return;
        }
        output.line("examples " + quality.examples());
        output.line("mae " + output.up(quality.mae()));
        output.line("rmse " + output.up(quality.rmse()));
        quality.rSquared().ifPresent(share -> output.line("r_squared " + output.down(share)));
        output.line("note " + NOTE);
    }

    private Table classes(ClassQuality quality) {
        Table table = new Table("class", "examples", "predicted", "precision", "recall", "f1");
        for (ClassQuality.OneClass one : quality.classes()) {
            table.add(
                    TableCell.text(one.name()),
                    TableCell.count(one.there()),
                    TableCell.count(one.predicted()),
                    share(one.precision()),
                    share(one.recall()),
                    share(one.f1()));
        }
        return table;
    }

    private TableCell share(OptionalDouble value) {
        return value.isPresent()
                ? TableCell.computed(value.getAsDouble(), output.down(value.getAsDouble()))
                : TableCell.NONE;
    }

    private static Table confusion(ClassQuality quality) {
        List<String> columns = new ArrayList<>(List.of("predicted:"));
        columns.addAll(quality.classNames());
        Table table = new Table(columns.toArray(String[]::new));
        for (int actual = 0; actual < quality.classNames().size(); actual++) {
            List<TableCell> cells = new ArrayList<>();
            cells.add(TableCell.text(quality.classNames().get(actual)));
            for (int predicted = 0; predicted < quality.classNames().size(); predicted++) {
                cells.add(TableCell.count(quality.confusion(actual, predicted)));
            }
            table.add(cells.toArray(TableCell[]::new));
        }
        return table;
    }

    private Table calibration(ClassQuality quality) {
        Table table = new Table("confidence", "examples", "mean", "accuracy");
        for (ClassQuality.Bin bin : quality.bins()) {
            if (bin.examples() > 0) {
                table.add(
                        TableCell.text(SafeFigures.exact(bin.from()) + " to " + SafeFigures.exact(bin.to())),
                        TableCell.count(bin.examples()),
                        TableCell.computed(bin.confidence(), output.down(bin.confidence())),
                        TableCell.computed(bin.accuracy(), output.down(bin.accuracy())));
            }
        }
        return table;
    }

    private static ObjectNode json(ClassQuality quality) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("examples", quality.examples());
        node.put("accuracy", quality.accuracy());
        node.put("log_loss", quality.logLoss());
        node.put("brier", quality.brier());
        put(node, "auc", quality.auc());
        node.put("calibration_error", quality.calibrationError());
        ArrayNode classes = node.putArray("classes");
        for (ClassQuality.OneClass one : quality.classes()) {
            ObjectNode entry = classes.addObject();
            entry.put("class", one.name()).put("examples", one.there()).put("predicted", one.predicted());
            put(entry, "precision", one.precision());
            put(entry, "recall", one.recall());
            put(entry, "f1", one.f1());
        }
        ArrayNode confusion = node.putArray("confusion");
        for (int actual = 0; actual < quality.classNames().size(); actual++) {
            ArrayNode row = confusion.addArray();
            for (int predicted = 0; predicted < quality.classNames().size(); predicted++) {
                row.add(quality.confusion(actual, predicted));
            }
        }
        ArrayNode bins = node.putArray("calibration");
        for (ClassQuality.Bin bin : quality.bins()) {
            bins.addObject()
                    .put("from", bin.from())
                    .put("to", bin.to())
                    .put("examples", bin.examples())
                    .put("confidence", bin.confidence())
                    .put("accuracy", bin.accuracy());
        }
        return node.put("note", NOTE);
    }

    private static void put(ObjectNode node, String name, OptionalDouble value) {
        if (value.isPresent()) {
            node.put(name, value.getAsDouble());
        } else {
            node.putNull(name);
        }
    }
}
