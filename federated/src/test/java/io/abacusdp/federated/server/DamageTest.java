package io.abacusdp.federated.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.federated.budget.Attempt;
import io.abacusdp.federated.client.ClientLedger;
import io.abacusdp.federated.client.ClientListener;
import io.abacusdp.federated.client.ClientPhase;
import io.abacusdp.federated.privacy.EpsilonLimits;
import io.abacusdp.federated.privacy.PrivacyCosts;
import io.abacusdp.federated.privacy.PrivacyHistory;
import io.abacusdp.federated.privacy.PrivacyStyle;
import io.abacusdp.federated.protocol.TaskId;
import io.abacusdp.federated.server.FederationServer.Ending;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A run of four clients whose server was killed when it had dispatched its fourth round, and whose files were damaged then: put back
 * from copies that were made after each round, cut, mixed up. The run is resumed. Either that is refused, with a reason, and then
 * no byte of what was spent has changed; or it is made, and the server's ledger holds for each client at least as many charges
 * as the client has made in truth, in both lives of the run together.
 */
@Tag("slow")
class DamageTest {
    private static final String LEDGER = "server/ledger.log";
    private static final String IDENTITY = "server/federation.json";

    @TempDir
    private static Path home;

    /** How often each client had charged itself when the server was killed. */
    private static final Map<String, Integer> CHARGED = new ConcurrentHashMap<>();

    private static final class Killed extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** What becomes of a resumed run. */
    private enum Fate {
        /** Nobody can say what was spent. */
        REFUSED,
        /** All four clients are in the rounds that are left. */
        MADE,
        /** One of them has lost charges, and declines. */
        MADE_WITHOUT_ONE
    }

    private interface Harm {
        void inflict(Path run) throws IOException;
    }

    private record Damage(String name, Fate fate, Harm harm) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Path copy(int round) {
        return home.resolve("after-" + round);
    }

    private static TestFederation federation(Path directory) {
        TestFederation federation = TestFederation.of(directory, PrivacyStyle.HYBRID);
        federation.rounds = 4;
        federation.lot = 8;
        federation.clientListeners = name -> new ClientListener() {
            @Override
            public void reached(ClientPhase phase, TaskId task) {
                if (phase == ClientPhase.CHARGED) {
                    CHARGED.merge(name, 1, Integer::sum);
                }
            }
        };
        return federation;
    }

    private static void kill(Path directory) throws IOException, InterruptedException {
        TestFederation federation = federation(directory);
        federation.listener = new RoundListener() {
            @Override
            public void entered(RoundState state, Attempt attempt) {
                if (state == RoundState.RELEASED) {
                    copyTree(directory, copy(attempt.round()));
                }
                // All clients have answered the fourth round, and their answers are lost.
                if (state == RoundState.AGGREGATED && attempt.round() == 4) {
                    throw new Killed();
                }
            }
        };
        try {
            federation.begin();
        } catch (Killed e) {
            assertThat(CHARGED.values()).containsOnly(4);
        }
    }

    @BeforeAll
    static void killOnce() throws IOException, InterruptedException {
        kill(home.resolve("other"));
        for (int round = 1; round <= 3; round++) {
            Files.move(copy(round), home.resolve("other-after-" + round));
        }
        CHARGED.clear();
        kill(home.resolve("run"));
    }

