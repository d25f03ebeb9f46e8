package io.abacusdp.accounting.classic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.accounting.event.ApproximateDp;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BasicCompositionTest {
    @Test
    void everything_severalMechanisms_addsUp() {
        BasicComposition composition =
                BasicComposition.of(Map.of(new ApproximateDp(0.1, 1e-6), 10L, new ApproximateDp(0.5, 0), 3L));
        assertThat(composition.epsilon(1.0001e-5)).isGreaterThanOrEqualTo(2.5).isCloseTo(2.5, within(1e-14));
        assertThat(composition.epsilon(9e-6)).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(composition.delta(2.6)).isGreaterThanOrEqualTo(1e-5).isCloseTo(1e-5, within(1e-19));
        assertThat(composition.delta(2.4)).isEqualTo(1);
    }

    @Test
    void epsilon_otherOrder_isTheSameToTheLastBit() {
        Map<ApproximateDp, Long> forward = new LinkedHashMap<>();
        Map<ApproximateDp, Long> backward = new LinkedHashMap<>();
        for (int i = 1; i < 40; i++) {
            forward.put(new ApproximateDp(0.1 * i, 1e-9 * i), (long) i);
            backward.put(new ApproximateDp(0.1 * (40 - i), 1e-9 * (40 - i)), 40L - i);
        }
        assertThat(BasicComposition.of(forward).epsilon(0.5))
                .isEqualTo(BasicComposition.of(backward).epsilon(0.5));
        assertThat(BasicComposition.of(forward).delta(1e5))
                .isEqualTo(BasicComposition.of(backward).delta(1e5));
    }

    @Test
    void everything_nothingComposed_isZero() {
        assertThat(BasicComposition.of(Map.of()).epsilon(0)).isZero();
        assertThat(BasicComposition.of(Map.of()).delta(0)).isZero();
    }
}
