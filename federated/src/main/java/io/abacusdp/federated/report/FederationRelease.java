package io.abacusdp.federated.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.NonPrivate;
import io.abacusdp.format.EventJson;
import io.abacusdp.storage.DurableFile;
import io.abacusdp.storage.Safetensors;
import io.abacusdp.storage.Sha256;
import io.abacusdp.storage.Tensors;
import io.abacusdp.storage.WholeFolder;
import io.abacusdp.training.model.Model;
import io.abacusdp.training.model.ModelJson;
import io.abacusdp.training.model.ModelTensors;
import io.abacusdp.training.noise.TestSeed;
import io.abacusdp.training.report.ReportBlock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What a federated run may publish: the folder {@code release} in its directory, with the model, which says what it cost, and the
 * report. It is there whole or not at all; one of a run that went on takes the place of the one before.
 */
public record FederationRelease(FederationReport report, Model model) {
    private static final String FOLDER = "release";

    /** Name, in report.json, of the hash of the model file. */
    public static final String MODEL_HASH = "model_sha256";

    /** Name, in the model's metadata, of the hash of the report. */
    public static final String REPORT_HASH = "report_sha256";

    /** The text of README.txt. */
    public static final String README = """
            What is in this folder may be published: it was released with noise and is accounted, or is public.
            SHA256SUMS is for 'sha256sum --check'; 'abacus check' prices the report and the model again.
            """;

    /** The model of a release in a run's directory. */
    public static Path modelOf(Path directory) {
        return directory.resolve(FOLDER).resolve("model.safetensors");
    }

    /** The page of a release in a run's directory. */
    public static Path pageOf(Path directory) {
        return directory.resolve(FOLDER).resolve("report.html");
    }

    /**
     * Makes the folder.
     *
     * @param begun when the run began, of which files say the day: how long a run takes may depend on private data
     */
    public void writeTo(Path directory, FileTime begun) throws IOException {
        FileTime day = FileTime.from(begun.toInstant().truncatedTo(ChronoUnit.DAYS));
        WholeFolder.replace(directory, FOLDER, day, into -> {
            ObjectNode json = report.json();
            Path written = into.resolve("model.safetensors");
            Safetensors.write(written, Tensors.of(ModelTensors.of(model), metadata(json)));
            // The model knows the report, which knows the model: neither can be exchanged alone.
            json.put(MODEL_HASH, Sha256.ofFile(written));
            FederationDocument document = new FederationDocument(json);
            DurableFile.replace(into.resolve("report.txt"), document.text());
            DurableFile.replace(into.resolve("report.json"), json.toPrettyString() + "\n");
            DurableFile.replace(into.resolve("report.html"), document.html());
            DurableFile.replace(into.resolve("README.txt"), README);
            StringBuilder sums = new StringBuilder();
            for (Path file : files(into)) {
                sums.append(Sha256.ofFile(file) + "  " + file.getFileName() + "\n");
            }
            DurableFile.replace(into.resolve("SHA256SUMS"), sums.toString());
        });
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    /**
     * The hash of what a report says, which its model carries.
     *
     * @param json the report, with the hash of the model or without
     */
    public static String hash(ObjectNode json) {
        ObjectNode said = json.deepCopy();
        said.remove(MODEL_HASH);
        return Sha256.of(said.toString());
    }

    /** The same names as in the model of a training run, for the first guarantee, and beside it who is protected from whom. */
    private Map<String, String> metadata(ObjectNode json) {
        Map<String, String> metadata = new TreeMap<>();
        metadata.put("model", ModelJson.write(model.spec()));
        metadata.put("data", "of %d clients".formatted(report.plan().members().size()));
        metadata.put("delta", Double.toString(report.costs().delta()));
        metadata.put("version", report.provenance().version());
        metadata.put("guarantees", json.path("guarantees").toString());
        metadata.put(REPORT_HASH, hash(json));
        String warning = new FederationDocument(json).lead() instanceof ReportBlock.Warning it ? it.text() : "";
        metadata.put("warnings", warning);
        List<StatedGuarantee> stated = report.stated();
        if (stated.isEmpty()) {
            metadata.put("epsilon", "not private");
            metadata.put("adjacency", Adjacency.ADD_OR_REMOVE_ONE.id());
            metadata.put("accountant", "none");
            metadata.put("event", EventJson.write(new NonPrivate()));
        } else {
            StatedGuarantee first = stated.get(0);
            metadata.put(
                    "epsilon",
                    TestSeed.epsilon(
                            report.streams().isSecure(),
                            Double.toString(first.guarantee().epsilon())));
            metadata.put("adjacency", first.guarantee().adjacency().id());
            metadata.put("who", first.who());
            metadata.put("against", first.against());
            metadata.put("accountant", first.guarantee().accountant());
            metadata.put("event", EventJson.write(first.event()));
        }
        return metadata;
    }
}
