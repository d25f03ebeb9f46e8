package io.abacusdp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class BenchLedgerCommandTest {
    private static final String SMALL = "bench ledger --charges 1500 --seconds 1";

    @Test
    void sqlite_asJson_hasEveryFigure() {
        Run run = Run.of(SMALL + " --store sqlite --format json");

        assertThat(run.status()).as(run.err()).isZero();
        assertThat(run.json()).hasSize(1);
        JsonNode figures = run.json().get(0);
        assertThat(figures.path("store").textValue()).isEqualTo("sqlite");
        for (String name : new String[] {"charges_per_second", "p99_ms", "balance_ms", "restart_s"}) {
            assertThat(figures.path(name).doubleValue()).as(name).isPositive();
        }
        assertThat(run.err()).contains("measuring charges", "measuring a restart");
    }

    @Test
    void postgresql_givenAUrl_isMeasuredThere() throws IOException {
        try (EmbeddedPostgres server = EmbeddedPostgres.builder()
                .setServerConfig("fsync", "on")
                .setServerConfig("full_page_writes", "on")
                .setServerConfig("synchronous_commit", "on")
                .start()) {
            Run run = Run.of(
                    SMALL + " --load 100 --store postgresql --postgres " + server.getJdbcUrl("postgres", "postgres"));

            assertThat(run.status()).as(run.err()).isZero();
            assertThat(run.out()).startsWith("store postgresql charges_per_second ");
        }
    }

    @Test
    void unknownStore_isRefused() {
        Run run = Run.of("bench ledger --store oracle");

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("--store must be sqlite or postgresql, got oracle");
    }

    @Test
    void unreachablePostgresql_isAClearError() {
        Run run = Run.of(SMALL + " --store postgresql --postgres jdbc:postgresql://127.0.0.1:1/none");

        assertThat(run.status()).as(run.err()).isNotZero();
        assertThat(run.err()).contains("127.0.0.1:1").doesNotContain("\tat ");
    }
}
