package io.abacusdp.ledger.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.ledger.api.data.PrivacyUnit;
import io.abacusdp.ledger.journal.SigningKey;
import io.abacusdp.ledger.security.Permission;
import io.abacusdp.ledger.store.SettableClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Budgets that refresh by themselves, and blocks that come into being, at a live server whose clock stands until it is moved. */
class RefreshTest {
    private static final PrivacyUnit UNIT = new PrivacyUnit("patient", Adjacency.ADD_OR_REMOVE_ONE);

    @TempDir
    Path folder;

    private final SettableClock clock = new SettableClock();
    private final SigningKey signer = SigningKey.generate();
    private Served served;
    private Api ann;
    private Api ben;
    private Api charger;

    @BeforeEach
    void start() {
        served = new Served("jdbc:sqlite:" + folder.resolve("ledger.db"), signer, ServerSettings.local(), clock);
        ann = served.asMaster("ann");
        ben = served.asMaster("ben");
        charger = served.as("trainer", Permission.CHARGE);
        served.ledger.addAccount("acme", UNIT);
        served.ledger.addDataset("visits", UNIT);
    }

    @AfterEach
    void stop() {
        assertThat(served.ledger
                        .journal()
                        .verify(List.of(signer.publicKey()), List.of())
                        .isSound())
                .isTrue();
        served.close();
    }

    private JsonNode agreed(String path, String body) {
        Api.Answer proposed = ann.post(path, body);
        assertThat(proposed.status()).as(proposed.body()).isEqualTo(202);
        Api.Answer approved = ben.post("/v1/proposals/" + proposed.text("proposal") + "/approve", "{}");
        assertThat(approved.status()).as(approved.body()).isEqualTo(200);
        return approved.json();
    }

    private Api.Answer spend(String key, String scope, double rho) {
        return charger.keyed(key)
                .post(
                        "/v1/charges",
                        "{\"account\":\"acme\",\"scopes\":[%s],\"event\":{\"type\":\"zcdp\",\"xi\":0,\"rho\":%s}}"
                                .formatted(scope.isEmpty() ? "" : '"' + scope + '"', rho));
    }

    private JsonNode balance(String path) {
        return ann.get(path + "/balance?delta=1e-6").json();
    }

    private void refreshDaily() {
        agreed(
                "/v1/budgets",
                "{\"scope\":\"dataset:visits\",\"limit\":{\"type\":\"zcdp\",\"rho\":1},\"window\":86400,\"refresh\":true,\"reason\":\"daily\"}");
    }

    /** A year meets 366 windows of a day, wherever it begins, and ρ adds up. */
    @Test
    void refresh_saysWhatItGivesAwayOverTime_whenProposedAndInTheBalance() {
        JsonNode approved = agreed(
                "/v1/budgets",
                "{\"scope\":\"account:acme\",\"limit\":{\"type\":\"epsilon_delta\",\"epsilon\":3,\"delta\":1e-6},\"window\":2592000,\"refresh\":true,\"reason\":\"monthly\"}");
        JsonNode given = approved.path("over_time");
        assertThat(given.path("windows").asInt()).isEqualTo(14);
        assertThat(given.path("at_most").path("epsilon").doubleValue()).isEqualTo(42);
        assertThat(given.path("at_most").path("delta").doubleValue()).isCloseTo(14e-6, within(1e-20));
        refreshDaily();
        JsonNode budget = balance("/v1/datasets/visits").path("budget");
        assertThat(budget.path("over_time").path("windows").asInt()).isEqualTo(366);
        assertThat(budget.path("over_time").path("at_most").path("rho").doubleValue())
                .isEqualTo(366);
        assertThat(budget.path("over_time").path("note").asText()).contains("any 365 days");
        assertThat(budget.path("next_window").asText()).isEqualTo("2026-01-02T00:00:00Z");
    }

