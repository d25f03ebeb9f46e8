package io.abacusdp.cli.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.cli.Abacus;
import io.abacusdp.cli.Run;
import io.abacusdp.ledger.client.LedgerClient;
import io.abacusdp.ledger.client.Patience;
import io.abacusdp.storage.StrictJson;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** The ledger's commands against a server in a process of its own, from its start to its stop. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class LedgerCommandsTest {
    /** Costs rho = 1/(2·10²) = 0.005. */
    private static final String EVENT = "{\"type\":\"gaussian\",\"noise_multiplier\":10}";

    @TempDir
    static Path folder;

    private static Process server;
    private static String to;
    private static LedgerClient admin;

    @BeforeAll
    static void startServer() throws IOException {
        Run key = Run.of("ledger key --db " + db() + " --name admin --permissions admin,read,quote,charge");
        assertThat(key.status()).as(key.err()).isZero();
        Files.writeString(folder.resolve("api.key"), key.out());
        server = process("ledger", "serve", "--db", db(), "--port", "0");
        BufferedReader out = server.inputReader();
        String url = out.readLine().replace("listening ", "");
        assertThat(out.readLine()).startsWith("public_key MCowBQ");
        to = " --url " + url + " --key-file " + folder.resolve("api.key");
        admin = new LedgerClient(
                HttpClient.newHttpClient(), URI.create(url), key.out().strip(), Patience.DEFAULT);
        post("/v1/accounts", "{'account':'acme','unit':{'name':'patient','adjacency':'add_or_remove_one'}}");
        post("/v1/budgets", "{'scope':'account:acme','limit':{'type':'zcdp','rho':0.0251},'reason':'first'}");
    }

    @AfterAll
    static void stopServer() throws InterruptedException {
        server.destroyForcibly().waitFor();
    }

    @Test
    @Order(1)
    void charge_thatFits_isInTheBalance() {
        Run charge = Run.of("ledger charge --account acme --event " + EVENT + to);
        assertThat(charge.status()).as(charge.err()).isZero();
        assertThat(charge.out()).contains("reservation r");
        Run balance = Run.of("ledger balance --account acme --delta 1e-6" + to);
        assertThat(balance.figure("spent")).isBetween(0.005, 0.0050001);
        assertThat(balance.figure("remaining")).isBetween(0.0200999, 0.0201);
        assertThat(balance.figure("more_like_last")).isEqualTo(4);
        assertThat(Run.of("ledger balance --account acme --delta 1e-6 --format json" + to)
                        .json()
                        .get(0)
                        .path("charges")
                        .asInt())
                .isEqualTo(1);
    }

    @Test
    @Order(2)
    void quote_andCharge_ofTooMuch_sayWhatWouldFit() {
        String event = "{\"type\":\"repeated\",\"count\":100,\"event\":" + EVENT + "}";
        Run quote = Run.of("ledger quote --account acme --event " + event + to);
        assertThat(quote.lines()).contains("fits false", "times 0", "scope account:acme", "measure rho");
        assertThat(quote.out()).contains("fewer_steps {\"type\":\"repeated\",\"count\":4,");
        Run charge = Run.of("ledger charge --account acme --event " + event + to);
        assertThat(charge.status()).isEqualTo(3);
        assertThat(charge.err()).contains("refused: ", "would fit", "\"count\":4");
        assertThat(Run.of("ledger quote --account acme --format json --event " + EVENT + to)
                        .json()
                        .get(0)
                        .path("times")
                        .asInt())
                .isEqualTo(4);
    }

    @Test
    @Order(3)
    void run_ofACommand_chargesHoweverItEnds() throws Exception {
        Path seen = folder.resolve("seen");
        Run fine = Run.of("ledger run --account acme --ttl 1 --event " + EVENT + to
                + " -- sh -c sleep${IFS}2;touch${IFS}" + seen);
        assertThat(fine.status()).as(fine.err()).isZero();
        assertThat(seen).exists();
        Run failed = Run.of("ledger run --account acme --event " + EVENT + to + " -- sh -c exit${IFS}7");
        assertThat(failed.status()).isEqualTo(7);
        Run missing = Run.of("ledger run --account acme --event " + EVENT + to + " -- no-such-program-here");
        assertThat(missing.status()).isEqualTo(127);
        assertThat(Run.of("ledger balance --account acme --delta 1e-6" + to).figure("charges"))
                .isEqualTo(4);
        Files.delete(seen);
        String tooMuch = "{\"type\":\"repeated\",\"count\":100,\"event\":" + EVENT + "}";
        Run refused = Run.of("ledger run --account acme --event " + tooMuch + to + " -- touch " + seen);
        assertThat(refused.status()).isEqualTo(3);
        assertThat(seen).doesNotExist();
    }

    @Test
    @Order(4)
    void run_killed_leavesTheReservationStarted() throws Exception {
        Process run =
                process(("ledger run --account acme --ttl 2 --event " + EVENT + to + " -- sleep 60").split(" ", -1));
        BufferedReader err = run.errorReader();
        assertThat(err.readLine()).contains("is started");
        run.descendants().forEach(ProcessHandle::destroyForcibly);
        run.destroyForcibly().waitFor();
        JsonNode balance = admin.balance("acme", 1e-6);
        for (int i = 0; balance.path("charges").asInt() == 4 && i < 600; i++) {
            Thread.sleep(100);
            balance = admin.balance("acme", 1e-6);
        }
        assertThat(balance.path("charges").asInt()).as("lapsed while started").isEqualTo(5);
        assertThat(balance.path("budget").path("reserved").asDouble()).isZero();
    }

    @Test
    @Order(5)
    void failures_areNamed() {
        assertThat(Run.of("ledger").status()).isEqualTo(2);
        assertThat(Run.of("ledger balance --account acme --delta 1e-6 --url http://127.0.0.1:1")
                        .err())
                .contains("a key is needed");
        Run down = Run.of("ledger balance --account acme --delta 1e-6 --patience 1 --url http://127.0.0.1:1 --key-file "
                + folder.resolve("api.key"));
        assertThat(down.status()).isEqualTo(1);
        assertThat(down.err()).contains("did not answer").doesNotContain("\tat ");
        assertThat(Run.of("ledger balance --account nobody --delta 1e-6" + to).status())
                .isEqualTo(3);
        assertThat(Run.of("ledger key --db " + db() + " --name admin --permissions read")
                        .err())
                .contains("who has a key");
        assertThat(Run.of("ledger key --db " + db() + " --name x --permissions root")
                        .err())
                .contains("read, quote");
        assertThat(Run.of("ledger key --db " + db() + " --name x").status()).isEqualTo(2);
        assertThat(Run.of("ledger key --db " + db() + " --name x --withdraw").err())
                .contains("has no key");
        assertThat(Run.of("ledger verify --db jdbc:sqlite:" + folder.resolve("typo.db"))
                        .status())
                .isEqualTo(2);
        assertThat(Run.of("ledger verify --db jdbc:postgresql://127.0.0.1:1/x").err())
                .contains("--signing-key");
        assertThat(Run.of("ledger serve --db " + db() + " --host 0.0.0.0").err())
                .contains("loopback");
        assertThat(Run.of("ledger serve --db " + db() + " --oidc-issuer x").err())
                .contains("go together");
        assertThat(Run.of("ledger serve --db " + db() + " --keystore x").err()).contains("ABACUS_KEYSTORE_PASSWORD");
    }

    @Test
    @Order(6)
    void server_toldToStop_stopsAndTheJournalIsSound() throws Exception {
        server.destroy();
        assertThat(server.waitFor(60, TimeUnit.SECONDS)).isTrue();
        Run verify = Run.of("ledger verify --db " + db());
        assertThat(verify.status()).as(verify.out() + verify.err()).isZero();
        assertThat(verify.lines()).contains("sound");
        Path file = folder.resolve("export.jsonl");
        assertThat(Run.of("ledger export --db " + db() + " " + file).status()).isZero();
        String trusted = " --trusted "
                + Files.readAllLines(folder.resolve("ledger.db.key")).get(1);
        assertThat(Run.of("ledger verify --file " + file + trusted).lines()).contains("sound");
        Run copy = Run.of("ledger import --db jdbc:sqlite:" + folder.resolve("copy.db") + trusted + " " + file);
        assertThat(copy.status()).as(copy.err()).isZero();
        assertThat(Run.of("ledger verify --db jdbc:sqlite:" + folder.resolve("copy.db") + trusted)
                        .lines())
                .contains("sound");
    }

    @Test
    @Order(7)
    void verify_ofAFlippedByte_saysWhereAndExitsWith4() throws Exception {
        Path file = folder.resolve("export.jsonl");
        List<String> lines = Files.readAllLines(file);
        lines.replaceAll(line -> line.replace("\"first\"", "\"worst\""));
        Path altered = folder.resolve("altered.jsonl");
        Files.write(altered, lines);
        Run verify = Run.of("ledger verify --db " + db() + " --file " + altered);
        assertThat(verify.status()).isEqualTo(4);
        assertThat(verify.lines()).contains("unsound");
        assertThat(verify.out()).contains("finding ALTERED at entry ");
        Run refused = Run.of("ledger import --db jdbc:sqlite:" + folder.resolve("none.db") + " --trusted "
                + Files.readAllLines(folder.resolve("ledger.db.key")).get(1) + " " + altered);
        assertThat(refused.status()).isEqualTo(3);
        assertThat(refused.err()).contains("not sound");
    }

    private static String db() {
        return "jdbc:sqlite:" + folder.resolve("ledger.db");
    }

    private static void post(String path, String body) {
        admin.post(path, "", StrictJson.parse(body.replace('\'', '"')));
    }

    private static Process process(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                Abacus.class.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).start();
    }
}
