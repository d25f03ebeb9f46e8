package io.abacusdp.cli.federated;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.cli.Run;
import io.abacusdp.federated.budget.LocalLedger;
import io.abacusdp.federated.privacy.EpsilonLimits;
import io.abacusdp.federated.privacy.PrivacyCosts;
import io.abacusdp.storage.ChainedLog;
import io.abacusdp.storage.StrictJson;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes of a federation of which two have the same directory, or the same key, or an older copy of what they had. */
@Tag("slow")
class SameKeyTest {
    private static final int ROUNDS = 8;

    @TempDir
    private Path home;

    private final List<Process> started = new ArrayList<>();
    private int port;

    private void enrol(String... sites) throws IOException {
        made("key --name server --host localhost --out HOME/server");
        for (String site : sites) {
            made("key --name %s --records 720 --out HOME/%s".formatted(site, site));
        }
        String requests =
                Stream.of(sites).map(" HOME/%s/request.json"::formatted).collect(Collectors.joining());
        made("enrol --federation HOME/fed HOME/server/request.json" + requests);
        for (String name : Stream.concat(Stream.of("server"), Stream.of(sites)).toList()) {
            Files.copy(
                    home.resolve("fed/enrolled").resolve(name).resolve("enrolment.json"),
                    home.resolve(name).resolve("enrolment.json"));
        }
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
    }

    private void made(String command) {
        Run made = Run.of("federated " + command.replace("HOME", home.toString()));
        assertThat(made.status()).as(made.err()).isZero();
    }

    @AfterEach
    void end() {
        started.forEach(Process::destroyForcibly);
    }

    private Process start(String name, String commandLine) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                "io.abacusdp.cli.Abacus"));
        command.addAll(List.of(commandLine.split(" ", -1)));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(home.resolve(name + ".out").toFile())
                .start();
        started.add(process);
        return process;
    }

    private Process server(int minimum) throws IOException {
        return start(
                "server",
                "federated server --federation HOME/fed --credentials HOME/server --run HOME/run --noise-multiplier 20"
                                .replace("HOME", home.toString())
                        + " --style sample --steps 1 --patience 120 --grace 5 --min-clients " + minimum + " --rounds "
                        + ROUNDS + " --port " + port);
    }

    private Process client(String name, String site, Path ledger) throws IOException {
        return start(
                name,
                "federated client --server localhost:%d --credentials %s --ledger %s --bundled %d/2"
                        .formatted(port, home.resolve(site), ledger, site.equals("site-a") ? 1 : 2));
    }

    private String said(String name) throws IOException {
        return Files.readString(home.resolve(name + ".out"), StandardCharsets.UTF_8);
    }

    private int ended(Process process) throws InterruptedException {
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        return process.exitValue();
    }

    private static int charges(Path ledger, String client) throws IOException {
        if (Files.notExists(ledger.resolve("charges.log"))) {
            return 0;
        }
        try (ChainedLog log = ChainedLog.open(ledger.resolve("charges.log"), client)) {
            return log.lines().size();
        }
    }

    private static void awaitCharges(Path ledger, int least) throws IOException, InterruptedException {
        Path log = ledger.resolve("charges.log");
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(3);
        while (Files.notExists(log) || Files.readAllLines(log).size() < least) {
            assertThat(System.nanoTime()).isLessThan(end);
            Thread.sleep(20);
        }
    }

    /** How often the server's ledger says that a client was charged, in all of its ledgers. */
    private long known(String client) throws IOException {
        Path server = home.resolve("run/server");
        String id = StrictJson.parse(Files.readString(server.resolve("federation.json")))
                .path("run")
                .textValue();
        try (LocalLedger ledger =
                LocalLedger.open(server.resolve("ledger.log"), id, EpsilonLimits.none(), PrivacyCosts.best(1e-5))) {
            return ledger.allCharges(client);
        }
    }

    private static void copyTree(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
    }

    @Test
    void twoProcessesOfOneKey_spendNothingThatTheServerDoesNotKnow_andOneDirectoryServesOne() throws Exception {
        enrol("site-a", "site-b");
        Path one = home.resolve("one");
        Path other = home.resolve("other");
        Process server = server(2);
        Process first = client("first", "site-b", one);
        awaitExists(one.resolve("lock"));
        Process same = client("same", "site-b", one);
        assertThat(ended(same)).isNotZero();
        assertThat(said("same")).contains("is in use by another run");
        // Killed, it leaves no lock behind.
        first.destroyForcibly().waitFor();
        Process again = client("again", "site-b", one);
        Process second = client("second", "site-b", other);
        awaitExists(one.resolve("lock"));
        awaitExists(other.resolve("lock"));
        Process companion = client("companion", "site-a", home.resolve("a"));

        // One of the two is found out, or was never asked: the other works to the end, and so does the server.
        assertThat(ended(companion)).as(said("companion")).isZero();
        assertThat(ended(server)).as(said("server")).isZero();
        assertThat(firstToEndWell(again, second))
                .as(said("again") + said("second"))
                .isTrue();
        int charged = charges(one, "site-b") + charges(other, "site-b");
        assertThat(known("site-b")).as(said("server")).isGreaterThanOrEqualTo(charged);
    }

    /** Whether one ends as it should; the other may have been told nothing, and waits for the server's restart until it is killed. */
    private static boolean firstToEndWell(Process one, Process other) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
        boolean ended = false;
        while (!ended && System.nanoTime() < end && (one.isAlive() || other.isAlive())) {
            ended = hasEndedWell(one) || hasEndedWell(other);
            Thread.sleep(20);
        }
        ended = ended || hasEndedWell(one) || hasEndedWell(other);
        one.destroyForcibly().waitFor();
        other.destroyForcibly().waitFor();
        return ended;
    }

    private static boolean hasEndedWell(Process process) {
        return !process.isAlive() && process.exitValue() == 0;
    }

    private static void awaitExists(Path file) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
        while (Files.notExists(file)) {
            assertThat(System.nanoTime()).isLessThan(end);
            Thread.sleep(20);
        }
    }

    /** Its directory is put back as a whole, so that its files agree: the server's word is what is left. */
    @Test
    void clientPutBackBetweenTwoRounds_declinesByName_andTheServerSaysSo() throws Exception {
        enrol("site-b");
        Path ledger = home.resolve("b");
        Process server = server(1);
        Process killed = client("killed", "site-b", ledger);
        awaitCharges(ledger, 2);
        killed.destroyForcibly().waitFor();
        int spent = charges(ledger, "site-b");
        Files.move(ledger, home.resolve("moved"));
        Process emptied = client("emptied", "site-b", ledger);
        // The server waits for a client that takes part.
        awaitSaid("emptied", "what was spent is not known");
        awaitSaid("server", "site-b declines");
        emptied.destroyForcibly().waitFor();
        assertThat(charges(ledger, "site-b")).isZero();
        Files.move(ledger, home.resolve("put-back"));
        copyTree(home.resolve("moved"), ledger);

        Process whole = client("whole", "site-b", ledger);

        assertThat(ended(whole)).as(said("whole")).isZero();
        assertThat(ended(server)).as(said("server")).isZero();
        assertThat(said("server")).contains("site-b declines", "what was spent is not known");
        assertThat(charges(ledger, "site-b")).isGreaterThan(spent);
        assertThat(known("site-b")).isGreaterThanOrEqualTo(charges(ledger, "site-b"));
    }

    private void awaitSaid(String name, String words) throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
        while (!said(name).contains(words)) {
            assertThat(System.nanoTime()).as(said(name) + said("server")).isLessThan(end);
            Thread.sleep(50);
        }
    }
}