    @Test
    void window_opensByItself_onTimeAndNotBefore_andTheLossOfAllTimeStays() {
        refreshDaily();
        assertThat(spend("k1", "dataset:visits", 0.9).status()).isEqualTo(201);
        clock.advance(Duration.ofDays(1).minusMillis(1));
        assertThat(spend("k2", "dataset:visits", 0.9).isProblem("over-budget")).isTrue();
        double before = balance("/v1/datasets/visits")
                .path("adaptive")
                .path("lifetime_epsilon")
                .doubleValue();
        clock.advance(Duration.ofMillis(1));
        JsonNode balance = balance("/v1/datasets/visits");
        assertThat(balance.path("window_number").asInt()).isEqualTo(2);
        assertThat(balance.path("budget").path("spent").doubleValue()).isZero();
        assertThat(balance.path("adaptive").path("lifetime_epsilon").doubleValue())
                .isEqualTo(before);
        assertThat(spend("k2", "dataset:visits", 0.9).status()).isEqualTo(201);
        assertThat(balance("/v1/datasets/visits")
                        .path("adaptive")
                        .path("lifetime_epsilon")
                        .doubleValue())
                .isGreaterThan(before);
        // Windows that nobody used are not saved up, and all begin on the grid.
        clock.advance(Duration.ofHours(24 * 3 + 5));
        assertThat(spend("k3", "dataset:visits", 0.9).status()).isEqualTo(201);
        assertThat(spend("k4", "dataset:visits", 0.9).isProblem("over-budget")).isTrue();
        assertThat(balance("/v1/datasets/visits").path("window_since").asText()).isEqualTo("2026-01-05T00:00:00Z");
    }

    /** Nothing that was spent before is forgotten because a budget that is old already is said to refresh. */
    @Test
    void refresh_declaredLate_beginsThen() {
        agreed(
                "/v1/budgets",
                "{\"scope\":\"dataset:visits\",\"limit\":{\"type\":\"zcdp\",\"rho\":1},\"window\":86400,\"reason\":\"by hand\"}");
        assertThat(spend("k1", "dataset:visits", 0.9).status()).isEqualTo(201);
        clock.advance(Duration.ofDays(10));
        refreshDaily();
        assertThat(spend("k2", "dataset:visits", 0.9).isProblem("over-budget")).isTrue();
        clock.advance(Duration.ofDays(1));
        assertThat(spend("k2", "dataset:visits", 0.9).status()).isEqualTo(201);
    }

    @Test
    void clockThatJumpedAhead_getsOneWindow_andThenNothingUntilTimeHasCaughtUp() {
        refreshDaily();
        assertThat(spend("k1", "dataset:visits", 0.9).status()).isEqualTo(201);
        clock.advance(Duration.ofDays(20));
        assertThat(spend("k2", "dataset:visits", 0.9).status()).isEqualTo(201);
        assertThat(spend("k3", "dataset:visits", 0.9).isProblem("over-budget")).isTrue();
        clock.advance(Duration.ofDays(-20));
        assertThat(spend("k4", "dataset:visits", 0.05).status()).isEqualTo(503);
        assertThat(spend("k5", "", 0.01).status()).isEqualTo(503);
        clock.advance(Duration.ofDays(20));
        assertThat(spend("k6", "dataset:visits", 0.9).isProblem("over-budget")).isTrue();
    }

    @Test
    void onePerson_canNeitherDeclareARefresh_norBlocks_butMayEndARefresh() {
        assertThat(ann.post(
                                "/v1/blocks",
                                "{\"dataset\":\"visits\",\"by\":\"time\",\"every\":86400,\"limit\":{\"type\":\"zcdp\",\"rho\":1},\"reason\":\"days\"}")
                        .status())
                .isEqualTo(202);
        refreshDaily();
        String plain =
                "{\"scope\":\"dataset:visits\",\"limit\":{\"type\":\"zcdp\",\"rho\":1},\"window\":86400,\"reason\":\"stop\"}";
        assertThat(ann.post("/v1/budgets", plain).status()).isEqualTo(201);
        assertThat(ann.post("/v1/budgets", plain.replace("\"reason\"", "\"refresh\":true,\"reason\""))
                        .status())
                .isEqualTo(202);
        assertThat(spend("k1", "dataset:visits", 0.9).status()).isEqualTo(201);
        clock.advance(Duration.ofDays(2));
        assertThat(spend("k2", "dataset:visits", 0.9).isProblem("over-budget")).isTrue();
        assertThat(ann.post("/v1/budgets", plain.replace("\"window\":86400,", "\"refresh\":true,"))
                        .status())
                .isEqualTo(400);
    }

    /** One person may add blocks: with one of them the budgets of those before it could have been passed by. */
    @Test
    void blockMadeByHand_standsForNoOther_andGetsItsBudget() {
        agreed(
                "/v1/blocks",
                "{\"dataset\":\"visits\",\"by\":\"time\",\"every\":86400,\"limit\":{\"type\":\"zcdp\",\"rho\":1},\"reason\":\"days\"}");
        assertThat(ann.post(
                                "/v1/datasets",
                                "{\"dataset\":\"visits\",\"unit\":{\"name\":\"patient\",\"adjacency\":\"add_or_remove_one\"},\"blocks\":[\"20260103T000000Z\"]}")
                        .status())
                .isEqualTo(201);
        clock.advance(Duration.ofDays(2));
        assertThat(spend("k1", "block:visits/20260102T000000Z", 0.9).status()).isEqualTo(201);
        assertThat(spend("k2", "block:visits/20260103T000000Z", 1.1).isProblem("over-budget"))
                .isTrue();
        assertThat(spend("k3", "dataset:visits", 0.5).isProblem("over-budget")).isTrue();
    }

