package io.abacusdp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.ledger.api.Ledger;
import io.abacusdp.ledger.api.data.PrivacyUnit;
import io.abacusdp.ledger.journal.SigningKey;
import io.abacusdp.storage.StrictJson;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.util.OSInfo;

/**
 * Every command that writes a file, in processes whose files the operating system cuts off at a length ({@code ulimit -f}), as it
 * does on a full disk: the command fails and names the file, and what was there before stays.
 */
@DisabledOnOs(OS.WINDOWS)
@Tag("slow")
class ShortWritesTest {
    private static final String TRAINED = "train --epochs 1 --lot 256 --out ";
    private static final String SIMULATED = "federated simulate --clients 2 --rounds 1 --steps 1 --out ";

    @TempDir
    private static Path home;

    /** A command line, and the file that it cannot write. HOME is the test's directory. */
    private record Case(String commandLine, String file) {
        String command() {
            return commandLine.replace("HOME", home.toString());
        }

        Path path() {
            return home.resolve(file);
        }
    }

    @BeforeAll
    static void prepare() throws IOException {
        succeed("federated key --name site-a --records 5 --out HOME/site-a");
        succeed("federated key --name site-b --records 5 --out HOME/site-b");
        succeed("federated enrol --federation HOME/fed HOME/site-a/request.json");
        succeed("federated record HOME/few.json --round 1 --sample 1,0.1,100");
        writeLongHistory();
        succeed(TRAINED + "HOME/trained");
        // All its steps are made, and what is to be published is not written.
        deleteRelease("trained");
        succeed(SIMULATED + "HOME/simulated");
        deleteRelease("simulated");
        for (String old : List.of("plot.svg", "plot.png", "new-run/command.json", "new-simulation/command.json")) {
            Files.createDirectories(home.resolve(old).getParent());
            Files.writeString(home.resolve(old), "old");
        }
    }

    private static void deleteRelease(String run) throws IOException {
        Path folder = home.resolve(run).resolve("release");
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }

    /** 50 rounds, as if they had been recorded one after the other. */
    private static void writeLongHistory() throws IOException {
        String one = Files.readString(home.resolve("few.json"));
        String triple = "[ 1.0, 0.1, 100 ]";
        assertThat(one).contains(triple);
        Files.writeString(
                home.resolve("many.json"), one.replace(triple, String.join(", ", Collections.nCopies(50, triple))));
    }

    @Test
    void commands_thatCannotWriteAByte_failAndKeepWhatWasThere() throws IOException, InterruptedException {
        assertKept(
                0,
                List.of(
                        new Case("federated record HOME/few.json --round 2 --sample 1,0.1,100", "few.json"),
                        new Case("federated key --name site-c --records 5 --out HOME/site-c", "site-c/identity.key"),
                        new Case(
                                "federated enrol --federation HOME/new HOME/site-a/request.json", "new/federation.key"),
                        new Case(
                                "federated enrol --federation HOME/fed HOME/site-b/request.json",
                                "fed/enrolled/site-b/certificate.crt"),
                        new Case("federated revoke --federation HOME/fed site-a", "fed/roster.json"),
                        new Case("ledger init --db jdbc:sqlite:HOME/a.db --persons a,b", "a.db.key"),
                        new Case(TRAINED + "HOME/new-run", "new-run/command.json"),
                        new Case(SIMULATED + "HOME/new-simulation", "new-simulation/command.json"),
                        new Case("train --resume HOME/trained", "trained/release/model.safetensors"),
                        new Case("federated simulate --resume HOME/simulated", "simulated/release/model.safetensors")));
    }

    @Test
    void commands_thatCanWriteAPartOfAFile_failAndKeepWhatWasThere() throws IOException, InterruptedException {
        String tradeoff = "tradeoff --noise-multiplier 1 --plot HOME/plot.";
        assertKept(
                1,
                List.of(
                        new Case("federated record HOME/many.json --round 51 --sample 1,0.1,100", "many.json"),
                        new Case(
                                "federated enrol --federation HOME/fed HOME/site-a/request.json",
                                "fed/enrolled/site-a/enrolment.json"),
                        new Case(tradeoff + "svg", "plot.svg"),
                        new Case(tradeoff + "png", "plot.png"),
                        new Case(TRAINED + "HOME/part", "part/checkpoint-000000000000.safetensors"),
                        new Case(
                                SIMULATED.replace("--clients 2", "--clients 20") + "HOME/fed-part",
                                "fed-part/server/federation.json"),
                        new Case("train --resume HOME/trained", "trained/release/model.safetensors"),
                        new Case("federated simulate --resume HOME/simulated", "simulated/release/model.safetensors")));
    }

