package io.abacusdp.ledger.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.filter.Decision;
import io.abacusdp.accounting.filter.FixedPlan;
import io.abacusdp.accounting.filter.ZcdpLimit;
import io.abacusdp.ledger.api.Ledger;
import io.abacusdp.ledger.api.data.Budget;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.journal.SigningKey;
import io.abacusdp.ledger.rest.LedgerServer;
import io.abacusdp.ledger.rest.ServerSettings;
import io.abacusdp.ledger.security.ApiKeys;
import io.abacusdp.ledger.security.Permission;
import io.abacusdp.ledger.store.SettableClock;
import io.abacusdp.storage.StrictJson;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerFilterTest {
    /** Costs rho = 1/(2·10²) = 0.005. */
    private static final DpEvent STEP = new Gaussian(10);

    private static final Duration TTL = Duration.ofMinutes(10);

    @TempDir
    static Path folder;

    private static final SettableClock CLOCK = new SettableClock();
    private static Ledger ledger;
    private static LedgerServer server;
    private static ApiKeys keys;
    private static LedgerClient client;
    private static int accounts;

    /** Each test has one of its own. */
    private String account = "";

    @BeforeAll
    static void start() {
        ledger = Ledger.open("jdbc:sqlite:" + folder.resolve("ledger.db"), SigningKey.generate(), CLOCK);
        server = LedgerServer.start(ledger, ServerSettings.local(), CLOCK);
        keys = new ApiKeys(ledger, CLOCK);
        client = client(
                server.port(),
                keys.issue("trainer", EnumSet.allOf(Permission.class)).text(),
                Duration.ofMinutes(1));
    }

    @BeforeEach
    void openAccount() {
        account = "account-" + accounts++;
        post(
                "/v1/accounts",
                "{'account':'%s','unit':{'name':'patient','adjacency':'add_or_remove_one'}}".formatted(account));
        ledger.setBudget(Scope.account(account), new Budget(new ZcdpLimit(0.0501), null), "ann", "ben", "first");
    }

    @AfterAll
    static void stop() {
        server.close();
        ledger.close();
    }

    @Test
    void run_stoppedEarly_commitsWhatWasGranted() {
        try (LedgerFilter filter = filter(10)) {
            for (int i = 0; i < 4; i++) {
                assertThat(filter.request(STEP)).isInstanceOf(Decision.Granted.class);
            }
            assertThat(figure("reserved")).isCloseTo(0.05, within(1e-9));
            assertThat(filter.granted()).isEqualTo(4);
        }
        assertThat(figure("reserved")).isZero();
        assertThat(figure("spent")).isCloseTo(0.02, within(1e-9)).isGreaterThanOrEqualTo(0.02);
    }

    @Test
    void plan_thatDoesNotFit_isRefusedBeforeItsFirstStep() {
        try (LedgerFilter filter = filter(11)) {
            assertThat(filter.request(STEP))
                    .isInstanceOfSatisfying(
                            Decision.Refused.class,
                            refused -> assertThat(refused.reason()).contains("budget"));
            assertThat(filter.granted()).isZero();
        }
        assertThat(figure("spent")).isZero();
    }

    @Test
    void step_thatIsNotOfThePlan_isRefused() {
        LedgerFilter filter = filter(2);
        assertThat(filter.request(new Gaussian(9))).isInstanceOf(Decision.Refused.class);
        assertThat(filter.request(STEP)).isInstanceOf(Decision.Granted.class);
        assertThat(filter.request(STEP)).isInstanceOf(Decision.Granted.class);
        assertThat(filter.request(STEP)).isInstanceOf(Decision.Refused.class);
        filter.close();
        filter.close();
        assertThat(filter.request(STEP)).isInstanceOf(Decision.Refused.class);
        assertThat(figure("spent")).isCloseTo(0.01, within(1e-9));
        assertThatThrownBy(() -> new LedgerFilter(client, account, List.of(), new FixedPlan(List.of()), TTL))
                .hasMessageContaining("at least one step");
    }

    @Test
    void run_thatDies_isChargedInFull() {
        assertThat(filter(10).request(STEP)).isInstanceOf(Decision.Granted.class);
        // Nobody closes it.
        CLOCK.advance(TTL);
        assertThat(filter(1).request(STEP)).as("nothing is left").isInstanceOf(Decision.Refused.class);
        assertThat(figure("spent")).isCloseTo(0.05, within(1e-9)).isGreaterThanOrEqualTo(0.05);
    }

    @Test
    void run_begunAgain_paysAgain() {
        try (LedgerFilter first = filter(4)) {
            first.request(STEP);
        }
        try (LedgerFilter second = filter(4)) {
            second.request(STEP);
        }
        assertThat(figure("spent")).isCloseTo(0.01, within(1e-9));
    }

    @Test
    void run_thatLapsed_cannotGoOn() throws Exception {
        // Its time is so short that the second step has to put it off.
        LedgerFilter filter =
                new LedgerFilter(client, account, List.of(), FixedPlan.of(10, STEP), Duration.ofSeconds(1));
        filter.request(STEP);
        CLOCK.advance(Duration.ofSeconds(2));
        Thread.sleep(400);
        assertThatThrownBy(() -> filter.request(STEP)).isInstanceOf(LedgerRefusedException.class);
        assertThat(filter.granted()).isEqualTo(1);
        assertThatThrownBy(filter::close).isInstanceOf(LedgerRefusedException.class);
        assertThat(figure("spent")).isCloseTo(0.05, within(1e-9));
    }

    @Test
    void client_whoseServerIsNotThereYet_triesAgain() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        String key = keys.issue("early", Set.of(Permission.CHARGE)).text();
        LedgerClient early = client(port, key, Duration.ofMinutes(1));
        assertThatThrownBy(() -> client(port, key, Duration.ofMillis(200)).start("r1"))
                .isInstanceOf(LedgerUnreachableException.class);
        CompletableFuture<LedgerServer> started = new CompletableFuture<>();
        Thread late = new Thread(() -> {
            try {
                Thread.sleep(500);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            started.complete(LedgerServer.start(
                    ledger,
                    new ServerSettings(ServerSettings.LOOPBACK, port, new ServerSettings.PlainOnLoopback(), null),
                    CLOCK));
        });
        late.start();
        assertThat(early.charge("k", account, List.of(), STEP)
                        .path("reservation")
                        .asText())
                .startsWith("r");
        started.join().close();
    }

    @Test
    void client_thatIsRefused_saysWhy() {
        assertThatThrownBy(() -> client.balance("nobody", 1e-6))
                .isInstanceOfSatisfying(LedgerRefusedException.class, refused -> {
                    assertThat(refused.status()).isEqualTo(404);
                    assertThat(refused.isOverBudget()).isFalse();
                })
                .hasMessageContaining("account:nobody");
        assertThat(client.quote(account, List.of(), STEP).path("times").asInt()).isEqualTo(10);
        String id = client.reserve("k", account, List.of(), STEP, TTL)
                .path("reservation")
                .asText();
        assertThat(client.extend(id, TTL.multipliedBy(2)).path("status").asText())
                .isEqualTo("RESERVED");
        assertThat(client.release(id).path("status").asText()).isEqualTo("RELEASED");
        assertThatThrownBy(() -> new LedgerClient(HttpClient.newHttpClient(), URI.create("x"), "k", Patience.DEFAULT))
                .hasMessageContaining("URL");
        assertThatThrownBy(() -> new Patience(Duration.ZERO, TTL, TTL)).hasMessageContaining("positive");
    }

    private LedgerFilter filter(long steps) {
        return new LedgerFilter(client, account, List.of(), FixedPlan.of(steps, STEP), TTL);
    }

    private static LedgerClient client(int port, String key, Duration total) {
        return new LedgerClient(
                HttpClient.newHttpClient(),
                URI.create("http://127.0.0.1:" + port),
                key,
                new Patience(Duration.ofSeconds(10), total, Duration.ofMillis(20)));
    }

    private static void post(String path, String body) {
        client.post(path, "", StrictJson.parse(body.replace('\'', '"')));
    }

    private double figure(String name) {
        JsonNode balance = client.balance(account, 1e-6);
        return balance.path("budget").path(name).asDouble();
    }
}
