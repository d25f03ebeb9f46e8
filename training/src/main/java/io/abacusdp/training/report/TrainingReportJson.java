package io.abacusdp.training.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.format.EventJson;
import io.abacusdp.training.audit.AuditOutcome;
import io.abacusdp.training.noise.TestSeed;
import io.abacusdp.training.trainer.DataRecord;
import io.abacusdp.training.trainer.EpochRecord;
import io.abacusdp.training.trainer.PrivacyRecord;
import io.abacusdp.training.trainer.RunRecord;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** A run as JSON. What is not there is null; an infinity, which JSON has not, is the string "Infinity". */
final class TrainingReportJson {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private TrainingReportJson() {}

    static ObjectNode of(
            RunRecord run,
            List<String> statement,
            List<GroupEpsilon> groups,
            Optional<AuditOutcome> audit,
            Provenance provenance) {
        ObjectNode report = NODES.objectNode();
        report.set("statement", texts(statement));
        report.set("privacy", privacy(run.privacy()));
        report.set("groups", groups(run.privacy(), groups));
        report.set("audit", audit.map(TrainingReportJson::audit).orElse(NODES.nullNode()));
        ObjectNode settings = report.putObject("settings");
        run.settings().forEach(settings::put);
        report.put("model", run.model());
        report.set("data", data(run.data()));
        report.put("size_declared", run.isSizeDeclared());
        report.set("test", run.test().map(TrainingReportJson::data).orElse(NODES.nullNode()));
        ArrayNode epochs = report.putArray("epochs");
        run.epochs().forEach(epoch -> epochs.add(epoch(run.privacy(), epoch)));
        report.put("begun", run.begun().toString());
        report.put("ending", run.ending().name().toLowerCase(Locale.ROOT));
        report.set("notes", texts(run.notes()));
        report.set("warnings", texts(run.warnings()));
        report.put("command", provenance.command());
        report.put("version", provenance.version());
        return report;
    }

    private static ObjectNode privacy(PrivacyRecord privacy) {
        ObjectNode node = NODES.objectNode();
        epsilon(privacy, privacy.guarantee().epsilon(), node);
        node.set("delta", number(privacy.guarantee().delta()));
        node.set("lower", privacy.isSecure() ? number(privacy.guarantee().lower()) : NODES.nullNode());
        node.set("order", number(privacy.guarantee().order()));
        node.put("adjacency", privacy.guarantee().adjacency().id());
        node.put("unit", privacy.unit().words());
        node.put("accountant", privacy.guarantee().accountant());
        node.set("notes", texts(privacy.guarantee().notes()));
        node.set("budget", number(privacy.budget()));
        node.set("noise_multiplier", number(privacy.noiseMultiplier()));
        node.put("sampling", privacy.sampling());
        node.put("charged_steps", privacy.chargedSteps());
        node.put("model_steps", privacy.modelSteps());
        node.put("planned_steps", privacy.plannedSteps());
        node.put("secure", privacy.isSecure());
        node.set("event", EventJson.toNode(privacy.event()));
        return node;
    }

    /** The epsilon that holds, which under a test seed is none, whatever was accounted. */
    private static void epsilon(PrivacyRecord privacy, double accounted, ObjectNode node) {
        if (privacy.isSecure()) {
            node.set("epsilon", number(accounted));
            node.putNull("not_private");
        } else {
            node.putNull("epsilon");
            node.put("not_private", TestSeed.NOT_PRIVATE);
            node.set(TestSeed.WOULD_BE, number(accounted));
        }
    }

    private static ArrayNode groups(PrivacyRecord privacy, List<GroupEpsilon> groups) {
        ArrayNode array = NODES.arrayNode();
        for (GroupEpsilon group : groups) {
            ObjectNode node = array.addObject().put("records", group.records());
            group.epsilon().ifPresentOrElse(epsilon -> epsilon(privacy, epsilon, node), () -> node.putNull("epsilon"));
        }
        return array;
    }

    private static JsonNode audit(AuditOutcome outcome) {
        ObjectNode node = NODES.objectNode();
        node.put("canaries", outcome.canaries());
        node.put("guesses", outcome.guesses());
        node.put("correct", outcome.correct());
        node.put("right", outcome.right());
        node.set("confidence", number(outcome.confidence()));
        node.set("delta", number(outcome.claimed().delta()));
        node.set("epsilon_lower", number(outcome.epsilonLower()));
        node.set("greatest_possible", number(outcome.greatestPossible()));
        node.set("noise_factor", number(outcome.noiseFactor()));
        node.set("measured_epsilon", number(outcome.measured()));
        node.set("claimed_epsilon", number(outcome.claimed().epsilon()));
        node.put("refuted", outcome.isRefuted());
        node.put("verdict", outcome.verdict());
        return node;
    }

    private static JsonNode data(DataRecord data) {
        ObjectNode node = NODES.objectNode();
        node.put("name", data.name());
        node.put("examples", data.examples());
        ArrayNode shape = node.putArray("shape");
        data.shape().forEach(shape::add);
        node.put("classes", data.classes());
        node.set("notes", texts(data.notes()));
        return node;
    }

    private static ObjectNode epoch(PrivacyRecord privacy, EpochRecord epoch) {
        ObjectNode node = NODES.objectNode();
        node.put("epoch", epoch.epoch());
        node.put("step", epoch.step());
        node.put("charged_steps", epoch.chargedSteps());
        epsilon(privacy, epoch.epsilon(), node);
        node.set("noise_multiplier", number(epoch.noiseMultiplier()));
        node.set("clipping_norm", number(epoch.clippingNorm()));
        node.set("learning_rate", number(epoch.learningRate()));
        node.set("test_loss", number(epoch.testLoss()));
        node.set("test_accuracy", number(epoch.testAccuracy()));
        return node;
    }

    private static JsonNode number(OptionalDouble value) {
        return value.isPresent() ? number(value.getAsDouble()) : NODES.nullNode();
    }

    /** A number, or the string that stands for an infinity or for what is no number. */
    private static JsonNode number(double value) {
        return Double.isFinite(value) ? NODES.numberNode(value) : NODES.textNode(Double.toString(value));
    }

    private static ArrayNode texts(List<String> texts) {
        ArrayNode node = NODES.arrayNode();
        texts.forEach(node::add);
        return node;
    }
}
