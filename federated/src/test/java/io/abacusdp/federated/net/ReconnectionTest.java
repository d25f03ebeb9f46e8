package io.abacusdp.federated.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class ReconnectionTest {
    private final Reconnection reconnection =
            new Reconnection(Duration.ofMillis(100), Duration.ofSeconds(1), Duration.ofMinutes(1));

    /** 100, 200, 400, 800, 1000, 1000 ms, each less up to a half. */
    @Test
    void pauses_doubleUpToTheLongest_withJitterOfUpToAHalf() {
        RandomGenerator random = new Random(1);
        long[] most = {100, 200, 400, 800, 1000, 1000, 1000};
        for (int i = 0; i < most.length; i++) {
            int failures = i + 1;
            long[] drawn = random.longs(1000)
                    .map(any -> reconnection.pause(failures, random).toMillis())
                    .sorted()
                    .toArray();
            assertThat(drawn[0]).isBetween(most[i] / 2, most[i] * 6 / 10);
            assertThat(drawn[999]).isBetween(most[i] * 9 / 10, most[i]);
        }
        assertThat(reconnection.pause(Integer.MAX_VALUE, random).toMillis()).isBetween(500L, 1000L);
    }

    @Test
    void limits_thatMakeNoSense_areRefused() {
        Duration second = Duration.ofSeconds(1);
        assertThatThrownBy(() -> new Reconnection(Duration.ZERO, second, second))
                .hasMessageContaining("pauses must be");
        assertThatThrownBy(() -> new Reconnection(second, Duration.ofMillis(1), second))
                .hasMessageContaining("pauses must be");
        assertThatThrownBy(() -> new ClientLimits(0, second, Reconnection.of(second)))
                .hasMessageContaining("positive");
        assertThatThrownBy(() -> new ServerLimits(10, 9, 1, second, second))
                .hasMessageContaining("contents in flight 9");
        assertThatThrownBy(() -> new ServerLimits(1, 1, 1, Duration.ZERO, second))
                .hasMessageContaining("long poll");
        assertThatThrownBy(() -> new ServerLimits(1, 1, 1, second, Duration.ofHours(2)))
                .hasMessageContaining("transfer must be");
        assertThat(ClientLimits.of(Reconnection.of(second)).content())
                .isEqualTo(ServerLimits.standard().content());
    }
}
