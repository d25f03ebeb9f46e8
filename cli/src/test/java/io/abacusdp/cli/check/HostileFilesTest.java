package io.abacusdp.cli.check;

import static io.abacusdp.cli.check.CheckedFiles.check;
import static io.abacusdp.cli.check.CheckedFiles.wrong;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.cli.Run;
import io.abacusdp.storage.StrictJson;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are made to break who reads them: each is a finding, and none a stack trace. */
class HostileFilesTest {
    private static final int MUTATIONS = Integer.getInteger("check.mutations", 60);

    @TempDir
    static Path trained;

    @TempDir
    private Path scratch;

    @BeforeAll
    static void train() {
        assertThat(Run.of("train --epochs 1 --out " + trained.resolve("run")).status())
                .isZero();
        assertThat(Run.of("federated simulate --clients 2 --rounds 1 --steps 1 --out " + trained.resolve("federated"))
                        .status())
                .isZero();
    }

    /** Checks a path that is wrong, and returns what is said. */
    private static List<String> refused(Path path) {
        Run run = check(path);
        assertThat(run.status()).as(run.err()).isEqualTo(4);
        assertThat(run.err()).isEmpty();
        assertThat(wrong(run)).isNotEmpty();
        return wrong(run);
    }

    private Path file(String contents) throws IOException {
        return Files.writeString(Files.createTempFile(scratch, "file", ".json"), contents);
    }

    @Test
    void file_thatIsAnythingElse_isSaidToBe() throws IOException {
        assertThat(refused(file(""))).singleElement().asString().contains("is no valid JSON");
        assertThat(refused(file("null"))).singleElement().asString().contains("is not an object");
        assertThat(refused(file("{}"))).singleElement().asString().contains("of a kind that is not known");
        assertThat(refused(file("[".repeat(100_000))))
                .singleElement()
                .asString()
                .contains("nested deeper than");
        assertThat(refused(file("{\"a\":".repeat(100_000))))
                .singleElement()
                .asString()
                .contains("nested deeper than");
        assertThat(refused(file("{\"privacy\":{\"epsilon\":" + "9".repeat(2000) + "}}")))
                .singleElement()
                .asString()
                .contains("is no valid JSON");
        assertThat(refused(file("{\"privacy\":{},\"privacy\":{}}")))
                .singleElement()
                .asString()
                .contains("is no valid JSON");
        byte[] noText = new byte[3000];
        new SplittableRandom(3).nextBytes(noText);
        assertThat(refused(Files.write(scratch.resolve("noise"), noText))).hasSize(1);
    }

    @Test
    void file_thatIsHuge_isNotRead() throws IOException {
        Path huge = scratch.resolve("report.json");
        try (RandomAccessFile sparse = new RandomAccessFile(huge.toFile(), "rw")) {
            sparse.write("{\"privacy\":".getBytes(StandardCharsets.UTF_8));
            sparse.setLength(1L << 40);
        }
        assertThat(refused(huge)).singleElement().asString().contains("has 1099511627776 bytes, and more than");

        Path header = scratch.resolve("model.safetensors");
        try (RandomAccessFile sparse = new RandomAccessFile(header.toFile(), "rw")) {
            // A header of 15 MiB, lowest byte first.
            sparse.write(new byte[] {0, 0, (byte) 0xf0, 0, 0, 0, 0, 0, '{'});
            sparse.setLength(1L << 40);
        }
        assertThat(refused(header)).singleElement().asString().contains("its header must have at most");
    }

    @Test
    void directory_ofSomethingElse_isSaidToBe() throws IOException {
        assertThat(refused(scratch)).singleElement().asString().contains("is a directory without a run");
        Path folder = scratch.resolve("release");
        Files.createDirectories(folder.resolve("report.json"));
        assertThat(refused(folder)).anyMatch(text -> text.contains("report.json: is no regular file"));
        assertThat(Run.of("check " + scratch.resolve("none")).status()).isEqualTo(2);
    }

