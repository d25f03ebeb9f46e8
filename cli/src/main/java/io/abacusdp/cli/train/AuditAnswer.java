package io.abacusdp.cli.train;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.accounting.SafeFigures;
import io.abacusdp.cli.option.AnswerOutput;
import io.abacusdp.cli.output.CommandFailures;
import io.abacusdp.cli.output.Table;
import io.abacusdp.cli.output.TableCell;
import io.abacusdp.training.audit.Finding;
import io.abacusdp.training.audit.MechanismOutcome;
import io.abacusdp.training.report.EpsilonAxis;
import java.util.List;

/** What an audit found, for people or as JSON, and the exit status. */
record AuditAnswer(MechanismOutcome outcome) {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    void print(AnswerOutput output) {
        if (output.isJson()) {
            output.line(json().toString());
            return;
        }
        table(output).text().forEach(output::line);
        output.line("");
        EpsilonAxis.of(List.of(
                        new EpsilonAxis.Mark(
                                "proven",
                                outcome.claimed().epsilon(),
                                output.up(outcome.claimed().epsilon())),
                        new EpsilonAxis.Mark("measured", outcome.measured(), output.down(outcome.measured())),
                        new EpsilonAxis.Mark("lower bound", outcome.plainLower(), output.down(outcome.plainLower()))))
                .forEach(output::line);
        output.line("");
        output.line("epsilon " + output.up(outcome.claimed().epsilon()));
        output.line("delta " + SafeFigures.exact(outcome.claimed().delta()));
        output.line("adjacency " + outcome.claimed().adjacency().id());
        output.line("noise_multiplier " + output.down(outcome.noiseMultiplier()));
        output.line("measured_epsilon " + output.down(outcome.measured()));
        output.line("lower_bound " + output.down(outcome.plainLower()));
        output.line("noise_seen " + output.up(outcome.noiseFactor()));
        output.line("confidence " + SafeFigures.exact(outcome.settings().confidence()));
        output.line("verdict " + outcome.verdict());
    }

    /** 0, or 4 if the claim is refuted. */
    int status() {
        return outcome.isRefuted() ? CommandFailures.UNSOUND : 0;
    }

    /** One row an attack. */
    private Table table(AnswerOutput output) {
        Table table = new Table("data", "attack", "seen", "level", "noise_below", "epsilon_above");
        for (Finding finding : outcome.findings()) {
            table.add(
                    TableCell.text(finding.scene()),
                    TableCell.text(finding.attack()),
                    TableCell.text(finding.seen()),
                    TableCell.computed(finding.level(), output.up(finding.level())),
                    finding.factor() == Double.POSITIVE_INFINITY
                            ? TableCell.NONE
                            : TableCell.computed(finding.factor(), output.up(finding.factor())),
                    TableCell.computed(finding.epsilon(), output.down(finding.epsilon())));
        }
        table.add(
                TableCell.text("crowd"),
                TableCell.text("noise where nothing else is"),
                TableCell.NONE,
                TableCell.computed(outcome.noiseLevel(), output.up(outcome.noiseLevel())),
                TableCell.computed(outcome.noiseFactor(), output.up(outcome.noiseFactor())),
                TableCell.NONE);
        return table;
    }

    private ObjectNode json() {
        ObjectNode node = NODES.objectNode();
        node.set("claimed_epsilon", number(outcome.claimed().epsilon()));
        node.put("delta", outcome.claimed().delta());
        node.put("adjacency", outcome.claimed().adjacency().id());
        node.put("noise_multiplier", outcome.noiseMultiplier());
        node.set("measured_epsilon", number(outcome.measured()));
        node.set("noise_factor", number(outcome.strongest().factor()));
        node.set("epsilon_lower", number(outcome.plainLower()));
        node.set("noise_seen", number(outcome.noiseFactor()));
        node.put("confidence", outcome.settings().confidence());
        node.put("runs", outcome.settings().runs());
        node.put("steps", outcome.settings().steps());
        node.put("records", outcome.settings().records());
        node.put("lot", outcome.settings().lot());
        node.put("order_runs", outcome.settings().orderRuns());
        node.put("order_records", outcome.settings().orderRecords());
        node.put("refuted", outcome.isRefuted());
        node.put("verdict", outcome.verdict());
        ArrayNode findings = node.putArray("findings");
        for (Finding finding : outcome.findings()) {
            ObjectNode one = findings.addObject();
            one.put("data", finding.scene());
            one.put("attack", finding.attack());
            one.put("seen", finding.seen());
            one.put("level", finding.level());
            one.set("noise_factor", number(finding.factor()));
            one.set("epsilon", number(finding.epsilon()));
            one.put("refuted", finding.isRefuted());
        }
        return node;
    }

    /** JSON has no infinity. */
    private static JsonNode number(double value) {
        return Double.isFinite(value) ? NODES.numberNode(value) : NODES.textNode(Double.toString(value));
    }
}
