package io.abacusdp.ledger.rest;

import static io.abacusdp.ledger.rest.Served.GAUSSIAN;
import static io.abacusdp.ledger.rest.Served.charge;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.core.Fact;
import io.abacusdp.ledger.core.StampedFact;
import io.abacusdp.ledger.journal.JournalEntry;
import io.abacusdp.ledger.rest.Api.Answer;
import io.abacusdp.ledger.security.ApiKey;
import io.abacusdp.ledger.security.Permission;
import io.abacusdp.ledger.store.Postgres;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holders of valid keys did to a ledger before keys belonged to somebody and to a subtree of accounts. */
class InsidersTest {
    private static final String UNIT = "\"unit\":{\"name\":\"patient\",\"adjacency\":\"add_or_remove_one\"}";
    private static final String QUIET = "{\"event\":{\"type\":\"gaussian\",\"noise_multiplier\":1e9}}";

    @TempDir
    Path folder;

    /** Made when it is first needed. */
    private static final class OnPostgres {
        static final String DATABASE = Postgres.newDatabase();
    }

    private Served serve(String database) {
        Served served = Served.at(
                database.equals("sqlite")
                        ? "jdbc:sqlite:" + folder.resolve("ledger.db")
                        : Postgres.newSchema(OnPostgres.DATABASE));
        served.openAccount(1);
        for (String account : List.of("victim", "thief")) {
            served.ledger.addAccount(account, "acme");
            served.setBudget("account:" + account, 0.5);
        }
        return served;
    }

