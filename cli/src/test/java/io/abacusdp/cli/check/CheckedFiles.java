package io.abacusdp.cli.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.cli.Run;
import io.abacusdp.storage.Safetensors;
import io.abacusdp.storage.Sha256;
import io.abacusdp.storage.StrictJson;
import io.abacusdp.storage.Tensors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Files of real runs, and what a liar does to them. */
final class CheckedFiles {
    private CheckedFiles() {}

    /** Copies a directory with all in it. */
    static Path copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
        return to;
    }

    /** Changes a JSON object in its place. */
    static void json(Path file, Consumer<ObjectNode> change) throws IOException {
        ObjectNode node = (ObjectNode) StrictJson.parse(Files.readString(file));
        change.accept(node);
        Files.writeString(file, node.toPrettyString() + "\n");
    }

    static void text(Path file, UnaryOperator<String> change) throws IOException {
        String before = Files.readString(file);
        String after = change.apply(before);
        if (after.equals(before)) {
            throw new IllegalStateException("nothing was changed in " + file);
        }
        Files.writeString(file, after);
    }

    /** Changes the metadata of a model. */
    static void metadata(Path file, Consumer<Map<String, String>> change) throws IOException {
        Tensors model = Safetensors.read(file);
        Map<String, String> metadata = new TreeMap<>(model.metadata());
        change.accept(metadata);
        Safetensors.write(file, Tensors.of(model.tensors(), metadata));
    }

    /** Makes the list of sums fit again, as a liar would. */
    static void sumAgain(Path folder) throws IOException {
        StringBuilder sums = new StringBuilder();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.sorted().toList()) {
                String name = file.getFileName().toString();
                if (!name.equals("SHA256SUMS")) {
                    sums.append(Sha256.ofFile(file)).append("  ").append(name).append('\n');
                }
            }
        }
        Files.writeString(folder.resolve("SHA256SUMS"), sums);
    }

    /** What the command says of a path. */
    static Run check(Path path) {
        return Run.of("check " + path + " --format json");
    }

    /** Texts of all findings of a kind. */
    static List<String> findings(Run run, String result) {
        return run.json()
                .get(0)
                .path("findings")
                .valueStream()
                .filter(finding -> finding.path("result").asText().equals(result))
                .map(finding -> finding.path("subject").asText() + ": "
                        + finding.path("text").asText())
                .toList();
    }

    static List<String> wrong(Run run) {
        return findings(run, "wrong");
    }

    static JsonNode read(Path file) throws IOException {
        return StrictJson.parse(Files.readString(file));
    }
}
