package io.abacusdp.ledger.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.ZeroConcentratedDp;
import io.abacusdp.accounting.filter.ZcdpLimit;
import io.abacusdp.ledger.api.QueueDesk;
import io.abacusdp.ledger.api.data.Actor;
import io.abacusdp.ledger.api.data.Budget;
import io.abacusdp.ledger.api.data.Charge;
import io.abacusdp.ledger.api.data.ConflictException;
import io.abacusdp.ledger.api.data.Pace;
import io.abacusdp.ledger.api.data.Price;
import io.abacusdp.ledger.api.data.PrivacyUnit;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.journal.SigningKey;
import io.abacusdp.ledger.queue.BudgetQueue;
import io.abacusdp.ledger.queue.QueueAnswer;
import io.abacusdp.ledger.queue.QueueRequest;
import io.abacusdp.ledger.security.KeyGrant;
import io.abacusdp.ledger.security.Permission;
import io.abacusdp.ledger.store.SettableClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Waiting for budget at a live server, by a clock that stands until it is moved. */
class QueueTest {
    private static final Duration DAY = Duration.ofDays(1);

    @TempDir
    Path folder;

    private final SettableClock clock = new SettableClock();
    private final SigningKey signer = SigningKey.generate();
    private Served served;
    private Api charger;
    private String key = "";

    @BeforeEach
    void start() {
        open();
        PrivacyUnit unit = new PrivacyUnit("patient", Adjacency.ADD_OR_REMOVE_ONE);
        served.ledger.addAccount("acme", unit);
        served.ledger.addAccount("other", unit);
        served.ledger.addDataset("visits", unit, List.of("jan"), List.of("acme"));
        served.ledger.setBudget(
                Scope.block("visits", "jan"),
                new Budget(new ZcdpLimit(1), null, new Pace(false, DAY, null)),
                "ann",
                "ben",
                "scarce");
        key = served.keys
                .issue(
                        KeyGrant.service("trainer", Set.of(Permission.CHARGE, Permission.READ), "acme"),
                        Actor.LEDGER,
                        null)
                .text();
        charger = served.anonymous().as(key);
    }

    private void open() {
        served = new Served("jdbc:sqlite:" + folder.resolve("ledger.db"), signer, ServerSettings.local(), clock);
    }

    @AfterEach
    void stop() {
        served.close();
    }

    private static String wish(double rho, int wait, int priority) {
        return ("{\"account\":\"acme\",\"scopes\":[\"block:visits/jan\"],\"ttl\":3600,\"max_wait\":%d,\"priority\":%d,"
                        + "\"event\":{\"type\":\"zcdp\",\"xi\":0,\"rho\":%s}}")
                .formatted(wait, priority, rho);
    }

    private Api.Answer ask(Api who, String key, String body) {
        return who.keyed(key).post("/v1/queue", body);
    }

    /** Asks until the answer is another than that it waits; every ask waits for a round of the queue. */
    private Api.Answer await(Api who, String key, String body) {
        Api.Answer answer = ask(who, key, body);
        for (int i = 0; answer.status() == 202 && i < 60; i++) {
            answer = ask(who, key, body);
        }
        return answer;
    }

    @Test
    void request_waitsUntilEnoughIsUnlocked_thenIsReservedOnce() {
        Api.Answer waits = ask(charger, "k1", wish(0.5, 86_400, 0));
        assertThat(waits.status()).as(waits.body()).isEqualTo(202);
        Instant earliest =
                Instant.parse(waits.json().path("forecast").path("earliest").asText());
        assertThat(earliest)
                .isBetween(clock.instant().plusSeconds(43_199), clock.instant().plusSeconds(43_202));
        String id = waits.text("id");
        assertThat(charger.get("/v1/queue/" + id).json().path("scopes").get(0).asText())
                .isEqualTo("block:visits/jan");
        assertThat(charger.get("/v1/queue").json().path("waiting")).hasSize(1);

        clock.set(earliest.plusSeconds(1));
        Api.Answer granted = await(charger, "k1", wish(0.5, 86_400, 0));
        assertThat(granted.status()).as(granted.body()).isEqualTo(201);
        assertThat(granted.json().path("receipt").path("head").asText()).isNotEmpty();
        assertThat(ask(charger, "k1", wish(0.5, 86_400, 0)).text("reservation")).isEqualTo(granted.text("reservation"));
        assertThat(ask(charger, "k1", wish(0.25, 86_400, 0)).isProblem("key-reused"))
                .isTrue();
        assertThat(charger.get("/v1/queue/" + id).status()).isEqualTo(404);
        assertThat(charger.get("/v1/reservations/" + granted.text("reservation"))
                        .text("status"))
                .isEqualTo("RESERVED");
    }

    @Test
    void directCharge_ofABudgetThatUnlocks_isSentToTheQueue() {
        String body = "{\"account\":\"acme\",\"scopes\":[\"block:visits/jan\"],\"event\":" + Served.GAUSSIAN + "}";
        Api.Answer refused = charger.keyed("d1").post("/v1/charges", body);
        assertThat(refused.isProblem("conflict")).isTrue();
        assertThat(refused.text("detail")).contains("queue");
        assertThat(charger.keyed("d2")
                        .post("/v1/reservations", body.replaceFirst("\\{", "{\"ttl\":10,"))
                        .isProblem("conflict"))
                .isTrue();
    }

