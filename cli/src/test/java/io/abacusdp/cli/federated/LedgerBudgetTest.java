package io.abacusdp.cli.federated;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.filter.EpsilonDeltaLimit;
import io.abacusdp.accounting.filter.ZcdpLimit;
import io.abacusdp.cli.Run;
import io.abacusdp.ledger.api.Ledger;
import io.abacusdp.ledger.api.data.Budget;
import io.abacusdp.ledger.api.data.PrivacyUnit;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.journal.SigningKey;
import io.abacusdp.ledger.rest.LedgerServer;
import io.abacusdp.ledger.rest.ServerSettings;
import io.abacusdp.ledger.security.ApiKeys;
import io.abacusdp.ledger.security.Permission;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.EnumSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs of a federation whose every attempt a real ledger's server has to allow. */
class LedgerBudgetTest {
    private static final String RUN = "federated simulate --style hybrid --clients 4 --steps 2"
            + " --noise-multiplier 2 --client-noise-multiplier 2 --format json ";

    @TempDir
    private Path folder;

    private Ledger ledger;
    private LedgerServer server;
    private String connection;

    @BeforeEach
    void start() throws IOException {
        Clock clock = Clock.systemUTC();
        ledger = Ledger.open(
                "jdbc:sqlite:" + folder.resolve("ledger.db"),
                SigningKey.readOrCreate(folder.resolve("signing.key")),
                clock);
        server = LedgerServer.start(ledger, ServerSettings.local(), clock);
        String key = new ApiKeys(ledger, clock)
                .issue("federation", EnumSet.of(Permission.QUOTE, Permission.CHARGE, Permission.READ))
                .text();
        Files.writeString(folder.resolve("api.key"), key);
        connection = "--ledger-url http://127.0.0.1:" + server.port() + " --ledger-key-file "
                + folder.resolve("api.key") + " --ledger-account hospitals --ledger-records records-of-";
        account("hospitals", "client", 1.01);
        for (int site = 1; site <= 4; site++) {
            account("records-of-site-" + site, "record", 100);
        }
    }

    private void account(String name, String unit, double rho) {
        ledger.addAccount(name, new PrivacyUnit(unit, Adjacency.ADD_OR_REMOVE_ONE));
        ledger.setBudget(Scope.account(name), new Budget(new ZcdpLimit(rho), null), "test", "other", "test");
    }

    @AfterEach
    void stop() {
        server.close();
        ledger.close();
    }

    /** A Gaussian of noise 2 costs rho = 1/(2·2²) = 0.125: eight rounds fit into 1.01, and not a ninth. */
    @Test
    void attempts_areChargedToTheAccounts_untilOneRefuses() {
        Run run = Run.of(RUN + "--rounds 9 --out " + folder.resolve("run") + " " + connection);

        assertThat(run.status()).as(run.err()).isZero();
        var result = run.json().get(run.json().size() - 1);
        assertThat(result.path("rounds").intValue()).isEqualTo(8);
        assertThat(result.path("stopped").textValue()).contains("before round 9", "hospitals");
        assertThat(ledger.balance(Scope.account("hospitals"), 1e-6).state().charges())
                .isEqualTo(8);
        assertThat(ledger.balance(Scope.account("records-of-site-4"), 1e-6)
                        .state()
                        .charges())
                .isEqualTo(8);
    }

    /** An account under add-or-remove-one would state figures that do not hold for noise that clients make. */
    @Test
    void secureAggregation_isChargedToAnAccountUnderZeroOutOnly() {
        String secure = "federated simulate --style user --secure-aggregation --clients 4 --steps 1 --rounds 2"
                + " --client-noise-multiplier 2 --format json --out ";
        Run refused = Run.of(secure + folder.resolve("run") + " " + connection);
        assertThat(refused.status()).as(refused.err()).isEqualTo(2);
        assertThat(refused.err()).contains("must be an account under zero_out", "hospitals");
        assertThat(ledger.balance(Scope.account("hospitals"), 1e-6).state().charges())
                .isZero();

        ledger.addAccount("zeroed", new PrivacyUnit("client", Adjacency.ZERO_OUT));
        ledger.setBudget(
                Scope.account("zeroed"), new Budget(new EpsilonDeltaLimit(9, 1e-5), null), "test", "other", "test");
        Run run = Run.of(secure + folder.resolve("other") + " " + connection.replace("hospitals", "zeroed"));
        assertThat(run.status()).as(run.err()).isZero();
        JsonNode result = run.json().get(run.json().size() - 1);
        assertThat(result.path("stopped").isNull()).as(result.toString()).isTrue();
        assertThat(result.path("adjacency_user").asText()).isEqualTo("zero_out");
        assertThat(ledger.balance(Scope.account("zeroed"), 1e-6).state().charges())
                .isEqualTo(2);
    }

    @Test
    void serverThatIsAway_isAnErrorBeforeAnyClientIsAsked() {
        server.close();
        Run run = Run.of(RUN + "--rounds 1 --out " + folder.resolve("run") + " --ledger-account hospitals");

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("need --ledger-url");
        Run none = Run.of(RUN + "--rounds 1 --out " + folder.resolve("other") + " --ledger-url http://127.0.0.1:1");
        assertThat(none.err()).contains("--ledger-account, --ledger-records or both");
    }

    @Test
    void unknownAccount_endsTheRun() {
        Run run = Run.of(
                RUN + "--rounds 1 --out " + folder.resolve("run") + " " + connection.replace("hospitals", "nobody"));

        assertThat(run.status()).isNotZero();
        assertThat(run.err()).contains("nobody").doesNotContain("\tat ");
    }
}
