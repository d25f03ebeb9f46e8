package io.abacusdp.cli.train;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.cli.Run;
import io.abacusdp.storage.Safetensors;
import io.abacusdp.storage.StrictJson;
import io.abacusdp.storage.Tensors;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is published of runs on neighbouring data: but for the model, nothing tells one from the other. */
class ReleaseTest {
    private static final int ROWS = 300;

    /** Numbers of the model, which the accountant is paid for, and what follows from them on public data. */
    private static final String PAID = "model\\.safetensors tensor .*|model\\.safetensors sha256|report\\.json sha256"
            + "|report\\.(txt|html) (sha256|line .*)|report\\.json /epochs/\\d+/test_(loss|accuracy)";

    @TempDir
    private Path scratch;

    private Path people;
    private Path withAnother;
    private Path withoutOne;
    private Path schema;

    @BeforeEach
    void writeNeighbours() throws IOException {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            lines.add((i * 7) % 80 + "," + (i % 3 == 0 ? "f" : "m") + "," + ((i * 7) % 80 > 40 ? "yes" : "no"));
        }
        people = write("secret-clinic.csv", lines);
        List<String> replaced = new ArrayList<>(lines);
        replaced.set(123, "99,f,no");
        withAnother = write("secret-clinic-2.csv", replaced);
        withoutOne = write("secret-clinic-3.csv", lines.subList(0, ROWS - 1));
        schema = Files.writeString(
                scratch.resolve("schema.json"),
                "{\"columns\":{\"age\":{\"type\":\"numeric\",\"low\":0,\"high\":100},"
                        + "\"sex\":{\"type\":\"categorical\",\"categories\":[\"f\",\"m\"]},"
                        + "\"buys\":{\"type\":\"categorical\",\"categories\":[\"no\",\"yes\"]}}}");
    }

    private Path write(String name, List<String> rows) throws IOException {
        List<String> lines = new ArrayList<>(List.of("age,sex,buys"));
        lines.addAll(rows);
        return Files.write(scratch.resolve(name), lines);
    }

    /** Each run has noise of its own. Without a test set nothing in a report is a number that two runs share by chance. */
    @Test
    void neighbours_underFreshNoise_shareNothingThatTellsThemApart() throws IOException {
        Map<String, String> one = train(people, "--adaptive");
        Map<String, String> again = train(people, "--adaptive");
        Map<String, String> neighbour = train(withAnother, "--adaptive");

        assertThat(telling(one, again, neighbour)).isEmpty();
        assertThat(one).hasSizeGreaterThan(100);
    }

    @Test
    void neighbours_underTheSameNoise_differInTheModelOnly() throws IOException {
        String same = "--insecure-seed-for-tests 5 --test " + people;
        Map<String, String> one = train(people, same);
        Map<String, String> again = train(people, same);
        Map<String, String> neighbour = train(withAnother, same);

        // That they differ at all shows that the scan sees it.
        assertThat(telling(one, again, neighbour))
                .isNotEmpty()
                .allMatch(key -> key.matches(PAID))
                .anyMatch(key -> key.startsWith("model.safetensors tensor"));
        // The digest that the data is recognised by has a key of its own for each run.
        assertThat(seal(0)).hasSize(64).isNotEqualTo(seal(1));
    }

    /** Without a test set all but the model is the same, line for line, and with a declared size whatever the size is. */
    @Test
    void declaredSize_hidesTheActualOne() throws IOException {
        String same = "--insecure-seed-for-tests 5 --public-size 310";
        Map<String, String> all = train(people, same);
        Map<String, String> fewer = train(withoutOne, same);

        assertThat(different(all, fewer))
                .isNotEmpty()
                .allMatch(key -> key.matches("model\\.safetensors (tensor .*|sha256)"));
        assertThat(all.get("report.json /data/examples")).isEqualTo("310");
        assertThat(all.get("report.json /size_declared")).isEqualTo("true");
    }

    /** The same number, taken from the data or declared for data of one record less: only what says so differs. */
    @Test
    void undeclaredSize_isAllThatDependsOnTheNumberOfRecords() throws IOException {
        Map<String, String> counted = train(people, "--insecure-seed-for-tests 5");
        Map<String, String> declared = train(withoutOne, "--insecure-seed-for-tests 5 --public-size " + ROWS);

        assertThat(different(counted, declared))
                .allMatch(
                        key -> key.matches(
                                "model\\.safetensors (tensor .*|sha256)|report\\.(json|txt|html) sha256"
                                        + "|report\\.json /(size_declared|command|settings/public size)|report\\.(txt|html) line \\d+"));
        List<String> lines = new ArrayList<>();
        counted.forEach((key, line) -> {
            if (key.startsWith("report.txt line") && !line.equals(declared.get(key))) {
                lines.add(line.strip());
            }
        });
        assertThat(lines)
                .allMatch(line -> line.contains("taken as public")
                        || line.startsWith("public size")
                        || line.startsWith("training data")
                        || line.startsWith("abacus train")
                        || line.contains("divisor come from it")
                        || line.contains("not hide it"));
        assertThat(counted.get("report.json /size_declared")).isEqualTo("false");
    }

    /** Ranges that were taken from private rows shape the model, which the statement says; the files themselves do not tell them. */
    @Test
    void rangesFromPrivateData_areInNoFileOfTheRelease() throws IOException {
        // So many digits are in no hash or figure by chance.
        Path tall = write("heights.csv", List.of("7319157346,f,no", "4185397702,m,yes", "9000,zebra,yes", "8000,f,no"));
        Path out = scratch.resolve("ranged");

        Run run = Run.of(
                "train --label buys --noise-multiplier 4 --epochs 1 --lot 2 --ranges-from-private-data --data csv:"
                        + tall + " --out " + out);

        assertThat(run.status()).as(run.err()).isZero();
        published(out.resolve("release"))
                .forEach((key, value) -> assertThat(value)
                        .as(key)
                        .doesNotContain("7319157346", "4185397702", "7.31915734", "4.18539770", "zebra"));
    }

    private String seal(int number) throws IOException {
        return StrictJson.parse(Files.readString(scratch.resolve("run" + number).resolve("run.json")))
                .at("/seals/data")
                .asText();
    }

    private int runs;

    /** Trains, and returns every part of what is published by where it is. */
    private Map<String, String> train(Path data, String options) throws IOException {
        Path out = scratch.resolve("run" + runs++);
        Run run = Run.of("train --label buys --data-name visits --noise-multiplier 4 --epochs 2 --lot 50 --data csv:"
                + data + " --schema " + schema + " --out " + out + " " + options);
        assertThat(run.status()).as(run.err()).isZero();
        assertNamesNoFileAndNoTime(out.resolve("release"));
        return published(out.resolve("release"));
    }

    private void assertNamesNoFileAndNoTime(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
                        .as(file.toString())
                        .doesNotContain("secret-clinic", scratch.toString(), "examples_per_second", "seconds");
            }
        }
        assertThat(Files.readString(folder.resolve("report.txt")))
                .contains("raining on visits", "--data csv:PATH", "--schema FILE", "--out DIR");
    }

    private static Map<String, String> published(Path folder) throws IOException {
        Map<String, String> parts = new TreeMap<>();
        String id = StrictJson.parse(Files.readString(folder.resolve("record.json")))
                .path("run")
                .asText();
        List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.toList();
        }
        for (Path file : files) {
            String name = file.getFileName().toString();
            parts.put(name + " time", Files.getLastModifiedTime(file).toString());
            if (name.endsWith(".safetensors")) {
                parts.put(name + " size", Long.toString(Files.size(file)));
                Tensors model = Safetensors.read(file);
                model.metadata().forEach((key, value) -> parts.put(name + " " + key, value.replace(id, "ID")));
                model.tensors()
                        .forEach((key, tensor) -> parts.put(name + " tensor " + key, Arrays.toString(tensor.values())));
            } else if (name.endsWith(".json")) {
                leaves(name + " ", StrictJson.parse(Files.readString(file)), id, parts);
            } else if (name.equals("SHA256SUMS")) {
                Files.readAllLines(file).forEach(line -> parts.put(line.substring(66) + " sha256", line));
            } else {
                List<String> lines = Files.readAllLines(file);
                for (int i = 0; i < lines.size(); i++) {
                    parts.put(name + " line " + i, lines.get(i).replace(id, "ID"));
                }
            }
        }
        // The chain of charges begins with the run's random number.
        parts.remove("record.json /journal");
        List.of("record.json", "report.json", "report.txt", "report.html")
                .forEach(name -> parts.remove(name + " sha256"));
        return parts;
    }

    private static void leaves(String path, JsonNode node, String id, Map<String, String> parts) {
        if (node.isValueNode()) {
            parts.put(path, node.asText().replace(id, "ID"));
        }
        node.properties().forEach(entry -> leaves(path + "/" + entry.getKey(), entry.getValue(), id, parts));
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            leaves(path + "/" + i, node.get(i), id, parts);
        }
    }

    /** What is the same in both runs of one data set, and another in that of its neighbour. */
    private static List<String> telling(
            Map<String, String> one, Map<String, String> again, Map<String, String> neighbour) {
        return different(one, neighbour).stream()
                .filter(key -> Objects.equals(one.get(key), again.get(key)))
                .toList();
    }

    private static List<String> different(Map<String, String> one, Map<String, String> two) {
        TreeSet<String> keys = new TreeSet<>(one.keySet());
        keys.addAll(two.keySet());
        return keys.stream()
                .filter(key -> !Objects.equals(one.get(key), two.get(key)))
                .toList();
    }
}