    @Test
    void wait_isBounded_andEndsWithAForecast() {
        assertThat(ask(charger, "k1", wish(0.9, 3600, 0)).status()).isEqualTo(202);
        clock.advance(Duration.ofHours(2));
        Api.Answer refused = await(charger, "k1", wish(0.9, 3600, 0));
        assertThat(refused.isProblem("not-served")).as(refused.body()).isTrue();
        assertThat(refused.json().path("forecast").path("earliest").asText()).startsWith("2026-01-01T21:36:0");
        // What can never fit does not wait at all.
        Api.Answer never = ask(charger, "k2", wish(1.5, 3600, 0));
        assertThat(never.isProblem("not-served")).isTrue();
        assertThat(never.json().path("forecast").has("earliest")).isFalse();
    }

    @Test
    void afterARestart_theSameKeyWaitsAnew_andFindsWhatWasGranted() {
        clock.advance(Duration.ofHours(12));
        Api.Answer granted = await(charger, "granted", wish(0.25, 3600, 0));
        assertThat(granted.status()).as(granted.body()).isEqualTo(201);
        Api.Answer waits = ask(charger, "waits", wish(0.7, 86_400, 0));
        served.close();
        open();
        Api again = served.anonymous().as(key);
        assertThat(ask(again, "granted", wish(0.25, 3600, 0)).text("reservation"))
                .isEqualTo(granted.text("reservation"));
        assertThat(again.get("/v1/queue/" + waits.text("id")).status()).isEqualTo(404);
        assertThat(ask(again, "waits", wish(0.7, 86_400, 0)).status()).isEqualTo(202);
        clock.advance(Duration.ofHours(12));
        assertThat(await(again, "waits", wish(0.7, 86_400, 0)).status()).isEqualTo(201);
        JsonNode budget = again.get("/v1/datasets/visits/blocks/jan/balance?delta=1e-6")
                .json()
                .path("budget");
        assertThat(budget.path("taken").doubleValue()).isBetween(0.7, 1.0);
        // 0.25 lapsed after its hour.
        assertThat(budget.path("taken").doubleValue()).isLessThan(0.71);
        assertThat(served.ledger
                        .journal()
                        .verify(List.of(signer.publicKey()), List.of())
                        .isSound())
                .isTrue();
    }

    @Test
    void whoIsOutOfReach_neitherSeesNorTouchesWhatWaits() {
        Api.Answer waits = ask(charger, "k1", wish(0.5, 86_400, 0));
        Api stranger = served.within("other", "stranger", Permission.CHARGE, Permission.READ);
        String id = waits.text("id");
        assertThat(stranger.get("/v1/queue/" + id).status()).isEqualTo(404);
        assertThat(stranger.post("/v1/queue/" + id + "/cancel", "{}").status()).isEqualTo(404);
        assertThat(stranger.get("/v1/queue").json().path("waiting")).isEmpty();
        assertThat(ask(stranger, "k1", wish(0.5, 10, 0)).status()).isEqualTo(404);
        assertThat(ask(stranger, "k1", wish(0.5, 10, 0).replace("acme", "nobody"))
                        .status())
                .isEqualTo(404);
        assertThat(charger.post("/v1/queue/" + id + "/cancel", "{}").status()).isEqualTo(200);
        assertThat(charger.get("/v1/queue/" + id).status()).isEqualTo(404);
    }

    @Test
    void forecast_saysNothingOfBudgetsAboveReach() {
        served.ledger.addAccount("team", "acme");
        served.ledger.setBudget(
                Scope.account("acme"),
                new Budget(new ZcdpLimit(0.3), null, new Pace(false, DAY, null)),
                "ann",
                "ben",
                "root");
        Api below = served.within("team", "below", Permission.CHARGE);
        Api.Answer waits = ask(below, "k1", wish(0.2, 86_400, 0).replace("\"acme\"", "\"team\""));
        assertThat(waits.status()).as(waits.body()).isEqualTo(202);
        assertThat(waits.json().path("forecast").has("earliest")).isFalse();
        assertThat(waits.body()).doesNotContain("acme");
    }

    @Test
    void request_beyondTheBounds_isRefused() {
        assertThat(ask(charger, "p", wish(0.5, 86_400, 101)).isProblem("bad-request"))
                .isTrue();
        assertThat(ask(charger, "w", wish(0.5, 604_801, 0)).isProblem("bad-request"))
                .isTrue();
    }

    @Test
    void oneHolder_cannotFillTheQueue() {
        BudgetQueue queue = new BudgetQueue(served.ledger.queueDesk(), clock);
        // A queue that serves nobody any more answers at once.
        queue.close();
        Charge charge = new Charge("acme", List.of(Scope.block("visits", "jan")));
        Price price = served.ledger.price(charge, new ZeroConcentratedDp(0, 0.5));
        IntFunction<QueueRequest> wish = i -> new QueueRequest(
                new QueueDesk.Grant(new Actor(i < 0 ? "modest" : "greedy", "acme"), "g" + i, charge, price, DAY),
                0,
                DAY);
        for (int i = 0; i < 500; i++) {
            assertThat(queue.ask(wish.apply(i))).isInstanceOf(QueueAnswer.Waits.class);
        }
        assertThatThrownBy(() -> queue.ask(wish.apply(500))).isInstanceOf(ConflictException.class);
        assertThat(queue.ask(wish.apply(-1))).isInstanceOf(QueueAnswer.Waits.class);
    }
}
