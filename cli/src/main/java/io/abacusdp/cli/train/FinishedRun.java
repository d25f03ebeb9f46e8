package io.abacusdp.cli.train;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.cli.option.AnswerOutput;
import io.abacusdp.cli.output.CommandFailures;
import io.abacusdp.storage.StrictJson;
import io.abacusdp.training.checkpoint.RunDirectory;
import io.abacusdp.training.noise.TestSeed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What is said of a run that is to be resumed and is done: what its report says, which stays as it is. */
final class FinishedRun {
    private FinishedRun() {}

    /** Returns the exit status: that of the run when it ended. */
    static int print(AnswerOutput output, Path directory) throws IOException {
        Path folder = RunDirectory.releaseFolder(directory);
        JsonNode report = StrictJson.parse(Files.readString(folder.resolve(TrainingRelease.REPORT_JSON)));
        JsonNode privacy = report.path("privacy");
        output.diagnose("the run in %s is done; its release stays as it is".formatted(directory));
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("done", true);
        for (String field : List.of("epsilon", "not_private", TestSeed.WOULD_BE, "delta")) {
            if (privacy.has(field)) {
                node.set(field, privacy.path(field));
            }
        }
        node.set("noise_multiplier", privacy.path("noise_multiplier"));
        node.set("steps", privacy.path("model_steps"));
        node.set("charged_steps", privacy.path("charged_steps"));
        node.put("model", folder.resolve(TrainingRelease.MODEL).toString());
        node.put("report", folder.resolve(TrainingRelease.REPORT).toString());
        if (output.isJson()) {
            output.line(node.toString());
        } else {
            node.properties().stream()
                    .filter(field -> !field.getValue().isNull())
                    .forEach(field ->
                            output.line(field.getKey() + " " + field.getValue().asText()));
        }
        report.path("warnings").forEach(warning -> output.diagnose(warning.asText()));
        return report.path("audit").path("refuted").asBoolean() ? CommandFailures.UNSOUND : 0;
    }
}
