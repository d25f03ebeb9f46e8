package io.abacusdp.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.cli.Run;
import io.abacusdp.load.LedgerBenchmark;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
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

    /** What a measured PostgreSQL comes to is tested where it is measured, in the module of loads. */
    @Test
    void line_asTextAndAsJson_hasEveryFigure() {
        LedgerBenchmark.Figures figures = new LedgerBenchmark.Figures(1234.4, 5.67, 0.84, 1.234);
        assertThat(BenchLedgerCommand.line(BenchLedgerCommand.TEXT, "postgresql", figures))
                .isEqualTo("store postgresql charges_per_second 1234 p99_ms 5.7 balance_ms 0.8 restart_s 1.23");
        assertThat(BenchLedgerCommand.line(BenchLedgerCommand.JSON, "sqlite", figures))
                .isEqualTo("{\"store\":\"sqlite\",\"charges_per_second\":1234,\"p99_ms\":5.7,\"balance_ms\":0.8,"
                        + "\"restart_s\":1.23}");
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
