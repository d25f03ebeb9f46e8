package io.abacusdp.cli.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.cli.Abacus;
import io.abacusdp.cli.Run;
import io.abacusdp.format.EventJson;
import io.abacusdp.ledger.api.Ledger;
import io.abacusdp.ledger.client.LedgerClient;
import io.abacusdp.ledger.client.Patience;
import io.abacusdp.ledger.journal.SigningKey;
import io.abacusdp.ledger.log.Checkpoint;
import io.abacusdp.ledger.log.NodeHash;
import io.abacusdp.ledger.log.NoteKey;
import io.abacusdp.ledger.log.RightEdge;
import io.abacusdp.ledger.witness.AddCheckpoint;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
    private static String second;
    private static LedgerClient admin;
    private static String receipt = "";

    @BeforeAll
    static void startServer() throws IOException {
        Run init = Run.of("ledger init --db " + db() + " --persons ann,bob --keys-in " + folder.resolve("keys"));
        assertThat(init.status()).as(init.err()).isZero();
        assertThat(init.out()).contains("public_key MCowBQ", "key ann ", "key bob ");
        server = process("ledger", "serve", "--db", db(), "--port", "0");
        BufferedReader out = server.inputReader();
        String url = out.readLine().replace("listening ", "");
        assertThat(out.readLine()).startsWith("public_key MCowBQ");
        to = " --url " + url + " --key-file " + folder.resolve("keys/ann.key");
        second = " --url " + url + " --key-file " + folder.resolve("keys/bob.key");
        admin = new LedgerClient(
                HttpClient.newHttpClient(),
                URI.create(url),
                Files.readString(folder.resolve("keys/ann.key")).strip(),
                Patience.DEFAULT);
        assertThat(Run.of("ledger account acme --unit patient" + to).out()).contains("scope account:acme");
        Run budget = Run.of("ledger budget account:acme --rho 0.0251 --reason first --format json" + to);
        String proposal = budget.json().get(0).path("proposal").asText();
        assertThat(Run.of("ledger approve " + proposal + to).err()).contains("cannot approve");
        assertThat(Run.of("ledger approve " + proposal + second).out()).contains("approved_by bob");
    }

    @AfterAll
    static void stopServer() throws InterruptedException {
        server.destroyForcibly().waitFor();
    }

    @Test
    @Order(1)
    void charge_thatFits_isInTheBalance() {
        Run charge = Run.of("ledger charge --account acme --idempotency-key receipt --event " + EVENT + to);
        assertThat(charge.status()).as(charge.err()).isZero();
        assertThat(charge.out()).contains("reservation r");
        // The same key again, and so the same answer.
        receipt = admin.charge("receipt", "acme", List.of(), EventJson.read(EVENT))
                .toString();
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
    void everyRequest_hasACommand() throws Exception {
        String service = Run.of("ledger key trainer --permissions quote,charge,read --account acme --format json" + to)
                .json()
                .get(0)
                .path("key")
                .asText();
        Files.writeString(folder.resolve("trainer.key"), service);
        String as = to.replaceAll("--key-file .*", "--key-file " + folder.resolve("trainer.key"));
        assertThat(Run.of("ledger account study --parent acme" + to).status()).isZero();
        assertThat(Run.of("ledger dataset visits --unit patient --blocks jan,feb --accounts study" + to)
                        .status())
                .isZero();
        String proposal = Run.of("ledger budget dataset:visits --rho 1 --window 60 --reason r --format json" + to)
                .json()
                .get(0)
                .path("proposal")
                .asText();
        assertThat(Run.of("ledger list proposals" + second).out()).contains(proposal);
        assertThat(Run.of("ledger approve " + proposal + second).status()).isZero();
        String tiny = "{\"type\":\"gaussian\",\"noise_multiplier\":1000}";
        String reserve =
                "ledger reserve --account study --scope block:visits/jan --ttl 60 --format json --event " + tiny;
        assertThat(Run.of(reserve.replace(" --scope block:visits/jan", "") + as).err())
                .contains("$.scopes");
        String id = Run.of(reserve + as).json().get(0).path("reservation").asText();
        assertThat(Run.of("ledger extend " + id + " --ttl 120" + as).out()).contains("status RESERVED");
        assertThat(Run.of("ledger start " + id + as).out()).contains("status STARTED");
        assertThat(Run.of("ledger commit " + id + " --event " + tiny + as).out())
                .contains("status COMMITTED");
        String released = Run.of(reserve + as).json().get(0).path("reservation").asText();
        assertThat(Run.of("ledger release " + released + as).out()).contains("status RELEASED");
        assertThat(Run.of("ledger history --account study" + as).lines()).hasSize(2);
        assertThat(Run.of("ledger history --reservation " + id + as).out()).contains("status COMMITTED");
        assertThat(Run.of("ledger window dataset:visits --number 2 --reason r" + to)
                        .out())
                .contains("proposal ");
        assertThat(Run.of("ledger person carol --reason joins" + to).out()).contains("proposal ");
        assertThat(Run.of("ledger person ann --issuer https://idp.example --subject 7 --reason r" + to)
                        .out())
                .contains("proposal ");
        assertThat(Run.of("ledger list accounts --limit 1 --format json" + as)
                        .json()
                        .get(0)
                        .path("next")
                        .asText())
                .isEqualTo("acme");
        assertThat(Run.of("ledger list accounts --after acme" + as).out()).contains("account:study");
        assertThat(Run.of("ledger list datasets" + as).out()).contains("dataset:visits");
        assertThat(Run.of("ledger list persons" + to).lines()).containsExactly("ann", "bob");
        assertThat(Run.of("ledger list keys" + to).out()).contains("\"holder\":\"trainer\"");
        assertThat(Run.of("ledger key --make").out()).contains("key abacus_", "hash ");
        assertThat(Run.of("ledger balance --account study --delta 1e-6" + as).lines())
                .contains("meaning quota");
        assertThat(Run.of("ledger key trainer --withdraw" + to).out()).contains("name trainer");
    }

    /** Each says in its help which request it makes, and the server has such a request. */
    @Test
    @Order(5)
    void helpOfARequest_namesARequestOfTheContract() throws IOException {
        String contract = admin == null ? "" : fetch("/openapi.yaml");
        for (String name : List.of(
                "person", "key", "account", "dataset", "budget", "window", "approve", "list", "history", "reserve",
                "start", "commit", "release", "extend")) {
            String help = Run.of("ledger " + name + " --help").out();
            Matcher path = Pattern.compile("REST: (?:GET|POST) (/v1/[a-z]+)").matcher(help);
            assertThat(path.find()).as(help).isTrue();
            assertThat(contract).contains("  " + path.group(1));
        }
    }

    private static String fetch(String path) throws IOException {
        String url = to.replaceAll(".*--url (\\S+).*", "$1");
        try (InputStream in = URI.create(url + path).toURL().openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    @Order(6)
    void failures_areNamed() {
        assertThat(Run.of("ledger").status()).isEqualTo(2);
        assertThat(Run.of("ledger balance --account acme --delta 1e-6 --url http://127.0.0.1:1")
                        .err())
                .contains("a key is needed");
        Run down = Run.of("ledger balance --account acme --delta 1e-6 --patience 1 --url http://127.0.0.1:1 --key-file "
                + folder.resolve("keys/ann.key"));
        assertThat(down.status()).isEqualTo(1);
        assertThat(down.err()).contains("did not answer").doesNotContain("\tat ");
        assertThat(Run.of("ledger balance --account nobody --delta 1e-6" + to).status())
                .isEqualTo(3);
        assertThat(Run.of("ledger key ann --permissions read" + to).err()).contains("who has a key");
        assertThat(Run.of("ledger key x --permissions root" + to).err()).contains("read, quote");
        assertThat(Run.of("ledger key x" + to).status()).isEqualTo(2);
        assertThat(Run.of("ledger key nobody --withdraw" + to).err()).contains("no key of this name");
        assertThat(Run.of("ledger init --db " + db() + " --persons eve,mallory").err())
                .contains("has its persons");
        assertThat(Run.of("ledger init --db jdbc:sqlite:" + folder.resolve("one.db") + " --persons eve,eve")
                        .err())
                .contains("two different people");
        Run full = Run.of("ledger init --persons eve,mallory --db jdbc:sqlite:" + folder.resolve("full.db")
                + "?max_page_count=5");
        assertThat(full.status()).isEqualTo(1);
        assertThat(full.err().lines()).hasSize(1).first().asString().contains("database or disk is full");
        assertThat(folder.resolve("full.db.key")).doesNotExist();
        String port = to.replaceAll(".*127.0.0.1:([0-9]+) .*", "$1");
        Run taken = Run.of("ledger serve --db " + db() + " --port " + port);
        assertThat(taken.err().lines()).hasSize(1).first().asString().contains("Address already in use");
        String typo = "jdbc:sqlite:" + folder.resolve("typo.db");
        Run none = Run.of("ledger serve --db " + typo + " --port 0");
        assertThat(none.err()).contains("signing key");
        Run other = Run.of("ledger serve --port 0 --db " + typo + " --signing-key " + folder.resolve("ledger.db.key"));
        assertThat(other.err()).contains("there is no database");
        assertThat(folder.resolve("typo.db")).doesNotExist();
        assertThat(folder.resolve("typo.db.key")).doesNotExist();
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
    @Order(7)
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
    @Order(8)
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

    @Test
    @Order(8)
    void receipt_isCheckedOffline_byBothCommands() throws Exception {
        String key = Files.readAllLines(folder.resolve("ledger.db.key")).get(1);
        Path file = folder.resolve("receipt.json");
        Files.writeString(file, receipt);
        for (String command : List.of("check ", "ledger check ")) {
            Run run = Run.of(command + file + " --trusted " + key);
            assertThat(run.status()).as(run.out() + run.err()).isZero();
            assertThat(run.out()).contains("a receipt of a ledger", "its head is signed by a trusted key");
        }
        Files.writeString(file, receipt.replace("acme", "acne"));
        assertThat(Run.of("ledger check " + file + " --trusted " + key).status())
                .isEqualTo(4);
        Files.writeString(file, receipt);
        assertThat(Run.of("ledger check " + file + " --trusted "
                                + SigningKey.generate().publicText())
                        .status())
                .isEqualTo(4);
    }

    @Test
    @Order(9)
    void backup_putBack_isRefused_untilTwoSayThatItWasOnPurpose() throws Exception {
        Path database = folder.resolve("ledger.db");
        Path backup = folder.resolve("backup.db");
        Files.copy(database, backup);
        long actsOfBob = actsOfBob();
        assertThat(Run.of("ledger restore --db %s --by ann --approved-by bob --reason none".formatted(db()))
                        .err())
                .contains("not rolled back");
        SigningKey signer = SigningKey.readOrCreate(folder.resolve("ledger.db.key"));
        try (Ledger ledger = Ledger.open(db(), signer, Clock.systemUTC())) {
            ledger.addAccount("later", "acme");
        }
        Files.copy(backup, database, StandardCopyOption.REPLACE_EXISTING);
        Run refused = Run.of("ledger serve --port 0 --db " + db());
        assertThat(refused.status()).isEqualTo(1);
        assertThat(refused.err()).contains("rolled back", "ledger restore");
        Run restored = Run.of("ledger restore --db %s --by ann --approved-by bob --reason disk-lost".formatted(db()));
        assertThat(restored.status()).as(restored.err()).isZero();
        Run verify = Run.of("ledger verify --db " + db());
        assertThat(verify.lines()).contains("sound");
        assertThat(actsOfBob()).isEqualTo(actsOfBob + 1);
    }

    /** In how many entries of the journal bob is named. */
    private static long actsOfBob() {
        return Run.of("ledger verify --db " + db()).lines().stream()
                .filter(line -> line.startsWith("by bob "))
                .mapToLong(line -> Long.parseLong(line.substring("by bob ".length())))
                .sum();
    }

    @Test
    @Order(10)
    void witness_onFiles_cosignsWhatGoesOn_andNothingElse() throws Exception {
        SigningKey log = SigningKey.generate();
        RightEdge edge = RightEdge.empty();
        edge.add(NodeHash.ofLeaf("first"));
        Checkpoint one = log.sign("example.com/log", 1, edge.root());
        Path request = folder.resolve("request");
        Files.writeString(request, new AddCheckpoint(0, List.of(), one).toString());
        String witness = "ledger witness --name w.example --dir %s --log %s --request %s"
                .formatted(folder.resolve("w"), NoteKey.ofLog("example.com/log", log.publicKey()), request);
        Run cosigned = Run.of(witness);
        assertThat(cosigned.status()).as(cosigned.err()).isZero();
        assertThat(cosigned.out()).startsWith("\u2014 w.example ");
        Files.writeString(
                request,
                new AddCheckpoint(1, List.of(), log.sign("example.com/log", 1, NodeHash.ofLeaf("other"))).toString());
        assertThat(Run.of(witness).status()).isEqualTo(3);
    }

    private static String db() {
        return "jdbc:sqlite:" + folder.resolve("ledger.db");
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
