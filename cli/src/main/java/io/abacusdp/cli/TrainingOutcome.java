package io.abacusdp.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.SafeFigures;
import io.abacusdp.training.audit.AuditOutcome;
import io.abacusdp.training.trainer.EpochRecord;
import io.abacusdp.training.trainer.RunRecord;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;

/** What a run is said to have been, at its end. */
record TrainingOutcome(RunRecord record, Optional<AuditOutcome> audit, Path model, Path report) {
    /** @param lead the guarantee in a sentence */
    void print(Output output, String lead) {
        if (output.isJson()) {
            output.line(json().toString());
        } else {
            text(output, lead);
        }
        record.warnings().forEach(output::diagnose);
    }

    private void text(Output output, String lead) {
        Guarantee guarantee = record.privacy().guarantee();
        output.line(lead);
        output.line("");
        output.line("epsilon " + output.up(guarantee.epsilon()));
        output.line("delta " + SafeFigures.exact(guarantee.delta()));
        output.line("adjacency " + guarantee.adjacency().id());
        output.line("accountant " + guarantee.accountant());
        output.line("noise_multiplier " + output.down(record.privacy().noiseMultiplier()));
        output.line("steps " + record.privacy().modelSteps());
        if (record.privacy().chargedSteps() != record.privacy().modelSteps()) {
            output.line("charged_steps " + record.privacy().chargedSteps());
        }
        accuracy().ifPresent(accuracy -> output.line("test_accuracy " + SafeFigures.exact(accuracy)));
        output.line("examples_per_second " + Math.round(record.examplesPerSecond()));
        audit.ifPresent(outcome -> output.line("audit " + outcome.verdict()));
        record.notes().forEach(note -> output.line("note " + note));
        output.line("model " + model);
        output.line("report " + report);
    }

    private ObjectNode json() {
        Guarantee guarantee = record.privacy().guarantee();
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        if (Double.isFinite(guarantee.epsilon())) {
            node.put("epsilon", guarantee.epsilon());
        } else {
            // JSON has no infinity.
            node.put("epsilon", "Infinity");
        }
        node.put("delta", guarantee.delta());
        node.put("noise_multiplier", record.privacy().noiseMultiplier());
        node.put("steps", record.privacy().modelSteps());
        node.put("charged_steps", record.privacy().chargedSteps());
        accuracy().ifPresentOrElse(value -> node.put("test_accuracy", value), () -> node.putNull("test_accuracy"));
        node.put("examples_per_second", record.examplesPerSecond());
        audit.ifPresent(outcome -> node.put("audit_epsilon_lower", outcome.epsilonLower()));
        node.put("model", model.toString());
        node.put("report", report.toString());
        return node;
    }

    private OptionalDouble accuracy() {
        return record.last().map(EpochRecord::testAccuracy).orElse(OptionalDouble.empty());
    }
}