    private static void copyTree(Path from, Path to) {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    /** Puts a part of the run back to what it was after a round, and nothing of it that came later stays. */
    private static Harm back(String part, int round) {
        return run -> {
            if (Files.isDirectory(run.resolve(part))) {
                delete(run.resolve(part));
                copyTree(copy(round).resolve(part), run.resolve(part));
            } else {
                Files.copy(copy(round).resolve(part), run.resolve(part), StandardCopyOption.REPLACE_EXISTING);
            }
        };
    }

    private static Harm cut(String part, int bytes) {
        return run -> {
            byte[] all = Files.readAllBytes(run.resolve(part));
            Files.write(run.resolve(part), java.util.Arrays.copyOf(all, Math.max(0, all.length - bytes)));
        };
    }

    private static Harm flip(String part) {
        return run -> {
            byte[] all = Files.readAllBytes(run.resolve(part));
            all[all.length / 3] ^= 1;
            Files.write(run.resolve(part), all);
        };
    }

    private static Harm append(String part, String text) {
        return run -> Files.writeString(run.resolve(part), text, StandardOpenOption.APPEND);
    }

    private static Harm remove(String part) {
        return run -> Files.delete(run.resolve(part));
    }

    private static Harm foreign(String part) {
        return run ->
                Files.copy(home.resolve("other").resolve(part), run.resolve(part), StandardCopyOption.REPLACE_EXISTING);
    }

    private interface Edit {
        void apply(List<String> lines);
    }

    private static Harm lines(String part, Edit edit) {
        return run -> {
            List<String> lines = new ArrayList<>(Files.readAllLines(run.resolve(part)));
            edit.apply(lines);
            Files.write(run.resolve(part), lines);
        };
    }

    private static Harm swap(String one, String other) {
        return run -> {
            Path beside = run.resolve("beside");
            Files.move(run.resolve(one), beside);
            Files.move(run.resolve(other), run.resolve(one));
            Files.move(beside, run.resolve(other));
        };
    }

    private static Harm both(Harm... harms) {
        return run -> {
            for (Harm harm : harms) {
                harm.inflict(run);
            }
        };
    }

    private static String charges(int client) {
        return "clients/site-" + client + "/charges.log";
    }

    private static String checkpoint(int round) {
        return "server/checkpoint-0000000%d-0000.json".formatted(round);
    }

    private static String model(int round) {
        return "server/model-0000000%d-0000.safetensors".formatted(round);
    }

    static List<Damage> damages() {
        return List.of(
                new Damage("nothing", Fate.MADE, run -> {}),
                new Damage("ledger put back to round 1", Fate.REFUSED, back(LEDGER, 1)),
                new Damage("ledger put back to round 2", Fate.REFUSED, back(LEDGER, 2)),
                new Damage("ledger put back to the newest checkpoint", Fate.REFUSED, back(LEDGER, 3)),
                new Damage("ledger cut in its last line", Fate.REFUSED, cut(LEDGER, 9)),
                new Damage("the last end of line of the ledger cut", Fate.REFUSED, cut(LEDGER, 1)),
                new Damage(
                        "the last entry of the ledger removed",
                        Fate.REFUSED,
                        lines(LEDGER, all -> all.remove(all.size() - 1))),
                new Damage("ledger cut by a third", Fate.REFUSED, cut(LEDGER, 3000)),
                new Damage("ledger emptied", Fate.REFUSED, cut(LEDGER, 1 << 20)),
                new Damage("ledger removed", Fate.REFUSED, remove(LEDGER)),
                new Damage("ledger with a changed bit", Fate.REFUSED, flip(LEDGER)),
                new Damage("ledger of another run", Fate.REFUSED, foreign(LEDGER)),
                new Damage("ledger without its first line", Fate.REFUSED, lines(LEDGER, all -> all.remove(0))),
                new Damage("ledger without a line", Fate.REFUSED, lines(LEDGER, all -> all.remove(2))),
                new Damage("ledger with a line twice", Fate.REFUSED, lines(LEDGER, all -> all.add(3, all.get(2)))),
                new Damage(
                        "ledger with lines swapped", Fate.REFUSED, lines(LEDGER, all -> Collections.swap(all, 1, 2))),
                new Damage("ledger with text behind it", Fate.MADE, append(LEDGER, "{\"entry\":\"res")),
                new Damage("ledger with a foreign line", Fate.REFUSED, append(LEDGER, "{\"entry\":\"x\"}\n")),
                new Damage("ledger with zeros behind it", Fate.MADE, append(LEDGER, "\0\0\0\0\0\0\0\0")),
                new Damage(
                        "ledger and one mark put back to the newest checkpoint",
                        Fate.REFUSED,
                        both(back(LEDGER, 3), back(serverMark(2), 3))),
                new Damage("one mark of the server put back", Fate.MADE, back(serverMark(1), 2)),
                new Damage(
                        "both marks of the server put back",
                        Fate.MADE,
                        both(back(serverMark(1), 2), back(serverMark(2), 1))),
                new Damage("a mark of the server removed", Fate.REFUSED, remove(serverMark(1))),
                new Damage("a mark of the server emptied", Fate.REFUSED, cut(serverMark(2), 1 << 20)),
                new Damage("a mark of the server with a changed bit", Fate.REFUSED, flip(serverMark(1))),
                new Damage("a mark of another run's server", Fate.REFUSED, foreign(serverMark(2))),
                new Damage("a client's mark at the server", Fate.REFUSED, swap(serverMark(1), mark(1))),
                new Damage("ledger and identity removed", Fate.REFUSED, both(remove(LEDGER), remove(IDENTITY))),
                new Damage("newest checkpoint removed", Fate.MADE, remove(checkpoint(3))),
                new Damage("newest checkpoint cut", Fate.MADE, cut(checkpoint(3), 40)),
                new Damage("newest checkpoint emptied", Fate.MADE, cut(checkpoint(3), 1 << 20)),
                new Damage("newest checkpoint with a changed bit", Fate.MADE, flip(checkpoint(3))),
                new Damage("checkpoints swapped", Fate.MADE, swap(checkpoint(2), checkpoint(3))),
                new Damage("checkpoint of another run", Fate.MADE, foreign(checkpoint(3))),
                new Damage("newest model removed", Fate.MADE, remove(model(3))),
                new Damage("newest model cut", Fate.MADE, cut(model(3), 7)),
                new Damage("models swapped", Fate.REFUSED, swap(model(2), model(3))),
                new Damage("model of another run", Fate.MADE, foreign(model(3))),
                new Damage("no checkpoint left", Fate.REFUSED, both(remove(checkpoint(2)), remove(checkpoint(3)))),
                new Damage("identity removed", Fate.REFUSED, remove(IDENTITY)),
                new Damage("identity cut", Fate.REFUSED, cut(IDENTITY, 20)),
                new Damage("identity of another run", Fate.REFUSED, foreign(IDENTITY)),
                new Damage("server put back to round 1", Fate.MADE, back("server", 1)),
                new Damage("server put back to round 2", Fate.MADE, back("server", 2)),
                new Damage("server put back to round 3", Fate.MADE, back("server", 3)),
                new Damage(
                        "server put back, and one client too",
                        Fate.MADE,
                        both(back("server", 1), back("clients/site-2", 1))),
                new Damage("charges of a client put back to round 1", Fate.REFUSED, back(charges(1), 1)),
                new Damage("charges of a client put back to round 2", Fate.REFUSED, back(charges(1), 2)),
                new Damage("charges of a client put back to round 3", Fate.REFUSED, back(charges(1), 3)),
                new Damage("charges of a client removed", Fate.REFUSED, remove(charges(1))),
                new Damage("charges of a client emptied", Fate.REFUSED, cut(charges(1), 1 << 20)),
                new Damage("charges of a client cut in the last line", Fate.REFUSED, cut(charges(1), 5)),
                new Damage("charges of a client with a changed bit", Fate.REFUSED, flip(charges(1))),
                new Damage("charges of two clients swapped", Fate.REFUSED, swap(charges(1), charges(2))),
                new Damage("charges of a client of another run", Fate.REFUSED, foreign(charges(1))),
                new Damage("the last end of line of a client's charges cut", Fate.REFUSED, cut(charges(1), 1)),
                new Damage(
                        "the last charge of a client removed", Fate.REFUSED, lines(charges(1), all -> all.remove(3))),
                new Damage("text behind a client's charges", Fate.MADE, append(charges(1), "{\"run\":")),
                new Damage("a client put back to round 1", Fate.MADE_WITHOUT_ONE, back("clients/site-1", 1)),
                new Damage("a client put back to round 3", Fate.MADE_WITHOUT_ONE, back("clients/site-1", 3)),
                new Damage("one mark of a client put back", Fate.MADE, back(mark(1), 2)),
                new Damage("both marks of a client put back", Fate.MADE, both(back(mark(1), 2), back(mark(2), 1))),
                new Damage("a mark of a client removed", Fate.REFUSED, remove(mark(2))),
                new Damage("a mark of a client emptied", Fate.REFUSED, cut(mark(1), 1 << 20)),
                new Damage("a mark of a client with a changed bit", Fate.REFUSED, flip(mark(1))),
                new Damage("a mark of another client", Fate.REFUSED, swap(mark(1), "clients/site-2/spent-1.mark")),
                new Damage("a mark of another run", Fate.REFUSED, foreign(mark(1))),
                new Damage(
                        "charges of a client and one mark put back",
                        Fate.REFUSED,
                        both(back(charges(1), 2), back(mark(1), 2))));
    }

    private static String serverMark(int number) {
        return "server/spent-" + number + ".mark";
    }

    private static String mark(int number) {
        return "clients/site-1/spent-" + number + ".mark";
    }

    @ParameterizedTest
    @MethodSource("damages")
    void afterAnyDamage_theLargerSpendStands(Damage damage) throws Exception {
        Path run = home.resolve("damaged");
        copyTree(home.resolve("run"), run);
        Map<String, Integer> before = Map.copyOf(CHARGED);
        try {
            damage.harm().inflict(run);
            Map<Path, String> spent = spent(run);
            TestFederation federation = federation(run);
            List<String> notes = Collections.synchronizedList(new ArrayList<>());
            federation.listener = new RoundListener() {
                @Override
                public void noted(String message) {
                    notes.add(message);
                }
            };
            Fate fate;
            try {
                assertThat(federation.resume().ending()).as("%s", notes).isEqualTo(Ending.PLAN_DONE);
                fate = notes.stream().anyMatch(note -> note.contains("what was spent is not known"))
                        ? Fate.MADE_WITHOUT_ONE
                        : Fate.MADE;
            } catch (IOException | IllegalArgumentException e) {
                assertThat(e.getMessage()).isNotBlank();
                assertThat(spent(run)).isEqualTo(spent);
                fate = Fate.REFUSED;
            }
            assertThat(fate).as("%s", notes).isEqualTo(damage.fate());
            if (fate != Fate.REFUSED) {
                PrivacyHistory server = federation.history();
                CHARGED.forEach((client, charges) -> {
                    assertThat(server.charges(client)).as(client).isGreaterThanOrEqualTo(charges);
                    assertThat(server.charges(client)).as(client).isGreaterThanOrEqualTo(own(run, client));
                    assertThat((long) server.releasedEvents().size()).isGreaterThanOrEqualTo(own(run, client));
                });
            }
        } finally {
            CHARGED.putAll(before);
            delete(run);
        }
    }

    /** What is on the disk of what was spent: a refusal leaves all of it. */
    private static Map<Path, String> spent(Path run) throws IOException {
        Map<Path, String> logs = new ConcurrentHashMap<>();
        try (Stream<Path> files = Files.walk(run)) {
            for (Path file :
                    files.filter(file -> file.toString().endsWith(".log")).toList()) {
                String whole = Files.readString(file);
                // A line that was cut was acknowledged to nobody, and may be taken off.
                logs.put(file, whole.substring(0, whole.lastIndexOf('\n') + 1));
            }
        }
        return logs;
    }

    private static long own(Path run, String client) {
        try (ClientLedger ledger = ClientLedger.open(
                run.resolve("clients").resolve(client),
                client,
                EpsilonLimits.none(),
                PrivacyCosts.best(TestFederation.DELTA))) {
            return ledger.history().charges(client);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
