package io.abacusdp.ledger.rest;

import static io.abacusdp.ledger.rest.Served.GAUSSIAN;
import static io.abacusdp.ledger.rest.Served.charge;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.abacusdp.accounting.filter.EpsilonDeltaLimit;
import io.abacusdp.ledger.api.data.Budget;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.journal.Receipt;
import io.abacusdp.ledger.log.Checkpoint;
import io.abacusdp.ledger.log.NodeHash;
import io.abacusdp.ledger.log.Proofs;
import io.abacusdp.ledger.log.RightEdge;
import io.abacusdp.ledger.rest.Api.Answer;
import io.abacusdp.ledger.security.Permission;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LedgerServerTest {
    @TempDir
    static Path folder;

    private static Served served;
    private static Api master;

    @BeforeAll
    static void start() {
        served = Served.at("jdbc:sqlite:" + folder.resolve("ledger.db"));
        master = served.asMaster("master");
        served.openAccount(10);
    }

    @AfterAll
    static void stop() {
        served.close();
    }

    @Test
    void contract_andServer_haveTheSameOperations() {
        assertThat(new TreeSet<>(served.server.operations())).isEqualTo(new Contract().operations());
    }

    @Test
    void contract_asked_isServedAsItIs() throws Exception {
        Answer answer = served.anonymous().get("/openapi.yaml");
        assertThat(answer.status()).isEqualTo(200);
        try (InputStream in = Objects.requireNonNull(LedgerServer.class.getResourceAsStream("openapi.yaml"))) {
            assertThat(answer.body().getBytes(StandardCharsets.UTF_8)).isEqualTo(in.readAllBytes());
        }
    }

    /** Gaussian noise of multiplier 10 costs rho = 1/(2·10²) = 0.005 under add-or-remove-one. */
    @Test
    void charge_andBalance_agree() {
        Api admin = served.as("charger", Permission.values());
        admin.post(
                "/v1/accounts",
                "{\"account\":\"c1\",\"unit\":{\"name\":\"patient\",\"adjacency\":\"add_or_remove_one\"}}");
        served.setBudget("account:c1", 0.0125);
        Answer first = admin.keyed("k1").post("/v1/charges", charge("c1", GAUSSIAN));
        assertThat(first.status()).isEqualTo(201);
        assertThat(admin.keyed("k1").post("/v1/charges", charge("c1", GAUSSIAN)))
                .isEqualTo(first);
        JsonNode balance = admin.get("/v1/accounts/c1/balance?delta=1e-6").json();
        assertThat(balance.path("charges").asInt()).isEqualTo(1);
        JsonNode budget = balance.path("budget");
        assertThat(budget.path("spent").asDouble())
                .isCloseTo(0.005, within(1e-9))
                .isGreaterThanOrEqualTo(0.005);
        assertThat(budget.path("remaining").asDouble())
                .isCloseTo(0.0075, within(1e-9))
                .isLessThanOrEqualTo(0.0075);
        assertThat(balance.path("more_like_last").asInt()).isEqualTo(1);
        assertThat(balance.path("fixed_plan").path("lifetime_epsilon").asDouble())
                .isLessThanOrEqualTo(
                        balance.path("adaptive").path("lifetime_epsilon").asDouble());
    }

    @Test
    void charge_overBudget_is409AndSaysWhatWouldFit() {
        String many = "{\"type\":\"repeated\",\"count\":100000,\"event\":" + GAUSSIAN + "}";
        Answer answer = master.keyed("over").post("/v1/charges", charge("acme", many));
        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.isProblem("over-budget")).isTrue();
        JsonNode problem = answer.json();
        assertThat(problem.path("scope").asText()).isEqualTo("account:acme");
        assertThat(problem.path("measure").asText()).isEqualTo("rho");
        assertThat(problem.path("limit").asDouble()).isEqualTo(10);
        assertThat(problem.path("requested").asDouble()).isCloseTo(500, within(1e-3));
        assertThat(problem.path("remaining").asDouble()).isLessThanOrEqualTo(10);
        long steps = problem.path("would_fit").path("fewer_steps").path("count").asLong();
        // 2000 fit into a budget that nothing else has used.
        assertThat(steps).isBetween(1900L, 2000L);
        assertThat(master.post(
                                "/v1/quote",
                                charge(
                                        "acme",
                                        problem.path("would_fit")
                                                .path("more_noise")
                                                .toString()))
                        .json()
                        .path("fits")
                        .asBoolean())
                .isTrue();
        JsonNode quote = master.post("/v1/quote", charge("acme", many)).json();
        assertThat(quote.path("fits").asBoolean()).isFalse();
        assertThat(quote.path("refusal")
                        .path("would_fit")
                        .path("fewer_steps")
                        .path("count")
                        .asLong())
                .isEqualTo(steps);
    }

    @Test
    void charge_ofWhatIsNotPrivate_is409WithInfinityInWords() {
        Answer answer = master.keyed("np").post("/v1/charges", charge("acme", "{\"type\":\"non_private\"}"));
        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.text("requested")).isEqualTo("infinity");
    }

    /** Canonical JSON knows no minus zero, so that a replay read another event than the tables had. */
    @Test
    void charge_withMinusZero_isWhatAReplayFinds() {
        Answer answer =
                master.keyed("zero").post("/v1/charges", charge("acme", "{\"type\":\"pure_dp\",\"epsilon\":-0.0}"));
        assertThat(answer.status()).isEqualTo(201);
        assertThat(served.ledger
                        .journal()
                        .verify(List.of(served.signer.publicKey()), List.of())
                        .differences())
                .isEmpty();
    }

    @Test
    void reservation_throughItsLife_isAsTheContractSays() {
        String body =
                "{\"account\":\"acme\",\"scopes\":[],\"ttl\":60,\"event\":{\"type\":\"repeated\",\"count\":4,\"event\":"
                        + GAUSSIAN + "}}";
        Answer reserved = master.keyed("life").post("/v1/reservations", body);
        assertThat(reserved.status()).isEqualTo(201);
        String id = reserved.text("reservation");
        assertThat(master.post("/v1/reservations/" + id + "/extend", "{\"ttl\":120}")
                        .status())
                .isEqualTo(200);
        assertThat(master.post("/v1/reservations/" + id + "/start", "{}").text("status"))
                .isEqualTo("STARTED");
        Answer release = master.post("/v1/reservations/" + id + "/release", "{}");
        assertThat(release.status()).isEqualTo(409);
        assertThat(release.isProblem("conflict")).isTrue();
        assertThat(master.post("/v1/reservations/" + id + "/commit", "{\"event\":" + GAUSSIAN + "}")
                        .text("status"))
                .isEqualTo("COMMITTED");
        JsonNode history = master.get("/v1/accounts/acme/history?limit=1000").json();
        JsonNode last = MissingNode.getInstance();
        for (JsonNode charge : history.path("charges")) {
            last = charge.path("reservation").asText().equals(id) ? charge : last;
        }
        assertThat(last.path("committed").path("type").asText()).isEqualTo("gaussian");
        assertThat(last.path("idempotency_key").asText()).isEqualTo("master:life");
        String other = master.keyed("life2").post("/v1/reservations", body).text("reservation");
        assertThat(master.post("/v1/reservations/" + other + "/release", "{}").text("status"))
                .isEqualTo("RELEASED");
    }

    @Test
    void key_ofTwoHolders_isTwoKeys() {
        Api one = served.as("one", Permission.CHARGE);
        Api two = served.as("two", Permission.CHARGE);
        String first =
                one.keyed("same").post("/v1/charges", charge("acme", GAUSSIAN)).text("reservation");
        String second =
                two.keyed("same").post("/v1/charges", charge("acme", GAUSSIAN)).text("reservation");
        assertThat(second).isNotEqualTo(first);
    }

    @Test
    void key_withAnotherBody_is422() {
        master.keyed("reused").post("/v1/charges", charge("acme", GAUSSIAN));
        Answer answer = master.keyed("reused")
                .post("/v1/charges", charge("acme", "{\"type\":\"gaussian\",\"noise_multiplier\":11}"));
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.isProblem("key-reused")).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "/v1/charges|{|$|400",
                "/v1/charges||$|400",
                "/v1/charges|[]|$|400",
                "/v1/charges|{\"account\":\"acme\"}|$.event|400",
                "/v1/charges|{\"account\":\"acme\",\"event\":{\"type\":\"gaussian\",\"noise_multiplier\":0}}|$.event.noise_multiplier|400",
                "/v1/charges|{\"account\":\"acme\",\"event\":{\"type\":\"gaussian\",\"noise_multiplier\":NaN}}|$.event.noise_multiplier|400",
                "/v1/charges|{\"account\":\"acme\",\"event\":{\"type\":\"gaussian\",\"noise_multiplier\":1,\"x\":1}}|$.event.x|400",
                "/v1/charges|{\"account\":\"acme\",\"account\":\"acme\",\"event\":{\"type\":\"no_op\"}}|$.account|400",
                "/v1/charges|{\"account\":\"acme\",\"event\":{\"type\":\"no_op\"},\"extra\":1}|$|400",
                "/v1/charges|{\"account\":\"a b\",\"event\":{\"type\":\"no_op\"}}|$.account|400",
                "/v1/charges|{\"account\":\"acme\",\"scopes\":[\"dataset:d\",7],\"event\":{\"type\":\"no_op\"}}|$.scopes[1]|400",
                "/v1/charges|{\"account\":\"acme\",\"scopes\":[\"x\"],\"event\":{\"type\":\"no_op\"}}|$.scopes[0]|400",
                "/v1/charges|{\"account\":\"acme\",\"scopes\":[\"account:acme\"],\"event\":{\"type\":\"no_op\"}}|$.scopes|400",
                "/v1/reservations|{\"account\":\"acme\",\"event\":{\"type\":\"no_op\"},\"ttl\":0}|$.ttl|400",
                "/v1/reservations|{\"account\":\"acme\",\"event\":{\"type\":\"no_op\"},\"ttl\":2592001}|$.ttl|400",
                "/v1/reservations|{\"account\":\"acme\",\"event\":{\"type\":\"no_op\"},\"ttl\":1.5}|$.ttl|400",
                "/v1/charges|{\"account\":\"nobody\",\"event\":{\"type\":\"no_op\"}}||404",
                "/v1/charges|{\"account\":\"acme\",\"scopes\":[\"dataset:none\"],\"event\":{\"type\":\"no_op\"}}||404",
                "/v1/reservations/r999999999/start|{}||404",
                "/v1/reservations/nonsense/start|{}||404",
                "/v1/reservations/r1/start|{\"x\":1}|$|400",
                "/v1/accounts|{\"account\":\"x\"}|$.parent|400",
                "/v1/accounts|{\"account\":\"x\",\"unit\":{\"name\":\"patient\",\"adjacency\":\"y\"}}|$.unit.adjacency|400",
                "/v1/accounts|{\"account\":\"acme\",\"unit\":{\"name\":\"other\",\"adjacency\":\"zero_out\"}}||409",
                "/v1/budgets|{\"scope\":\"account:acme\",\"limit\":{\"type\":\"zcdp\",\"rho\":-1},\"reason\":\"r\"}|$.limit|400",
                "/v1/budgets|{\"scope\":\"account:acme\",\"limit\":{\"type\":\"zcdp\",\"rho\":1e999},\"reason\":\"r\"}|$.limit|400",
                "/v1/budgets|{\"scope\":\"account:acme\",\"limit\":{\"type\":\"zcdp\",\"rho\":1},\"reason\":\"\"}|$.reason|400",
                "/v1/budgets|{\"scope\":\"account:acme\",\"limit\":{\"type\":\"zcdp\",\"rho\":1},\"window\":0,\"reason\":\"r\"}|$.window|400",
                "/v1/budgets|{\"scope\":\"account:none\",\"limit\":{\"type\":\"zcdp\",\"rho\":1},\"reason\":\"r\"}||404",
                "/v1/proposals/x/approve|{}||404",
            })
    void post_ofWhatIsNotValid_isAProblemWithThePath(String path, String body, String at, int status) {
        Answer answer = master.keyed("bad").post(path, body == null ? "" : body);
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        if (at != null) {
            assertThat(answer.isProblem("bad-request")).isTrue();
            assertThat(answer.text("path")).isEqualTo(at);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/v1/accounts/acme/balance,400",
        "/v1/accounts/acme/balance?delta=2,400",
        "/v1/accounts/acme/balance?delta=NaN,400",
        "/v1/accounts/acme/balance?delta=x,400",
        "/v1/accounts/acme/balance?delta=1e-5&delta=1e-6,400",
        "/v1/accounts/acme/balance?gamma=1,400",
        "/v1/accounts/none/balance?delta=1e-6,404",
        "/v1/accounts/none/history,404",
        "/v1/accounts/none/curve,404",
        "/v1/accounts/a%20b/curve,400",
        "/v1/accounts/%00/curve,400",
        "/v1/accounts/acme/history?limit=1001,400",
        "/v1/accounts/acme/history?after=-1,400",
        "/v1/journal?limit=0,400",
        "/v1/journal?after=99999999999999999999,400",
    })
    void get_ofWhatIsNotValid_isAProblem(String path, int status) {
        Answer answer = master.get(path);
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
    }

    @Test
    void post_withoutIdempotencyKey_is400() {
        Answer answer = master.post("/v1/charges", charge("acme", GAUSSIAN));
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text("path")).isEqualTo("Idempotency-Key");
        assertThat(master.keyed("x".repeat(191))
                        .post("/v1/charges", charge("acme", GAUSSIAN))
                        .status())
                .isEqualTo(400);
    }

    @Test
    void body_tooLarge_is413() {
        Answer answer = master.keyed("large").post("/v1/charges", " ".repeat((1 << 20) + 1));
        assertThat(answer.status()).isEqualTo(413);
        assertThat(answer.isProblem("too-large")).isTrue();
        assertThat(master.keyed("large")
                        .post("/v1/charges", " ".repeat(1 << 20))
                        .status())
                .isEqualTo(400);
    }

    @Test
    void event_tooLarge_is400() {
        StringBuilder events = new StringBuilder("{\"type\":\"composed\",\"events\":[");
        for (int i = 0; i < 20_000; i++) {
            events.append(i == 0 ? "" : ",").append(GAUSSIAN);
        }
        Answer answer = master.keyed("long").post("/v1/charges", charge("acme", events + "]}"));
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text("path")).isEqualTo("$.event");
    }

    @Test
    void body_thatIsNotUtf8_is400() {
        assertThat(master.keyed("bytes")
                        .post("/v1/charges", new byte[] {'"', (byte) 0xff, '"'})
                        .status())
                .isEqualTo(400);
    }

    @Test
    void path_unknown_is404AndMethodUnknown405() {
        Answer unknown = master.method("GET", "/v2/nothing");
        assertThat(unknown.status()).isEqualTo(404);
        assertThat(unknown.isProblem("not-found")).isTrue();
        Answer method = master.method("DELETE", "/v1/charges");
        assertThat(method.status()).isEqualTo(405);
        assertThat(method.isProblem("method")).isTrue();
    }

    @Test
    void journal_paged_isTheTreeOfItsHead_andProven() {
        long after = 0;
        RightEdge edge = RightEdge.empty();
        JsonNode head = master.get("/v1/journal/head").json();
        while (after < head.path("seq").asLong()) {
            JsonNode page =
                    master.get("/v1/journal?after=" + after + "&limit=7").json();
            assertThat(page.path("entries")).isNotEmpty();
            for (JsonNode line : page.path("entries")) {
                edge.add(NodeHash.ofHex(line.path("hash").asText()));
                after++;
                if (after == head.path("seq").asLong()) {
                    assertThat(edge.root().base64()).isEqualTo(head.path("root").asText());
                }
            }
        }
        Checkpoint signed = Checkpoint.parse(head.path("note").asText());
        assertThat(signed.root()).isEqualTo(NodeHash.ofBase64(head.path("root").asText()));
        Receipt receipt = Receipt.read(master.get("/v1/proof/inclusion?seq=2").json());
        assertThat(receipt.isIncluded()).isTrue();
        assertThat(receipt.stamped().seq()).isEqualTo(2);
        List<NodeHash> proof = new ArrayList<>();
        master.get("/v1/proof/consistency?from=3&to=" + receipt.head().size())
                .json()
                .path("proof")
                .forEach(hash -> proof.add(NodeHash.ofBase64(hash.asText())));
        RightEdge three = RightEdge.empty();
        for (JsonNode line : master.get("/v1/journal?limit=3").json().path("entries")) {
            three.add(NodeHash.ofHex(line.path("hash").asText()));
        }
        assertThat(Proofs.isConsistent(
                        3, three.root(), receipt.head().size(), receipt.head().root(), proof))
                .isTrue();
        assertThat(master.get("/v1/proof/inclusion?seq=999999").status()).isEqualTo(404);
        assertThat(master.get("/v1/proof/inclusion").status()).isEqualTo(400);
        assertThat(master.get("/v1/proof/consistency?from=3&to=999999").status())
                .isEqualTo(400);
        Answer export = master.get("/v1/export");
        assertThat(export.body().lines().count()).isGreaterThan(after);
        assertThat(export.body().lines().reduce((a, b) -> b).orElseThrow()).startsWith("{\"head\":");
    }

    @Test
    void curve_andMetrics_areServed() {
        JsonNode curve = master.get("/v1/accounts/acme/curve").json();
        assertThat(curve.path("orders").size())
                .isEqualTo(curve.path("lifetime").path("rdp").size());
        String metrics = master.get("/metrics").body();
        assertThat(metrics)
                .contains(
                        "abacus_ledger_requests_seconds_count{method=\"GET\",route=\"/v1/accounts/{id}/curve\",status=\"200\"}");
    }

    @Test
    void datasets_withBlocks_haveBalances() {
        master.post(
                "/v1/datasets",
                "{\"dataset\":\"visits\",\"unit\":{\"name\":\"patient\",\"adjacency\":\"add_or_remove_one\"},\"blocks\":[\"jan\",\"feb\"]}");
        served.ledger.setBudget(
                Scope.dataset("visits"), new Budget(new EpsilonDeltaLimit(3, 1e-6), null), "ann", "ben", "r");
        Answer charged = master.keyed("block")
                .post(
                        "/v1/charges",
                        "{\"account\":\"acme\",\"scopes\":[\"block:visits/jan\"],\"event\":" + GAUSSIAN + "}");
        assertThat(charged.status()).isEqualTo(201);
        assertThat(master.get("/v1/datasets/visits/balance")
                        .json()
                        .path("budget")
                        .path("spent")
                        .asDouble())
                .isPositive();
        assertThat(master.get("/v1/datasets/visits/blocks/jan/balance?delta=1e-6")
                        .json()
                        .path("charges")
                        .asInt())
                .isEqualTo(1);
        assertThat(master.get("/v1/datasets/visits/blocks/feb/balance?delta=1e-6")
                        .json()
                        .path("charges")
                        .asInt())
                .isZero();
    }

    @Test
    void health_needsNoKey() {
        assertThat(served.anonymous().get("/livez").status()).isEqualTo(200);
        assertThat(served.anonymous().get("/readyz").status()).isEqualTo(200);
    }
}
