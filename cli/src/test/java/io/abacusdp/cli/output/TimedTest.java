package io.abacusdp.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TimedTest {
    @Test
    void median_severalRuns_runsTheQuestionEachTime() {
        AtomicInteger runs = new AtomicInteger();
        assertThat(Timed.median(4, runs::incrementAndGet).result()).isEqualTo(4);
        assertThat(Timed.once(runs::incrementAndGet).result()).isEqualTo(5);
        assertThat(new Timed<>(2, 7).map(x -> 3 * x)).isEqualTo(new Timed<>(6, 7));
    }
}