    @Test
    void datasetWithAsManyBlocksAsItCan_isNotChargedAsAWhole() {
        agreed(
                "/v1/blocks",
                "{\"dataset\":\"visits\",\"by\":\"time\",\"every\":60,\"limit\":{\"type\":\"zcdp\",\"rho\":1},\"reason\":\"minutes\"}");
        clock.advance(Duration.ofDays(20));
        assertThat(spend("k1", "dataset:visits", 0.1).isProblem("conflict")).isTrue();
        assertThat(spend("k2", "block:visits/20260101T000000Z", 0.1).status()).isEqualTo(201);
        assertThat(spend("k3", "block:visits/20260120T000000Z", 0.1).status()).isEqualTo(404);
    }

    @Test
    void proposals_comePageByPage() {
        for (int i = 0; i < 3; i++) {
            ann.post("/v1/persons", "{\"person\":\"p%d\",\"reason\":\"new\"}".formatted(i));
        }
        JsonNode first = ben.get("/v1/proposals?limit=2").json();
        assertThat(first.path("proposals")).hasSize(2);
        JsonNode second = ben.get(
                        "/v1/proposals?limit=2&after=" + first.path("next").asText())
                .json();
        assertThat(second.path("proposals")).hasSize(1);
        assertThat(first.path("proposals").findValuesAsText("proposal"))
                .doesNotContainAnyElementsOf(second.path("proposals").findValuesAsText("proposal"));
        // The last of a page may be approved before the next page is asked for.
        assertThat(ben.post("/v1/proposals/" + first.path("next").asText() + "/approve", "{}")
                        .status())
                .isEqualTo(200);
        assertThat(ben.get("/v1/proposals?limit=2&after=" + first.path("next").asText())
                        .json()
                        .path("proposals"))
                .isEqualTo(second.path("proposals"));
    }

    @Test
    void blocks_comeIntoBeingAsTimeGoes_eachWithItsBudget_andNoneIsPassedBy() {
        agreed(
                "/v1/blocks",
                "{\"dataset\":\"visits\",\"by\":\"time\",\"every\":86400,\"limit\":{\"type\":\"zcdp\",\"rho\":1},\"reason\":\"days\"}");
        assertThat(spend("k1", "block:visits/20260101T000000Z", 0.9).status()).isEqualTo(201);
        assertThat(spend("k2", "block:visits/20260101T000000Z", 0.9).isProblem("over-budget"))
                .isTrue();
        // Nobody gets a fresh budget by making up a name, or by naming what has not come.
        assertThat(spend("k3", "block:visits/20260102T000000Z", 0.1).status()).isEqualTo(404);
        assertThat(spend("k4", "block:visits/mine", 0.1).status()).isEqualTo(404);
        clock.advance(Duration.ofDays(3));
        assertThat(spend("k3", "block:visits/20260103T000000Z", 0.9).status()).isEqualTo(201);
        // The whole dataset is all blocks, of which the first has 0.1 left; it has no budget of its own.
        assertThat(spend("k5", "dataset:visits", 0.5).isProblem("over-budget")).isTrue();
        assertThat(spend("k6", "dataset:visits", 0.05).status()).isEqualTo(201);
        // A block that comes later has lost what the whole dataset lost.
        clock.advance(Duration.ofDays(1));
        assertThat(spend("k7", "block:visits/20260105T000000Z", 0.97).isProblem("over-budget"))
                .isTrue();
        assertThat(spend("k7", "block:visits/20260105T000000Z", 0.94).status()).isEqualTo(201);
        JsonNode page = ann.get("/v1/datasets/visits/blocks?limit=3").json();
        assertThat(page.path("blocks")).hasSize(3);
        assertThat(page.path("next").asText()).isEqualTo("20260103T000000Z");
        assertThat(ann.get("/v1/datasets/visits/blocks?after=20260103T000000Z")
                        .json()
                        .path("blocks"))
                .hasSize(2);
        assertThat(ann.get("/v1/datasets/none/blocks").status()).isEqualTo(404);
        assertThat(balance("/v1/datasets/visits/blocks/20260104T000000Z")
                        .path("budget")
                        .path("taken")
                        .doubleValue())
                .isBetween(0.05, 0.0501);
    }
}
