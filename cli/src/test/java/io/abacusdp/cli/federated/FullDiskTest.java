package io.abacusdp.cli.federated;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.cli.Run;
import io.abacusdp.federated.budget.LocalLedger;
import io.abacusdp.federated.privacy.EpsilonLimits;
import io.abacusdp.federated.privacy.PrivacyCosts;
import io.abacusdp.storage.ChainedLog;
import io.abacusdp.storage.SpendMarks;
import io.abacusdp.storage.StrictJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Processes whose files the operating system cuts off at a length, as on a full disk, in the midst of a run. */
@Tag("slow")
@DisabledOnOs(OS.WINDOWS)
class FullDiskTest {
    @TempDir
    private Path home;

    private record Ended(int status, String err) {}

    private Ended underLimit(int kibibytes, String commandLine) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                "bash",
                "-c",
                "ulimit -f " + kibibytes + "; exec \"$@\"",
                "bash",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:-UsePerfData",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                "io.abacusdp.cli.Abacus"));
        command.addAll(List.of(commandLine.split(" ", -1)));
        Process process = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), err);
    }

    /** On a thread of its own: the common pool may have one only. */
    private static <T> CompletableFuture<T> started(Supplier<T> task) {
        return CompletableFuture.supplyAsync(task, each -> new Thread(each).start());
    }

    private static List<String> lines(Path log, String id) throws IOException {
        try (ChainedLog open = ChainedLog.open(log, id)) {
            return List.copyOf(open.lines());
        }
    }

    /** The server's ledger comes to the limit after some rounds: no line of it is lost, and the run goes on when there is room. */
    @Test
    void simulate_onADiskThatFillsUp_losesNoSpend_andGoesOn() throws Exception {
        Path run = home.resolve("run");
        Ended cut = underLimit(
                11, "federated simulate --noise-multiplier 20 --clients 3 --steps 1 --rounds 20 --out " + run);

        assertThat(cut.status()).as(cut.err()).isEqualTo(1);
        assertThat(cut.err())
                .contains("Nothing that was recorded is lost", "making room", "simulate --resume " + run + " goes on");
        String id = StrictJson.parse(Files.readString(run.resolve("server/federation.json")))
                .path("run")
                .textValue();
        List<String> kept = lines(run.resolve("server/ledger.log"), id);
        assertThat(kept).hasSizeBetween(3, 59);

        Run resumed = Run.of("federated simulate --format json --resume " + run);

        assertThat(resumed.status()).as(resumed.err()).isZero();
        assertThat(resumed.json().get(0).path("rounds").intValue()).isEqualTo(20);
        assertThat(lines(run.resolve("server/ledger.log"), id).subList(0, kept.size()))
                .isEqualTo(kept);
        try (LocalLedger ledger =
                LocalLedger.open(run.resolve("server/ledger.log"), id, EpsilonLimits.none(), PrivacyCosts.best(1e-5))) {
            for (String site : List.of("site-1", "site-2", "site-3")) {
                List<String> own = lines(run.resolve("clients").resolve(site).resolve("charges.log"), site);
                assertThat(own).hasSizeGreaterThanOrEqualTo(20);
                assertThat(ledger.charges(site)).isGreaterThanOrEqualTo(own.size());
            }
        }
    }

    /** A client's ledger has come to the limit: it trains for nothing that it could not record, and says what to do. */
    @Test
    void simulate_whoseClientCannotRecordACharge_doesNothingForIt() throws Exception {
        Path run = home.resolve("run");
        Run begun = Run.of("federated simulate --clients 2 --rounds 1 --steps 1 --out " + run);
        assertThat(begun.status()).as(begun.err()).isZero();
        Path log = run.resolve("clients/site-1/charges.log");
        String charge = lines(log, "site-1").get(0);
        Path other = grown(home.resolve("other/clients/site-1"), "site-1", charge);
        byte[] before = Files.readAllBytes(other);
        assertThat(before.length).isBetween(10 << 10, 30 << 10);

        Ended cut = underLimit(
                before.length / 1024,
                "federated simulate --noise-multiplier 2 --clients 2 --rounds 1 --steps 1 --out "
                        + home.resolve("other"));

        assertThat(cut.status()).as(cut.err()).isEqualTo(1);
        assertThat(cut.err()).contains("nothing was done for", "Nothing that was recorded is lost");
        byte[] after = Files.readAllBytes(other);
        assertThat(Arrays.copyOf(after, before.length)).isEqualTo(before);
    }

    /** A client's ledger of 60 charges of another run. */
    private static Path grown(Path directory, String client, String charge) throws IOException {
        Path log = Files.createDirectories(directory).resolve("charges.log");
        try (ChainedLog grown = ChainedLog.create(log, client);
                SpendMarks marks = SpendMarks.create(directory, client, grown.hash(0))) {
            for (int i = 1; i <= 60; i++) {
                grown.append(otherRun(charge));
                marks.write(i, grown.hash(i));
            }
            grown.awaitDurable();
        }
        return log;
    }

    /** The processes of a real federation, each on a disk of its own that is full: first a client's, then the server's. */
    @Test
    void serverAndClient_onDisksThatAreFull_loseNoSpend_andGoOn() throws Exception {
        for (String command : List.of(
                "key --name server --host localhost --out HOME/server",
                "key --name site-a --records 720 --out HOME/site-a",
                "key --name site-b --records 720 --out HOME/site-b",
                "enrol --federation HOME/fed HOME/server/request.json HOME/site-a/request.json HOME/site-b/request.json")) {
            Run made = Run.of("federated " + command.replace("HOME", home.toString()));
            assertThat(made.status()).as(made.err()).isZero();
        }
        for (String name : List.of("server", "site-a", "site-b")) {
            Files.copy(
                    home.resolve("fed/enrolled").resolve(name).resolve("enrolment.json"),
                    home.resolve(name).resolve("enrolment.json"));
        }
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Path run = home.resolve("run");
        String server =
                "federated server --federation HOME/fed --credentials HOME/server --run HOME/run --noise-multiplier 20"
                                .replace("HOME", home.toString())
                        + " --style sample --steps 1 --rounds 20 --min-clients 2 --port " + port;
        String client = "federated client --server localhost:" + port + " --credentials " + home + "/site-";
        String charge =
                "{\"run\":\"x\",\"round\":1,\"attempt\":0,\"records\":{\"type\":\"gaussian\",\"noise_multiplier\":99.0},\"client\":null}";
        Path log = grown(home.resolve("site-b/ledger"), "site-b", charge);
        byte[] before = Files.readAllBytes(log);
        CompletableFuture<Ended> serving = started(() -> underLimitUnchecked(9, server));
        CompletableFuture<Run> other = started(() -> Run.of(client + "a --bundled 1/2"));

        Ended full = underLimit(before.length / 1024, client + "b --bundled 2/2");

        assertThat(full.status()).as(full.err()).isEqualTo(1);
        assertThat(full.err()).contains("nothing was done for", "Nothing that was recorded is lost", "making room");
        assertThat(Arrays.copyOf(Files.readAllBytes(log), before.length)).isEqualTo(before);

        CompletableFuture<Run> again = started(() -> Run.of(client + "b --bundled 2/2"));
        Ended cut = serving.get();
        assertThat(cut.status()).as(cut.err()).isEqualTo(1);
        assertThat(cut.err()).contains("Nothing that was recorded is lost", "making room", "the same command goes on");
        String id = StrictJson.parse(Files.readString(run.resolve("server/federation.json")))
                .path("run")
                .textValue();
        List<String> kept = lines(run.resolve("server/ledger.log"), id);
        assertThat(kept).hasSizeGreaterThan(3);

        Run served = Run.of(server + " --format json");

        assertThat(served.status()).as(served.err()).isZero();
        assertThat(served.json().get(1).path("rounds").intValue()).isEqualTo(20);
        assertThat(other.get().status()).isZero();
        assertThat(again.get().status()).isZero();
        assertThat(lines(run.resolve("server/ledger.log"), id).subList(0, kept.size()))
                .isEqualTo(kept);
        try (LocalLedger ledger =
                LocalLedger.open(run.resolve("server/ledger.log"), id, EpsilonLimits.none(), PrivacyCosts.best(1e-5))) {
            assertThat(ledger.charges("site-a"))
                    .isGreaterThanOrEqualTo(lines(home.resolve("site-a/ledger/charges.log"), "site-a")
                            .size());
            assertThat(ledger.charges("site-b"))
                    .isGreaterThanOrEqualTo(lines(log, "site-b").size() - 60);
        }
    }

    private Ended underLimitUnchecked(int kibibytes, String commandLine) {
        try {
            return underLimit(kibibytes, commandLine);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static String otherRun(String charge) {
        JsonNode entry = StrictJson.parse(charge);
        ((ObjectNode) entry).put("run", "another");
        return entry.toString();
    }
}
