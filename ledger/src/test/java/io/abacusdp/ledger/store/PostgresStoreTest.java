package io.abacusdp.ledger.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.abacusdp.ledger.api.Ledger;
import io.abacusdp.ledger.api.data.Outcome;
import io.abacusdp.ledger.api.data.UnavailableException;
import io.abacusdp.ledger.log.Checkpoint;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class PostgresStoreTest extends StoreContractTest {
    private static String database = "";

    @BeforeAll
    static void createDatabase() {
        database = Postgres.newDatabase();
    }

    @Override
    String newDatabase() {
        return Postgres.newSchema(database);
    }

    @Test
    void race_onTwoServers_acceptsExactlyAThousand() throws Exception {
        Ledger first = openLedgerFor(1000);
        Ledger second = openLedger();
        race(List.of(first, second), 1000);
        assertThat(accepted(first)).isEqualTo(1000);
        assertThat(second.journal().head()).isEqualTo(first.journal().head());
        assertSound(second);
    }

    @Test
    void whatOneServerChanges_theOtherGoesByAtOnce() {
        Ledger first = openLedgerFor(2);
        Ledger second = openLedger();
        assertThat(first.charge("a", onModel(), small())).isInstanceOf(Outcome.Accepted.class);
        assertThat(second.charge("b", onModel(), small())).isInstanceOf(Outcome.Accepted.class);
        assertThat(first.charge("c", onModel(), small())).isInstanceOf(Outcome.Denied.class);
        assertThat(second.charge("c", onModel(), small())).isInstanceOf(Outcome.Denied.class);
        assertThat(second.charge("a", onModel(), small())).isEqualTo(first.charge("a", onModel(), small()));
    }

    @Test
    void truncation_isRefused() throws SQLException {
        String url = newDatabase();
        Ledger.open(url, key, clock).close();
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            assertThatThrownBy(() -> statement.execute("TRUNCATE ledger_journal"))
                    .hasMessageContaining("append-only");
        }
    }

    @Test
    void serverThatLosesWrites_isRefused() throws Exception {
        try (EmbeddedPostgres careless =
                EmbeddedPostgres.builder().setServerConfig("fsync", "off").start()) {
            assertThatThrownBy(() -> Ledger.open(careless.getJdbcUrl("postgres", "postgres"), key, clock))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("fsync must be on");
        }
    }

    @Test
    void databaseDown_isUnavailable_neverAYes() throws Exception {
        EmbeddedPostgres server = Postgres.start();
        String url = server.getJdbcUrl("postgres", "postgres");
        try (Ledger ledger = Ledger.open(url, key, clock, Duration.ofSeconds(1))) {
            fill(ledger, 5);
            ledger.charge("before", onModel(), small());
            server.close();
            // Both wait for a connection, and so at the same time.
            CompletableFuture<Checkpoint> head =
                    CompletableFuture.supplyAsync(() -> ledger.journal().head());
            assertThatThrownBy(() -> ledger.charge("after", onModel(), small()))
                    .isInstanceOf(UnavailableException.class);
            assertThatThrownBy(head::join).hasCauseInstanceOf(UnavailableException.class);
        }
    }

    @Test
    void connectionCutOff_duringLoad_losesAndDoublesNothing() throws Exception {
        Ledger ledger = openLedgerFor(400);
        Thread cutter = new Thread(() -> {
            try (Connection connection = DriverManager.getConnection(url());
                    Statement statement = connection.createStatement()) {
                for (int i = 0; i < 20; i++) {
                    statement.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                            + "WHERE datname = current_database() AND pid <> pg_backend_pid()");
                    Thread.sleep(50);
                }
            } catch (SQLException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        cutter.start();
        int accepted = 0;
        int cut = 0;
        for (int i = 0; accepted < 400 || cutter.isAlive(); i++) {
            Outcome outcome = null;
            while (outcome == null) {
                try {
                    outcome = ledger.charge("k" + i, onModel(), small());
                } catch (UnavailableException e) {
                    cut++;
                }
            }
            accepted += outcome instanceof Outcome.Accepted ? 1 : 0;
        }
        cutter.join();
        assertThat(accepted).isEqualTo(400);
        assertThat(accepted(ledger)).isEqualTo(400);
        assertThat(cut).isPositive();
        assertSound(ledger);
    }
}