    private static String reserve(Api api, String account) {
        Answer answer = api.keyed("k")
                .post("/v1/reservations", "{\"account\":\"%s\",\"event\":%s,\"ttl\":600}".formatted(account, GAUSSIAN));
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        return answer.text("reservation");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "postgresql"})
    void reservation_ofAnotherTenant_isInvisibleAndUntouchable(String database) {
        try (Served served = serve(database)) {
            Api victim = served.within("victim", "v", Permission.CHARGE, Permission.READ);
            Api thief = served.within("thief", "t", Permission.values());
            String id = reserve(victim, "victim");
            assertThat(id).as("128 random bits").matches("r[0-9]+-[0-9a-f]{32}");
            assertThat(victim.post("/v1/reservations/" + id + "/start", "{}").status())
                    .isEqualTo(200);
            for (String action : List.of("start", "release")) {
                assertThat(thief.post("/v1/reservations/" + id + "/" + action, "{}")
                                .status())
                        .as(action)
                        .isEqualTo(404);
            }
            Answer erased = thief.post("/v1/reservations/" + id + "/commit", QUIET);
            assertThat(erased.isProblem("not-found")).isTrue();
            assertThat(thief.post("/v1/reservations/" + id + "/extend", "{\"ttl\":9}")
                            .status())
                    .isEqualTo(404);
            assertThat(thief.get("/v1/reservations/" + id).status()).isEqualTo(404);
            assertThat(erased.body())
                    .as("the same as of what does not exist")
                    .isEqualTo(thief.post("/v1/reservations/r1-" + "0".repeat(32) + "/commit", QUIET)
                            .body());
            assertThat(victim.get("/v1/reservations/" + id).text("status")).isEqualTo("STARTED");
            String known = id.substring(0, id.indexOf('-'));
            assertThat(victim.get("/v1/reservations/" + known).status())
                    .as("the number alone is no id")
                    .isEqualTo(404);
        }
    }

    private static String onSecret(String account) {
        return "{\"account\":\"%s\",\"scopes\":[\"dataset:secret\"],\"event\":%s}".formatted(account, GAUSSIAN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "postgresql"})
    void everything_ofAnotherTenant_is404(String database) {
        try (Served served = serve(database)) {
            Api victim = served.within("victim", "v", Permission.CHARGE, Permission.READ);
            Api thief = served.within("thief", "t", Permission.values());
            served.ledger.addDataset(
                    "secret", served.ledger.scope(Scope.account("acme")).unit(), List.of(), List.of("victim"));
            for (String path : List.of(
                    "/v1/accounts/victim/balance?delta=1e-6",
                    "/v1/accounts/victim/history",
                    "/v1/accounts/victim/curve",
                    "/v1/accounts/acme/balance?delta=1e-6",
                    "/v1/datasets/secret/balance?delta=1e-6",
                    "/v1/journal",
                    "/v1/export")) {
                assertThat(thief.get(path).status()).as(path).isEqualTo(404);
            }
            assertThat(victim.get("/v1/datasets/secret/balance?delta=1e-6").status())
                    .isEqualTo(200);
            assertThat(victim.keyed("own")
                            .post("/v1/charges", onSecret("victim"))
                            .status())
                    .isEqualTo(201);
            // Proofs of entries: of one's own charge for who made it, and of nothing else.
            long end = served.ledger.journal().head().size();
            for (long seq = 1; seq <= end; seq++) {
                String path = "/v1/proof/inclusion?seq=" + seq;
                assertThat(thief.get(path).status()).as(path).isEqualTo(404);
                assertThat(victim.get(path).status()).as(path).isEqualTo(seq == end ? 200 : 404);
            }
            assertThat(thief.keyed("1")
                            .post("/v1/charges", charge("victim", GAUSSIAN))
                            .status())
                    .isEqualTo(404);
            assertThat(thief.post("/v1/quote", charge("victim", GAUSSIAN)).status())
                    .isEqualTo(404);
            assertThat(thief.keyed("2").post("/v1/charges", onSecret("thief")).status())
                    .isEqualTo(404);
            assertThat(thief.get("/v1/accounts").json().path("accounts")).hasSize(1);
            assertThat(thief.get("/v1/datasets").json().path("datasets")).isEmpty();
            assertThat(thief.get("/v1/keys").json().path("keys")).hasSize(1);
            // Nor does a page end with the name of a key that is not shown.
            assertThat(thief.get("/v1/keys?limit=1").json().path("next").asText("t"))
                    .isEqualTo("t");
            assertThat(thief.get("/v1/keys?limit=1&after=t").json().has("next")).isFalse();
            assertThat(thief.post("/v1/keys/v/withdraw", "{}").status()).isEqualTo(404);
            assertThat(thief.post("/v1/keys", "{\"name\":\"x\",\"permissions\":[\"read\"],\"account\":\"victim\"}")
                            .status())
                    .isEqualTo(403);
            assertThat(thief.post("/v1/keys", "{\"name\":\"x\",\"permissions\":[\"read\"]}")
                            .status())
                    .isEqualTo(403);
            assertThat(thief.post("/v1/accounts", "{\"account\":\"root\"," + UNIT + "}")
                            .status())
                    .isEqualTo(403);
            assertThat(thief.post(
                                    "/v1/budgets",
                                    "{\"scope\":\"account:thief\",\"limit\":{\"type\":\"zcdp\",\"rho\":9},\"reason\":\"r\"}")
                            .status())
                    .as("what was given from above")
                    .isEqualTo(403);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "postgresql"})
    void refusal_byABudgetAbove_tellsNoFiguresOfOthers(String database) {
        try (Served served = serve(database)) {
            served.setBudget("account:victim", 5);
            served.setBudget("account:thief", 5);
            Api thief = served.within("thief", "t", Permission.CHARGE, Permission.QUOTE);
            String large = "{\"type\":\"gaussian\",\"noise_multiplier\":0.5}";
            Answer refused = thief.keyed("1").post("/v1/charges", charge("thief", large));
            assertThat(refused.isProblem("over-budget")).isTrue();
            assertThat(refused.json().has("remaining")).isFalse();
            JsonNode quote = thief.post("/v1/quote", charge("thief", large)).json();
            assertThat(quote.path("fits").asBoolean(true)).isFalse();
            assertThat(quote.has("refusal")).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "postgresql"})
    void everyFact_saysByWhom_andACommitBothPrices(String database) {
        try (Served served = serve(database)) {
            Api victim = served.within("victim", "v", Permission.CHARGE);
            String id = reserve(victim, "victim");
            victim.post("/v1/reservations/" + id + "/start", "{}");
            assertThat(victim.post(
                                    "/v1/reservations/" + id + "/commit",
                                    "{\"event\":{\"type\":\"gaussian\",\"noise_multiplier\":5}}")
                            .status())
                    .as("upwards")
                    .isEqualTo(409);
            assertThat(victim.post("/v1/reservations/" + id + "/commit", QUIET).status())
                    .isEqualTo(200);
            List<StampedFact> facts = served.ledger.journal().entries(0, 100).stream()
                    .map(JournalEntry::stamped)
                    .toList();
            assertThat(facts).allSatisfy(fact -> assertThat(fact.by()).isNotEmpty());
            StampedFact committed = facts.get(facts.size() - 1);
            assertThat(committed.by()).isEqualTo("v");
            assertThat(committed.fact()).isInstanceOfSatisfying(Fact.Committed.class, fact -> {
                assertThat(fact.reserved()).isNotNull();
                assertThat(served.ledger
                                .recordedPrice(fact.price())
                                .cost()
                                .isWithin(served.ledger
                                        .recordedPrice(Objects.requireNonNull(fact.reserved()))
                                        .cost()))
                        .isTrue();
                assertThat(fact.price()).isNotEqualTo(fact.reserved());
            });
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "postgresql"})
    void onePerson_withTwoKeys_isNotTwo(String database) {
        try (Served served = serve(database)) {
            Api alice = served.asMaster("alice");
            Api alicesOther = served.anotherKeyOf("alice", "alice-2");
            Api service = served.as("robot", Permission.values());
            Answer proposed = alice.post(
                    "/v1/budgets",
                    "{\"scope\":\"account:acme\",\"limit\":{\"type\":\"zcdp\",\"rho\":9},\"reason\":\"r\"}");
            assertThat(proposed.status()).isEqualTo(202);
            String approve = "/v1/proposals/" + proposed.text("proposal") + "/approve";
            assertThat(alicesOther.post(approve, "{}").status()).isEqualTo(403);
            assertThat(service.post(approve, "{}").status()).as("a program").isEqualTo(403);
            // Nor does who makes a second person, or a second person's key, become two.
            Answer person = alice.post("/v1/persons", "{\"person\":\"puppet\",\"reason\":\"r\"}");
            assertThat(person.status()).isEqualTo(202);
            assertThat(alicesOther
                            .post("/v1/proposals/" + person.text("proposal") + "/approve", "{}")
                            .status())
                    .isEqualTo(403);
            Api bob = served.asMaster("bob");
            assertThat(alice.post(
                                    "/v1/keys",
                                    "{\"name\":\"x\",\"person\":\"bob\",\"permissions\":[\"admin\"],\"reason\":\"r\"}")
                            .isProblem("bad-request"))
                    .as("a key of another is made by that person")
                    .isTrue();
            ApiKey stolen = ApiKey.generate();
            Answer key = alice.post(
                    "/v1/keys",
                    "{\"name\":\"x\",\"person\":\"bob\",\"permissions\":[\"admin\"],\"reason\":\"r\",\"id\":\"%s\",\"hash\":\"%s\"}"
                            .formatted(stolen.id(), stolen.hash()));
            assertThat(key.status()).isEqualTo(202);
            assertThat(served.anonymous().as(stolen.text()).post(approve, "{}").status())
                    .isEqualTo(401);
            assertThat(bob.post(approve, "{}").status()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "postgresql"})
    void budget_firstOrRaised_needsTwo_lowered_one(String database) {
        try (Served served = serve(database)) {
            Api alice = served.asMaster("alice");
            served.ledger.addAccount("new", "acme");
            String budget = "{\"scope\":\"account:%s\",\"limit\":{\"type\":\"zcdp\",\"rho\":%s},\"reason\":\"r\"}";
            assertThat(alice.post("/v1/budgets", budget.formatted("new", 1e-9)).status())
                    .as("first")
                    .isEqualTo(202);
            assertThat(alice.post("/v1/budgets", budget.formatted("victim", 0.51))
                            .status())
                    .as("raised")
                    .isEqualTo(202);
            assertThat(alice.post("/v1/budgets", budget.formatted("victim", 0.4))
                            .status())
                    .as("lowered")
                    .isEqualTo(201);
            assertThat(alice.post("/v1/budgets", budget.formatted("victim", 0.5))
                            .status())
                    .as("raised again")
                    .isEqualTo(202);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "postgresql"})
    void charge_thatOmitsTheDataOfItsAccount_isRefused(String database) {
        try (Served served = serve(database)) {
            Api admin = served.as("admin", Permission.values());
            assertThat(admin.post(
                                    "/v1/datasets",
                                    "{\"dataset\":\"visits\"," + UNIT
                                            + ",\"blocks\":[\"jan\"],\"accounts\":[\"victim\"]}")
                            .status())
                    .isEqualTo(201);
            served.setBudget("dataset:visits", 0.0051);
            assertThat(admin.keyed("1")
                            .post("/v1/charges", charge("victim", GAUSSIAN))
                            .text("path"))
                    .isEqualTo("$.scopes");
            String named = "{\"account\":\"%s\",\"scopes\":[\"%s\"],\"event\":" + GAUSSIAN + "}";
            assertThat(admin.keyed("2")
                            .post("/v1/charges", named.formatted("victim", "block:visits/jan"))
                            .status())
                    .isEqualTo(201);
            assertThat(admin.keyed("3")
                            .post("/v1/charges", named.formatted("victim", "dataset:visits"))
                            .isProblem("over-budget"))
                    .isTrue();
            assertThat(admin.keyed("4")
                            .post("/v1/charges", named.formatted("thief", "dataset:visits"))
                            .status())
                    .as("data that belong to another account")
                    .isEqualTo(404);
            assertThat(admin.post("/v1/accounts", "{\"account\":\"strict\",\"parent\":\"acme\",\"budgeted_data\":true}")
                            .status())
                    .isEqualTo(201);
            assertThat(admin.keyed("5")
                            .post("/v1/charges", charge("strict", GAUSSIAN))
                            .text("path"))
                    .isEqualTo("$.scopes");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "postgresql"})
    void event_ofHardlyAnyLoss_costsAUnitEverywhere(String database) {
        try (Served served = serve(database)) {
            Api victim = served.within("victim", "v", Permission.CHARGE, Permission.READ);
            for (String noise : List.of("1e162", "1e200", "1.7e308")) {
                assertThat(victim.keyed(noise)
                                .post(
                                        "/v1/charges",
                                        charge("victim", "{\"type\":\"gaussian\",\"noise_multiplier\":" + noise + "}"))
                                .status())
                        .isEqualTo(201);
            }
            JsonNode spent = victim.get("/v1/accounts/victim/curve").json().path("lifetime");
            spent.path("rdp").forEach(figure -> assertThat(figure.doubleValue()).isEqualTo(3 * 0x1p-40));
            assertThat(spent.path("zcdp").doubleValue()).isEqualTo(3 * 0x1p-40);
            assertThat(victim.keyed("nothing")
                            .post("/v1/charges", charge("victim", "{\"type\":\"no_op\"}"))
                            .status())
                    .isEqualTo(201);
            assertThat(victim.get("/v1/accounts/victim/curve").json().path("lifetime"))
                    .isEqualTo(spent);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "postgresql"})
    void balance_saysWhetherItIsAGuaranteeOrAQuota(String database) {
        try (Served served = serve(database)) {
            Api reader = served.as("reader", Permission.READ, Permission.ADMIN);
            reader.post("/v1/datasets", "{\"dataset\":\"visits\"," + UNIT + ",\"blocks\":[\"jan\"]}");
            assertThat(reader.get("/v1/accounts/acme/balance?delta=1e-6").text("meaning"))
                    .isEqualTo("guarantee");
            assertThat(reader.get("/v1/accounts/victim/balance?delta=1e-6").text("meaning"))
                    .isEqualTo("quota");
            assertThat(reader.get("/v1/datasets/visits/balance?delta=1e-6").text("meaning"))
                    .isEqualTo("guarantee");
            assertThat(reader.get("/v1/datasets/visits/blocks/jan/balance?delta=1e-6")
                            .text("meaning"))
                    .isEqualTo("guarantee");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "postgresql"})
    void dataset_withOneBadBlock_isNotCreated(String database) {
        try (Served served = serve(database)) {
            Api admin = served.as("admin", Permission.values());
            for (String rest : List.of("\"blocks\":[\"a\",\"!\"]", "\"blocks\":[\"a\"],\"accounts\":[\"nobody\"]")) {
                assertThat(admin.post("/v1/datasets", "{\"dataset\":\"d\"," + UNIT + "," + rest + "}")
                                .status())
                        .isIn(400, 404);
                assertThat(admin.get("/v1/datasets/d/balance?delta=1e-6").status())
                        .isEqualTo(404);
            }
        }
    }
}