    /** What the run is fits, and its first checkpoint does not. */
    @Test
    void checkpoint_ofAFederationThatCannotBeWrittenWhole_leavesNone() throws IOException, InterruptedException {
        assertKept(
                2,
                List.of(new Case(
                        SIMULATED + "HOME/fed-checkpoint", "fed-checkpoint/server/model-00000000-0000.safetensors")));
    }

    /** The models fit, and reports do not. */
    @Test
    void reports_thatCannotBeWrittenWhole_areKept() throws IOException, InterruptedException {
        assertKept(
                8,
                List.of(
                        new Case("train --resume HOME/trained", "trained/release/report.html"),
                        new Case("federated simulate --resume HOME/simulated", "simulated/release/report.html")));
    }

    @Test
    void export_thatCannotBeWrittenWhole_leavesNoFile() throws IOException, InterruptedException {
        String url = "jdbc:sqlite:" + home.resolve("ledger.db");
        SigningKey key = SigningKey.readOrCreate(home.resolve("ledger.db.key"));
        try (Ledger ledger = Ledger.open(url, key, Clock.systemUTC())) {
            for (int i = 0; i < 250; i++) {
                ledger.addAccount("account-" + i, new PrivacyUnit("patient", Adjacency.ADD_OR_REMOVE_ONE));
            }
        }
        assertKept(40, List.of(new Case("ledger export --db " + url + " HOME/journal.jsonl", "journal.jsonl")));
    }

    /** What a shell redirects into a file counts as well. */
    @Test
    void standardOutput_thatCannotBeWrittenWhole_isAFailure() throws IOException, InterruptedException {
        Process process = underLimit(
                        0, Abacus.class, List.of("tradeoff", "--noise-multiplier", "1", "--format", "json"))
                .redirectOutput(home.resolve("table").toFile())
                .start();

        assertThat(new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("abacus: standard output could not be written");
        assertThat(process.waitFor()).isEqualTo(1);
    }

    private static void assertKept(int kibibytes, List<Case> cases) throws IOException, InterruptedException {
        Map<Path, String> before = new LinkedHashMap<>();
        for (Case each : cases) {
            before.put(each.path(), content(each.path()));
        }
        Process process = underLimit(
                        kibibytes,
                        CommandsUnderLimit.class,
                        cases.stream().map(Case::command).toList())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<JsonNode> ends = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .map(StrictJson::parse)
                .toList();
        assertThat(process.waitFor()).isZero();
        assertThat(ends).hasSameSizeAs(cases);
        for (int i = 0; i < cases.size(); i++) {
            Path file = cases.get(i).path();
            String old = Objects.requireNonNull(before.get(file));
            String unchanged = old.isEmpty() ? "" : "; the old content is unchanged";
            assertThat(ends.get(i).path("err").asText())
                    .as(cases.get(i).command())
                    .contains("the file " + file + " could not be written: File too large" + unchanged);
            assertThat(ends.get(i).path("status").asInt()).isNotZero();
            assertThat(content(file)).isEqualTo(old);
        }
        try (Stream<Path> files = Files.walk(home)) {
            assertThat(files).noneMatch(file -> file.toString().endsWith(".tmp"));
        }
    }

    /** The file's bytes as text; nothing if it is not there, as no command writes an empty file. */
    private static String content(Path file) throws IOException {
        return Files.exists(file) ? Files.readString(file, StandardCharsets.ISO_8859_1) : "";
    }

    private static void succeed(String commandLine) {
        Run run = Run.of(commandLine.replace("HOME", home.toString()));
        assertThat(run.status()).as(run.err()).isZero();
    }

    private static ProcessBuilder underLimit(int kibibytes, Class<?> main, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                "bash",
                "-c",
                "ulimit -f " + kibibytes + "; exec \"$@\"",
                "bash",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:-UsePerfData",
                "-XX:TieredStopAtLevel=1",
                "-Dorg.sqlite.lib.path=" + sqliteLibrary().getParent(),
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                main.getName()));
        command.addAll(arguments);
        return new ProcessBuilder(command);
    }

    /** SQLite's native library, which a process under a limit could not unpack itself. */
    private static Path sqliteLibrary() throws IOException {
        String name = System.mapLibraryName("sqlitejdbc");
        Path file = home.resolve(name);
        if (Files.notExists(file)) {
            String resource = "/org/sqlite/native/" + OSInfo.getNativeLibFolderPathForCurrentOS() + "/" + name;
            try (InputStream in = Objects.requireNonNull(OSInfo.class.getResourceAsStream(resource), resource)) {
                Files.copy(in, file);
            }
        }
        return file;
    }
}
