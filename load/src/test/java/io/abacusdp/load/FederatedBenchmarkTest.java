package io.abacusdp.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class FederatedBenchmarkTest {
    /** The round itself checks that the sum is that of the clients' numbers. */
    @Test
    void run_ofASmallRound_takesTimeAndMemory() {
        FederatedBenchmark.Figures figures = FederatedBenchmark.run(6, 20, 2);
        assertThat(figures.seconds()).isPositive();
        assertThat(figures.peakMib()).isPositive();
    }

    @Test
    void run_interrupted_endsAndSaysSo() {
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> FederatedBenchmark.run(6, 20, 2))
                    .isInstanceOf(LoadFailedException.class)
                    .hasMessage("interrupted");
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }
}
