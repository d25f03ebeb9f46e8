package io.abacusdp.cli.use;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.cli.option.Console;
import io.abacusdp.cli.output.Table;
import io.abacusdp.cli.output.TableCell;
import io.abacusdp.cli.output.UsageException;
import io.abacusdp.training.predict.Prediction;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import picocli.CommandLine.Option;

/** Predictions as comma-separated values or as lines of JSON. */
final class PredictionOutput extends Console {
    @Option(
            names = {"--output", "--format"},
            paramLabel = "csv|json",
            defaultValue = "csv",
            description = "Comma-separated values, or JSON, an object a line. Default: csv.")
    private String format = "csv";

    /** Refuses a format that is none, before there is work. */
    void check() {
        if (!format.equals("csv") && !format.equals("json")) {
            throw new UsageException("--output must be csv or json, got " + format);
        }
    }

    void print(List<Prediction> predictions, List<String> classNames) {
        if (format.equals("json")) {
            for (int row = 0; row < predictions.size(); row++) {
                line(json(row + 1, predictions.get(row), classNames));
            }
        } else {
            table(predictions, classNames).csv().forEach(this::line);
        }
    }

    private static Table table(List<Prediction> predictions, List<String> classNames) {
        List<String> columns = new ArrayList<>(List.of("row", "prediction"));
        classNames.forEach(name -> columns.add("probability:" + name));
        Table table = new Table(columns.toArray(String[]::new));
        for (int row = 0; row < predictions.size(); row++) {
            Prediction prediction = predictions.get(row);
            List<TableCell> cells = new ArrayList<>();
            cells.add(TableCell.count(row + 1L));
            cells.add(
                    prediction.isClass()
                            ? TableCell.text(prediction.className())
                            : TableCell.given(prediction.value()));
            for (double probability : prediction.probabilities()) {
                cells.add(TableCell.given(probability));
            }
            table.add(cells.toArray(TableCell[]::new));
        }
        return table;
    }

    private static String json(int row, Prediction prediction, List<String> classNames) {
        ObjectNode node = JsonNodeFactory.instance.objectNode().put("row", row);
        if (prediction.isClass()) {
            node.put("prediction", prediction.className());
            ObjectNode probabilities = node.putObject("probabilities");
            double[] all = prediction.probabilities();
            IntStream.range(0, all.length).forEach(i -> probabilities.put(classNames.get(i), all[i]));
        } else {
            node.put("prediction", prediction.value());
        }
        return node.toString();
    }
}
