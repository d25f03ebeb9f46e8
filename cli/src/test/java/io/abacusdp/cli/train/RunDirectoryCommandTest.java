package io.abacusdp.cli.train;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.cli.Run;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The directory of a run as the command leaves it and finds it again. */
@DisabledOnOs(OS.WINDOWS)
class RunDirectoryCommandTest {
    @TempDir
    private static Path home;

    @TempDir
    private Path scratch;

    private Path run;

    @BeforeAll
    static void train() {
        Run trained = Run.of("train --epochs 2 --lot 256 --out " + home.resolve("run"));
        assertThat(trained.status()).as(trained.err()).isZero();
    }

    /** A copy with all modes, for each test to spoil. */
    @BeforeEach
    void copy() throws IOException {
        run = scratch.resolve("run");
        try (Stream<Path> files = Files.walk(home.resolve("run"))) {
            for (Path file : files.toList()) {
                Files.copy(file, scratch.resolve(home.relativize(file).toString()), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    @Test
    void everythingButTheRelease_isTheOwnersOnly() throws IOException {
        assertThat(mode(run)).isEqualTo("rwx------");
        for (Path file : list(run)) {
            if (!file.getFileName().toString().equals("release")) {
                assertThat(mode(file)).as(file.toString()).isEqualTo("rw-------");
            }
        }
        assertThat(list(run))
                .extracting(file -> file.getFileName().toString())
                .containsExactly(
                        "README.txt",
                        "charges.log",
                        "checkpoint-000000000011.safetensors",
                        "checkpoint-000000000012.safetensors",
                        "command.json",
                        "lock",
                        "log.csv",
                        "log.jsonl",
                        "release",
                        "run.json",
                        "seal.key",
                        "spent-1.mark",
                        "spent-2.mark");
        assertThat(list(run.resolve("release")))
                .extracting(file -> file.getFileName().toString())
                .containsExactly(
                        "README.txt",
                        "SHA256SUMS",
                        "model.safetensors",
                        "record.json",
                        "report.html",
                        "report.json",
                        "report.txt");
        assertThat(run.resolve("README.txt")).content().contains("is private, except the folder 'release'");
        assertThat(run.resolve("release").resolve("README.txt")).content().contains("may be published");
    }

    @Test
    void resume_ofARunThatIsDone_saysSoAndLeavesAllAsItIs() throws IOException {
        Map<String, String> before = contents(run);

        Run again = Run.of("train --resume " + run);

        assertThat(again.status()).as(again.err()).isZero();
        assertThat(again.err()).contains("the run in " + run + " is done; its release stays as it is");
        assertThat(again.lines()).contains("done true", "steps 12", "charged_steps 12");
        assertThat(contents(run)).isEqualTo(before);
    }

    /** Each of a run that is done: even there, what disagrees is no 'done'. */
    @Test
    void resume_ofARunWhoseFilesDisagree_isRefusedByName() throws IOException {
        record Case(String file, String message) {}
        for (Case each : List.of(
                new Case(
                        "charges.log",
                        "charges.log holds 0 charges, and checkpoint-000000000012.safetensors knows of 12"),
                new Case("spent-1.mark", "spent-1.mark is damaged"),
                new Case("run.json", "run.json is damaged"),
                new Case("command.json", "command.json is not what this run began with"),
                new Case("seal.key", "seal.key is damaged"),
                new Case("release/record.json", "release/record.json is not what this run released"),
                new Case("release/model.safetensors", "release/model.safetensors is not what this run released"),
                new Case("release/report.html", "release/report.html is not what this run released"))) {
            Path file = run.resolve(each.file());
            byte[] whole = Files.readAllBytes(file);
            Files.write(file, new byte[0]);

            Run resumed = Run.of("train --resume " + run);
            Run over = Run.of("train --epochs 1 --out " + run);

            assertThat(resumed.status()).as(each.file()).isEqualTo(3);
            assertThat(resumed.err()).contains(each.message(), "at least 12 charges were made");
            assertThat(over.status()).as(each.file()).isEqualTo(2);
            assertThat(file).isEmptyFile();
            Files.write(file, whole);
        }
        assertThat(Run.of("train --resume " + run).status()).isZero();
    }

    /** What a disk that was full at the end leaves: all steps are made, and nothing is published. */
    @Test
    void resume_withoutARelease_makesItAgainAsItWas() throws IOException {
        Map<String, String> before = contents(run);
        deleteRelease();
        Files.createDirectory(run.resolve(".release.1234.tmp"));

        Run resumed = Run.of("train --resume " + run);

        assertThat(resumed.status()).as(resumed.err()).isZero();
        assertThat(contents(run)).isEqualTo(before);
    }

    @Test
    void resume_ofACopyThatOthersMayRead_goesOnAndTakesThatFromThem() throws IOException {
        deleteRelease();
        Path copy = Files.createDirectory(scratch.resolve("copy"));
        for (Path file : list(run)) {
            Path to = Files.copy(file, copy.resolve(file.getFileName()));
            Files.setPosixFilePermissions(to, PosixFilePermissions.fromString("rw-r--r--"));
        }

        Run resumed = Run.of("train --resume " + copy);

        assertThat(resumed.status()).as(resumed.err()).isZero();
        assertThat(mode(copy.resolve("seal.key"))).isEqualTo("rw-------");
    }

    @Test
    void resume_ofARunOfTheLayoutBefore_isRefusedByName() throws IOException {
        deleteRelease();
        Files.writeString(run.resolve("run.json"), "{\"id\":\"a\",\"noise_multiplier\":2,\"settings\":{}}");

        Run resumed = Run.of("train --resume " + run);

        assertThat(resumed.status()).isEqualTo(3);
        assertThat(resumed.err()).contains("run.json is of layout 1", "at least 12 charges were made");
    }

    @Test
    void train_whereALinkLeadsElsewhere_writesNothingThere() throws IOException {
        Path out = Files.createDirectory(scratch.resolve("new"));
        Path elsewhere = Files.writeString(scratch.resolve("elsewhere"), "mine");
        Files.createSymbolicLink(out.resolve("charges.log"), elsewhere);

        Run trained = Run.of("train --epochs 1 --out " + out);

        assertThat(trained.status()).isEqualTo(3);
        assertThat(trained.err()).contains("charges.log must be a file, and no link");
        assertThat(elsewhere).hasContent("mine");
    }

    @Test
    void train_whereAFolderReleaseIs_leavesItAlone() throws IOException {
        Path out = Files.createDirectory(scratch.resolve("new"));
        Files.createDirectory(out.resolve("release"));

        Run trained = Run.of("train --epochs 1 --out " + out);

        assertThat(trained.status()).isEqualTo(2);
        assertThat(trained.err()).contains("--out must be a new directory");
        assertThat(out.resolve("release")).isEmptyDirectory();
    }

    private void deleteRelease() throws IOException {
        for (Path file : list(run.resolve("release"))) {
            Files.delete(file);
        }
        Files.delete(run.resolve("release"));
    }

    private static List<Path> list(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.sorted().toList();
        }
    }

    private static Map<String, String> contents(Path directory) throws IOException {
        Map<String, String> contents = new TreeMap<>();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.toList()) {
                contents.put(
                        directory.relativize(file).toString(),
                        Files.isDirectory(file)
                                ? ""
                                : new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
            }
        }
        return contents;
    }

    private static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }
}
