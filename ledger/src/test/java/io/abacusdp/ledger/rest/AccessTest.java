package io.abacusdp.ledger.rest;

import static io.abacusdp.ledger.rest.Served.GAUSSIAN;
import static io.abacusdp.ledger.rest.Served.charge;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.abacusdp.ledger.api.data.Actor;
import io.abacusdp.ledger.core.Fact;
import io.abacusdp.ledger.journal.SigningKey;
import io.abacusdp.ledger.rest.Api.Answer;
import io.abacusdp.ledger.security.OidcSettings;
import io.abacusdp.ledger.security.OidcTokens;
import io.abacusdp.ledger.security.Permission;
import io.abacusdp.ledger.store.Postgres;
import io.abacusdp.ledger.store.SettableClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AccessTest {
    @TempDir
    Path folder;

    private String url() {
        return "jdbc:sqlite:" + folder.resolve("ledger.db");
    }

    @Test
    void everyOperation_withoutAKey_is401() {
        try (Served served = Served.at(url())) {
            int number = 0;
            for (String operation : new Contract().operations()) {
                if (operation.matches("GET /(livez|readyz|openapi.yaml|openapi.html)")) {
                    continue;
                }
                String[] parts =
                        operation.replace("{id}", "r1").replace("{block}", "b").split(" ", 2);
                // After ten failures an address has to wait.
                Answer answer = served.anonymous().method(parts[0], parts[1]);
                number++;
                assertThat(answer.status()).as(operation).isEqualTo(number <= 10 ? 401 : 429);
                assertThat(answer.isProblem(number <= 10 ? "unauthorized" : "too-many-failures"))
                        .isTrue();
            }
            assertThat(number).isGreaterThan(20);
        }
    }

    @Test
    void everyOperation_withoutItsPermission_is403() {
        try (Served served = Served.at(url())) {
            Api nobody = served.as("nobody", Permission.QUOTE);
            Api reader = served.as("reader", Permission.READ);
            int forbidden = 0;
            for (String operation : new Contract().operations()) {
                String[] parts =
                        operation.replace("{id}", "r1").replace("{block}", "b").split(" ", 2);
                Api other = parts[1].equals("/v1/quote") ? reader : nobody;
                int status = other.keyed("k").method(parts[0], parts[1]).status();
                if (parts[1].matches("/(livez|readyz|openapi.yaml|openapi.html)")) {
                    assertThat(status).isEqualTo(200);
                } else if (parts[1].equals("/v1/proof/consistency")) {
                    // Hashes of no entry in particular, for whoever has a key; here without the sizes.
                    assertThat(status).isEqualTo(400);
                } else {
                    assertThat(status).as(operation).isEqualTo(403);
                    forbidden++;
                }
            }
            assertThat(forbidden).isGreaterThan(20);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "postgresql"})
    void failures_tooMany_stopTheGuesserForAMinuteAndNobodyWhoHasAKey(String store) {
        SettableClock clock = new SettableClock();
        String url = store.equals("sqlite") ? url() : Postgres.newSchema(Postgres.newDatabase());
        try (Served served = new Served(url, SigningKey.generate(), ServerSettings.local(), clock)) {
            Api known = served.as("known", Permission.READ);
            String late = served.keys.issue("late", Set.of(Permission.READ)).text();
            assertThat(known.get("/v1/journal/head").status()).isEqualTo(200);
            String wrong = late.substring(0, late.length() - 1) + (late.endsWith("A") ? "B" : "A");
            for (int i = 0; i < 10; i++) {
                assertThat(served.anonymous().as(wrong).get("/v1/journal/head").status())
                        .isEqualTo(401);
            }
            assertThat(served.anonymous().as(wrong).get("/v1/journal/head").status())
                    .isEqualTo(429);
            assertThat(served.anonymous().as(late).get("/v1/journal/head").status())
                    .as("a valid key behind the same address")
                    .isEqualTo(200);
            assertThat(known.get("/v1/journal/head").status()).isEqualTo(200);
            clock.advance(Duration.ofMinutes(1));
            assertThat(served.anonymous().as(wrong).get("/v1/journal/head").status())
                    .isEqualTo(401);
        }
    }

    @Test
    void key_withdrawn_isRefusedWithinSeconds() {
        SettableClock clock = new SettableClock();
        try (Served served = new Served(url(), SigningKey.generate(), ServerSettings.local(), clock)) {
            Api api = served.as("leaver", Permission.READ);
            assertThat(api.get("/v1/journal/head").status()).isEqualTo(200);
            assertThat(served.keys.withdraw("leaver")).isTrue();
            assertThat(served.keys.withdraw("leaver")).isFalse();
            clock.advance(Duration.ofSeconds(5));
            assertThat(api.get("/v1/journal/head").status()).isEqualTo(401);
        }
    }

    @Test
    void key_inTheDatabase_isOnlyAHash() throws Exception {
        String text;
        try (Served served = Served.at(url())) {
            text = served.keys.issue("holder", Set.of(Permission.READ)).text();
            assertThatThrownBy(() -> served.keys.issue("holder", Set.of(Permission.ADMIN)))
                    .hasMessageContaining("who has a key");
            assertThatThrownBy(() -> served.keys.issue("oidc-x", Set.of(Permission.ADMIN)))
                    .hasMessageContaining("must not start with oidc-");
            assertThatThrownBy(() -> served.keys.issue("a b", Set.of(Permission.ADMIN)))
                    .hasMessageContaining("letters");
            assertThatThrownBy(() -> served.keys.issue("x", Set.of())).hasMessageContaining("at least one");
        }
        String secret = text.substring(text.length() - 43);
        // 256 bits in Base64.
        assertThat(text).matches("abacus_[0-9a-f]{16}_[A-Za-z0-9_-]{43}");
        try (Connection connection = DriverManager.getConnection(url());
                ResultSet rows =
                        connection.createStatement().executeQuery("SELECT * FROM ledger_access WHERE kind = 'key'")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getString("content"))
                    .containsPattern("\"hash\":\"[0-9a-f]{64}\"")
                    .doesNotContain(secret);
        }
    }

    @Test
    void budget_changed_needsTwoAdministrators() {
        try (Served served = Served.at(url())) {
            Api alice = served.asMaster("alice");
            Api bob = served.asMaster("bob");
            served.openAccount(0.0051);
            assertThat(alice.keyed("1")
                            .post("/v1/charges", charge("acme", GAUSSIAN))
                            .status())
                    .isEqualTo(201);
            assertThat(alice.keyed("2")
                            .post("/v1/charges", charge("acme", GAUSSIAN))
                            .status())
                    .isEqualTo(409);
            Answer proposed = alice.post(
                    "/v1/budgets",
                    "{\"scope\":\"account:acme\",\"limit\":{\"type\":\"zcdp\",\"rho\":0.0101},\"reason\":\"study B\"}");
            assertThat(proposed.status()).isEqualTo(202);
            assertThat(alice.keyed("2")
                            .post("/v1/charges", charge("acme", GAUSSIAN))
                            .status())
                    .isEqualTo(409);
            String path = "/v1/proposals/" + proposed.text("proposal") + "/approve";
            assertThat(alice.post(path, "{}").status()).isEqualTo(403);
            assertThat(alice.keyed("2")
                            .post("/v1/charges", charge("acme", GAUSSIAN))
                            .status())
                    .isEqualTo(409);
            assertThat(bob.get("/v1/proposals").json().path("proposals")).hasSize(1);
            Answer approved = bob.post(path, "{}");
            assertThat(approved.text("approved_by")).isEqualTo("bob");
            assertThat(bob.post(path, "{}")).isEqualTo(approved);
            assertThat(served.asMaster("carol").post(path, "{}").status()).isEqualTo(409);
            assertThat(bob.get("/v1/proposals").json().path("proposals")).isEmpty();
            assertThat(alice.keyed("2")
                            .post("/v1/charges", charge("acme", GAUSSIAN))
                            .status())
                    .isEqualTo(201);
            List<Fact> facts = served.ledger.journal().entries(0, 100).stream()
                    .map(line -> line.stamped().fact())
                    .toList();
            assertThat(facts)
                    .anySatisfy(fact -> assertThat(fact).isInstanceOfSatisfying(Fact.BudgetSet.class, set -> {
                        assertThat(set.by()).isEqualTo("alice");
                        assertThat(set.approvedBy()).isEqualTo("bob");
                        assertThat(set.reason()).isEqualTo("study B");
                    }));
        }
    }

    @Test
    void window_opened_needsTwoAdministratorsAndItsTime() {
        SettableClock clock = new SettableClock();
        try (Served served = new Served(url(), SigningKey.generate(), ServerSettings.local(), clock)) {
            Api alice = served.asMaster("alice");
            Api bob = served.asMaster("bob");
            alice.post(
                    "/v1/accounts",
                    "{\"account\":\"acme\",\"unit\":{\"name\":\"patient\",\"adjacency\":\"zero_out\"}}");
            String first = alice.post(
                            "/v1/budgets",
                            "{\"scope\":\"account:acme\",\"limit\":{\"type\":\"zcdp\",\"rho\":0.0051},\"window\":3600,\"reason\":\"r\"}")
                    .text("proposal");
            assertThat(bob.post("/v1/proposals/" + first + "/approve", "{}").status())
                    .isEqualTo(200);
            assertThat(alice.keyed("1")
                            .post("/v1/charges", charge("acme", GAUSSIAN))
                            .status())
                    .isEqualTo(201);
            String path = "/v1/proposals/"
                    + alice.post("/v1/windows", "{\"scope\":\"account:acme\",\"number\":2,\"reason\":\"next\"}")
                            .text("proposal")
                    + "/approve";
            assertThat(bob.post(path, "{}").status()).as("too early").isEqualTo(409);
            clock.advance(Duration.ofHours(1));
            assertThat(alice.post(path, "{}").status()).isEqualTo(403);
            assertThat(alice.keyed("2")
                            .post("/v1/charges", charge("acme", GAUSSIAN))
                            .status())
                    .isEqualTo(409);
            assertThat(bob.post(path, "{}").status()).isEqualTo(200);
            assertThat(alice.keyed("2")
                            .post("/v1/charges", charge("acme", GAUSSIAN))
                            .status())
                    .isEqualTo(201);
        }
    }

    @Test
    void proposal_expired_cannotBeApproved() {
        SettableClock clock = new SettableClock();
        try (Served served = new Served(url(), SigningKey.generate(), ServerSettings.local(), clock)) {
            Api alice = served.asMaster("alice");
            served.openAccount(0.005);
            String id = alice.post(
                            "/v1/budgets",
                            "{\"scope\":\"account:acme\",\"limit\":{\"type\":\"zcdp\",\"rho\":9},\"reason\":\"r\"}")
                    .text("proposal");
            clock.advance(Duration.ofDays(7));
            assertThat(served.asMaster("bob")
                            .post("/v1/proposals/" + id + "/approve", "{}")
                            .status())
                    .isEqualTo(409);
        }
    }

    @Test
    void token_ofTheTrustedProvider_isAccepted() throws Exception {
        ECKey provider = new ECKeyGenerator(Curve.P_256).keyID("1").generate();
        ECKey stranger = new ECKeyGenerator(Curve.P_256).keyID("1").generate();
        Path keys = folder.resolve("jwks.json");
        Files.writeString(keys, new JWKSet(provider.toPublicJWK()).toString());
        OidcTokens tokens = new OidcTokens(new OidcSettings(
                "https://issuer.example",
                "ledger",
                keys.toString(),
                Set.of("ES256"),
                Map.of("abacus.read", Permission.READ)));
        ServerSettings settings = new ServerSettings("127.0.0.1", 0, new ServerSettings.PlainOnLoopback(), tokens);
        try (Served served = new Served(url(), SigningKey.generate(), settings, Clock.systemUTC())) {
            String head = "/v1/journal/head";
            assertThat(served.anonymous()
                            .as(token(provider, claims()))
                            .get(head)
                            .status())
                    .as("a subject that is nobody")
                    .isEqualTo(403);
            served.keys.addPerson("sam", Actor.LEDGER, null, "test");
            served.keys.mapSubject("https://issuer.example", "someone|1", "sam", null, Actor.LEDGER, null, "test");
            assertThat(served.anonymous()
                            .as(token(provider, claims()))
                            .get(head)
                            .status())
                    .isEqualTo(200);
            assertThat(served.anonymous()
                            .as(token(provider, claims().claim("scope", null).claim("scp", List.of("abacus.read"))))
                            .get(head)
                            .status())
                    .isEqualTo(200);
            assertThat(served.anonymous()
                            .as(token(provider, claims()))
                            .get("/v1/proposals")
                            .status())
                    .isEqualTo(403);
            List<String> refused = List.of(
                    token(stranger, claims()),
                    token(provider, claims().issuer("https://other.example")),
                    token(provider, claims().audience("other")),
                    token(
                            provider,
                            claims().expirationTime(Date.from(Instant.now().minusSeconds(3600)))),
                    token(provider, claims().subject(null)),
                    token(provider, claims()).replaceAll("\\.[^.]*$", "."),
                    "eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.",
                    "x.y.z");
            for (String token : refused) {
                assertThat(served.anonymous().as(token).get(head).status())
                        .as(token)
                        .isEqualTo(401);
            }
        }
    }

    @Test
    void settings_thatWouldTrustTooMuch_areRefused() {
        assertThatThrownBy(() -> new OidcSettings("i", "a", "k", Set.of("HS256"), Map.of()))
                .hasMessageContaining("algorithms must be some of");
        assertThatThrownBy(() -> new OidcSettings("i", "a", "http://x", Set.of("RS256"), Map.of()))
                .hasMessageContaining("https");
        assertThatThrownBy(() -> new ServerSettings("0.0.0.0", 0, new ServerSettings.PlainOnLoopback(), null))
                .hasMessageContaining("loopback");
        assertThat(new ServerSettings("0.0.0.0", 0, new ServerSettings.PlainAnywhere(), null).host())
                .isEqualTo("0.0.0.0");
        assertThat(new ServerSettings.Tls(Path.of("x"), "secret").toString()).doesNotContain("secret");
    }

    private static JWTClaimsSet.Builder claims() {
        return new JWTClaimsSet.Builder()
                .issuer("https://issuer.example")
                .audience("ledger")
                .subject("someone|1")
                .claim("scope", "openid abacus.read")
                .expirationTime(Date.from(Instant.now().plusSeconds(3600)));
    }

    private static String token(ECKey key, JWTClaimsSet.Builder claims) throws Exception {
        SignedJWT token = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.ES256).keyID("1").build(), claims.build());
        token.sign(new ECDSASigner(key));
        return token.serialize();
    }
}
