package io.abacusdp.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class LedgerBenchmarkTest {
    private static final LedgerBenchmark.Settings SMALL =
            new LedgerBenchmark.Settings(1500, 0.2, null, 2, ServeForTests.class.getName());

    @Test
    void sqlite_smallLoadWithTwoWitnesses_hasEveryFigure() {
        List<String> progress = new ArrayList<>();
        LedgerBenchmark.Figures figures = LedgerBenchmark.sqlite(SMALL, progress::add);
        assertPositive(figures);
        assertThat(progress).contains("measuring charges", "measuring balances", "measuring a restart");
    }

    /** With the settings of a server in use, as charges are to be durable. */
    @Test
    void postgresql_givenAUrl_isMeasuredThere() throws IOException {
        try (EmbeddedPostgres server = EmbeddedPostgres.builder()
                .setServerConfig("fsync", "on")
                .setServerConfig("full_page_writes", "on")
                .setServerConfig("synchronous_commit", "on")
                .start()) {
            LedgerBenchmark.Settings settings =
                    new LedgerBenchmark.Settings(1500, 0.2, 100L, 0, ServeForTests.class.getName());
            String url = server.getJdbcUrl("postgres", "postgres");
            assertPositive(LedgerBenchmark.postgresql(url, settings, line -> {}));
        }
    }

    @Test
    void postgresql_thatIsAway_isAFailureThatNamesIt() {
        assertThatThrownBy(() -> LedgerBenchmark.postgresql("jdbc:postgresql://127.0.0.1:1/none", SMALL, line -> {}))
                .isInstanceOf(LoadFailedException.class)
                .hasMessageContaining("127.0.0.1:1");
    }

    private static void assertPositive(LedgerBenchmark.Figures figures) {
        assertThat(figures.chargesPerSecond()).isPositive();
        assertThat(figures.p99Millis()).isPositive();
        assertThat(figures.balanceMillis()).isPositive();
        assertThat(figures.restartSeconds()).isPositive();
    }
}
