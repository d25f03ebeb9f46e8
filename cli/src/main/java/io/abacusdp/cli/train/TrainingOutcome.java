package io.abacusdp.cli.train;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.SafeFigures;
import io.abacusdp.cli.option.AnswerOutput;
import io.abacusdp.cli.output.AnswerJson;
import io.abacusdp.training.audit.AuditOutcome;
import io.abacusdp.training.noise.TestSeed;
import io.abacusdp.training.trainer.EpochRecord;
import io.abacusdp.training.trainer.RunRecord;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** What a run is said to have been, at its end. */
record TrainingOutcome(
        RunRecord record, double examplesPerSecond, Optional<AuditOutcome> audit, Path model, Path report) {
    /** @param statement the guarantee in a few sentences */
    void print(AnswerOutput output, List<String> statement) {
        if (output.isJson()) {
            output.line(json(statement).toString());
        } else {
            text(output, statement);
        }
        record.warnings().forEach(text -> output.warn(Optional.of(text)));
    }

    private void text(AnswerOutput output, List<String> statement) {
        Guarantee guarantee = record.privacy().guarantee();
        statement.forEach(output::line);
        output.line("");
        output.line("epsilon " + TestSeed.epsilon(record.privacy().isSecure(), output.up(guarantee.epsilon())));
        output.line("delta " + SafeFigures.exact(guarantee.delta()));
        output.line("adjacency " + guarantee.adjacency().id());
        output.line("accountant " + guarantee.accountant());
        output.line("noise_multiplier " + output.down(record.privacy().noiseMultiplier()));
        output.line("steps " + record.privacy().modelSteps());
        if (record.privacy().chargedSteps() != record.privacy().modelSteps()) {
            output.line("charged_steps " + record.privacy().chargedSteps());
        }
        accuracy().ifPresent(accuracy -> output.line("test_accuracy " + SafeFigures.exact(accuracy)));
        output.line("examples_per_second " + Math.round(examplesPerSecond));
        audit.ifPresent(outcome -> output.line("audit " + outcome.verdict()));
        record.notes().forEach(note -> output.line("note " + note));
        output.line("model " + model);
        output.line("report " + report);
    }

    private ObjectNode json(List<String> statement) {
        Guarantee guarantee = record.privacy().guarantee();
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        JsonNode accounted = AnswerJson.number(guarantee.epsilon());
        if (record.privacy().isSecure()) {
            node.set("epsilon", accounted);
            node.putNull("not_private");
        } else {
            node.putNull("epsilon");
            node.put("not_private", TestSeed.NOT_PRIVATE);
            node.set(TestSeed.WOULD_BE, accounted);
        }
        node.put("delta", guarantee.delta());
        node.put("noise_multiplier", record.privacy().noiseMultiplier());
        node.put("steps", record.privacy().modelSteps());
        node.put("charged_steps", record.privacy().chargedSteps());
        accuracy().ifPresentOrElse(value -> node.put("test_accuracy", value), () -> node.putNull("test_accuracy"));
        node.put("examples_per_second", examplesPerSecond);
        audit.ifPresent(outcome -> {
            node.put("audit_epsilon_lower", outcome.epsilonLower());
            node.put("audit_epsilon_measured", outcome.measured());
            node.put("audit_refuted", outcome.isRefuted());
        });
        statement.forEach(node.putArray("statement")::add);
        record.warnings().forEach(node.putArray("warnings")::add);
        node.put("model", model.toString());
        node.put("report", report.toString());
        return node;
    }

    private OptionalDouble accuracy() {
        return record.last().map(EpochRecord::testAccuracy).orElse(OptionalDouble.empty());
    }
}
