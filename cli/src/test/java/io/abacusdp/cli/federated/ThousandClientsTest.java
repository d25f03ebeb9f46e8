package io.abacusdp.cli.federated;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.cli.Run;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A round of secure aggregation of as many clients as anybody offers, with every setting as it is by default. */
class ThousandClientsTest {
    @TempDir
    private Path home;

    /** 20 by default; 1,000 in the full run. */
    @Test
    @Tag("slow")
    void round_ofManyClients_withDefaultSettings_isMade() {
        int clients = Integer.getInteger("simulate.clients", 20);
        long start = System.nanoTime();
        Run run = Run.of("federated simulate --style user --secure-aggregation --rounds 1 --format json --clients "
                + clients + " --out " + home.resolve("run"));

        assertThat(run.status()).as(run.err()).isZero();
        JsonNode result = run.json().get(run.json().size() - 1);
        assertThat(result.path("rounds").intValue()).isEqualTo(1);
        assertThat(result.path("stopped").isNull()).as(result.toString()).isTrue();
        assertThat(result.path("epsilon_user").doubleValue()).isLessThanOrEqualTo(8);
        System.out.printf(
                "a round of %d clients at default settings: %.1f s%n", clients, (System.nanoTime() - start) / 1e9);
    }
}
