package io.abacusdp.ledger.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ClockGuardTest {
    private final SettableClock clock = new SettableClock();
    private final AtomicLong ticks = new AtomicLong();
    private final ClockGuard guard = new ClockGuard(clock, ticks::get);
    private final Instant start = clock.instant();

    private void pass(Duration wall, Duration ticked) {
        clock.advance(wall);
        ticks.addAndGet(ticked.toNanos());
    }

    @Test
    void clockThatTicks_isRightHoweverLongNothingHappens() {
        for (int day = 0; day < 100; day++) {
            pass(Duration.ofDays(1), Duration.ofDays(1));
            assertThat(guard.problem(start)).isEmpty();
        }
    }

    @Test
    void clockThatJumpsUnderTheServer_isWrongInBothDirections() {
        pass(Duration.ofHours(2), Duration.ofHours(1));
        assertThat(guard.problem(start)).get().asString().contains("has jumped from about 2026-01-01T01:00:00Z to");
        pass(Duration.ofHours(-1), Duration.ZERO);
        assertThat(guard.problem(start)).isEmpty();
        pass(Duration.ofMinutes(-2), Duration.ZERO);
        assertThat(guard.problem(start)).isPresent();
    }

    @Test
    void serverThatIdles_knowsTheTime() {
        assertThat(guard.problem(start)).isEmpty();
        for (int day = 0; day < 100; day++) {
            pass(Duration.ofDays(1), Duration.ofDays(1));
            guard.tick();
        }
        assertThat(guard.problem(start)).isEmpty();
        pass(Duration.ofDays(40), Duration.ofDays(40));
        guard.tick();
        assertThat(guard.problem(start)).as("it did not tick for 40 days").isPresent();
    }

    @Test
    void clockOfAnotherServer_mayBeAMinuteApart() {
        assertThat(guard.problem(start.plusSeconds(60))).isEmpty();
        assertThat(guard.problem(start.plusSeconds(61))).isPresent();
    }

    @Test
    void longPause_takesAWord() {
        ClockGuard late = new ClockGuard(clock, ticks::get);
        assertThat(late.problem(start.minus(ClockGuard.PAUSE).minusMillis(1))).isPresent();
        late.confirm();
        assertThat(late.problem(start.minus(ClockGuard.PAUSE).minusMillis(1))).isEmpty();
    }
}