    /** A link could lead to a device, or to a file of whoever checks. */
    @Test
    void link_withinADirectory_isNotFollowed() throws IOException {
        Path run = CheckedFiles.copy(trained.resolve("run"), scratch.resolve("run"));
        Path release = run.resolve("release");
        for (String name : List.of("report.json", "model.safetensors", "report.txt", "SHA256SUMS", "record.json")) {
            Path file = release.resolve(name);
            Path moved = Files.move(file, scratch.resolve(name));
            Files.createSymbolicLink(file, moved);
            assertThat(refused(release)).anyMatch(text -> text.startsWith(name + ": is a link"));
            Files.delete(file);
            Files.move(moved, file);
        }
        for (String name : List.of("charges.log", "run.json", "seal.key", "log.jsonl")) {
            Path file = run.resolve(name);
            Path moved = Files.move(file, scratch.resolve(name));
            Files.createSymbolicLink(file, moved);
            assertThat(refused(run)).anyMatch(text -> text.startsWith(name + ": is a link"));
            Files.delete(file);
            Files.move(moved, file);
        }
        Path moved = Files.move(release, scratch.resolve("elsewhere"));
        Files.createSymbolicLink(release, moved);
        assertThat(refused(run)).contains("release: is a link, and what it leads to was not read");
        Path loop = Files.createSymbolicLink(scratch.resolve("loop"), scratch.resolve("loop"));
        assertThat(Run.of("check " + loop).status()).isEqualTo(2);
    }

    /** What a file says is shown to a person at a terminal. */
    @Test
    void text_ofAFile_movesNoCursor() throws IOException {
        Path report = trained.resolve("run/release/report.json");
        ObjectNode node = (ObjectNode) CheckedFiles.read(report);
        node.withArray("warnings").add("\u001b[2J\u202eall is well\n");
        Path file = file(node.toString());

        Run run = Run.of("check " + file);

        assertThat(run.out()).contains("all is well").doesNotContain("\u001b", "\u202e");
    }

    /** Each place of each document becomes something else, and the answer is a finding or that nothing is wrong. */
    @Test
    void field_ofAnyOtherKind_isNeverAStackTrace() throws IOException {
        SplittableRandom random = new SplittableRandom(7);
        List<String> replacements = List.of(
                "null", "true", "-1", "1e308", "9007199254740993", "\"x\"", "\"Infinity\"", "[]", "{}", "[[1]]", "0");
        for (Path file : List.of(
                trained.resolve("run/release/report.json"),
                trained.resolve("federated/server/checkpoint-00000001-0000.json"))) {
            for (int i = 0; i < MUTATIONS; i++) {
                JsonNode root = CheckedFiles.read(file);
                String replacement = replacements.get(random.nextInt(replacements.size()));
                replace(root, random, StrictJson.parse(replacement));
                Path changed = file(root.toString());

                Run run = check(changed);

                assertThat(run.status()).as(run.err() + root).isIn(0, 4);
                assertThat(run.err()).isEmpty();
                Files.delete(changed);
            }
        }
    }

    /** Replaces one place at random. */
    private static void replace(JsonNode root, SplittableRandom random, JsonNode by) {
        List<Runnable> places = new ArrayList<>();
        collect(root, by, places);
        places.get(random.nextInt(places.size())).run();
    }

    private static void collect(JsonNode node, JsonNode by, List<Runnable> places) {
        if (node instanceof ObjectNode object) {
            object.fieldNames().forEachRemaining(name -> {
                places.add(() -> object.set(name, by));
                collect(object.path(name), by, places);
            });
        } else if (node instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                int at = i;
                places.add(() -> array.set(at, by));
                collect(array.path(i), by, places);
            }
        }
    }

    @Test
    void bytes_thatAreChangedInAnyFile_areNeverAStackTrace() throws IOException {
        SplittableRandom random = new SplittableRandom(11);
        for (String path : List.of("run", "run/release", "federated")) {
            Path directory = trained.resolve(path);
            for (int i = 0; i < MUTATIONS / 3; i++) {
                Path copy = CheckedFiles.copy(directory, scratch.resolve(path.replace('/', '-') + i));
                List<Path> files;
                try (var walk = Files.walk(copy)) {
                    files = walk.filter(Files::isRegularFile).sorted().toList();
                }
                Path file = files.get(random.nextInt(files.size()));
                byte[] bytes = Files.readAllBytes(file);
                if (bytes.length > 0) {
                    bytes[random.nextInt(bytes.length)] ^= (byte) (1 + random.nextInt(255));
                    Files.write(file, random.nextBoolean() ? bytes : Arrays.copyOf(bytes, bytes.length / 2));
                }

                Run run = check(copy);

                assertThat(run.status()).as(run.err() + file).isIn(0, 4);
                assertThat(run.err()).isEmpty();
            }
        }
    }
}
