package io.abacusdp.ledger.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BoundedCacheTest {
    @Test
    void put_beyondTheBound_drivesOutWhatWasNotUsedForTheLongestTime() {
        BoundedCache<String, Integer> cache = new BoundedCache<>(2);
        cache.put("a", 1);
        cache.put("b", 2);
        assertThat(cache.get("a")).contains(1);
        cache.put("c", 3);
        assertThat(cache.get("b")).isEmpty();
        assertThat(cache.get("a")).contains(1);
        assertThat(cache.get("c")).contains(3);
    }

    @Test
    void computeIfAbsent_beyondTheBound_drivesOutToo() {
        BoundedCache<Integer, Integer> cache = new BoundedCache<>(3);
        IntStream.range(0, 100).forEach(i -> cache.computeIfAbsent(i, key -> key));
        assertThat(IntStream.range(0, 100).filter(i -> cache.get(i).isPresent()))
                .containsExactly(97, 98, 99);
    }

    @Test
    void computeIfAbsent_ofManyThreads_makesEachValueOnce() {
        BoundedCache<Integer, Integer> cache = new BoundedCache<>(10);
        AtomicInteger made = new AtomicInteger();
        List<Integer> values = IntStream.range(0, 10_000)
                .parallel()
                .mapToObj(i -> cache.computeIfAbsent(i % 10, key -> made.incrementAndGet()))
                .distinct()
                .toList();
        assertThat(made).hasValue(10);
        assertThat(values).hasSize(10);
    }

    @Test
    void computeIfAbsent_thatThrows_remembersNothing() {
        BoundedCache<String, Integer> cache = new BoundedCache<>(2);
        assertThatThrownBy(() -> cache.computeIfAbsent("a", key -> {
                    throw new IllegalStateException("broken");
                }))
                .hasMessage("broken");
        assertThat(cache.get("a")).isEmpty();
    }

    @Test
    void remove_ofAValueThatWasReplaced_changesNothing() {
        BoundedCache<String, Integer> cache = new BoundedCache<>(2);
        cache.put("a", 1);
        cache.remove("a", 2);
        assertThat(cache.get("a")).contains(1);
        cache.remove("a", 1);
        assertThat(cache.get("a")).isEmpty();
    }

    @Test
    void bound_belowOne_isRefused() {
        assertThatThrownBy(() -> new BoundedCache<>(0)).hasMessageContaining("at least 1, got 0");
    }
}
