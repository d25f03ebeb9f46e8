package io.abacusdp.accounting.classic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import org.junit.jupiter.api.Test;

class PureTallyTest {
    private static PureTally accountant() {
        return new PureTally(Adjacency.ADD_OR_REMOVE_ONE);
    }

    @Test
    void basic_severalQueries_addsUpWithoutDelta() {
        Guarantee guarantee =
                accountant().compose(0.1, 100).compose(0.5).compose(0.25).basic();
        assertThat(guarantee.epsilon()).isGreaterThanOrEqualTo(10.75).isCloseTo(10.75, within(1e-13));
        assertThat(guarantee.delta()).isZero();
        assertThat(guarantee.accountant()).isEqualTo("basic");
        assertThat(guarantee.adjacency()).isEqualTo(Adjacency.ADD_OR_REMOVE_ONE);
    }

    @Test
    void advanced_manySmallQueries_reportsItsDelta() {
        Guarantee guarantee = accountant().compose(0.1, 100).advanced(1e-6);
        // 0.1·√(200·ln 10^6) + 10·tanh(0.05) with mpmath at 30 digits.
        assertThat(guarantee.epsilon()).isCloseTo(5.756105519335732, within(1e-13));
        assertThat(guarantee.delta()).isEqualTo(1e-6);
        assertThat(guarantee.accountant()).isEqualTo("strong");
    }

    @Test
    void advanced_fewLargeQueries_isBasicWithoutDelta() {
        Guarantee guarantee = accountant().compose(2, 3).advanced(1e-6);
        assertThat(guarantee.epsilon()).isCloseTo(6, within(1e-14));
        assertThat(guarantee.delta()).isZero();
        assertThat(guarantee.accountant()).isEqualTo("basic");
    }

    @Test
    void optimal_knownValue_agrees() {
        Guarantee guarantee = accountant().compose(0.1, 60).compose(0.1, 40).optimal(1e-6);
        assertThat(guarantee.epsilon()).isCloseTo(4.774567588108, within(1e-11));
        assertThat(guarantee.delta()).isEqualTo(1e-6);
    }

    @Test
    void everything_nothingComposed_isZero() {
        assertThat(accountant().basic().epsilon()).isZero();
        assertThat(accountant().advanced(1e-6).epsilon()).isZero();
        assertThat(accountant().optimal(0).epsilon()).isZero();
    }

    @Test
    void compose_refused_changesNothing() {
        PureTally accountant = accountant().compose(0.1, 100);
        Guarantee before = accountant.optimal(1e-6);
        assertThatThrownBy(() -> accountant.compose(Double.NaN))
                .hasMessage("epsilon must be finite and at least 0, got NaN");
        assertThatThrownBy(() -> accountant.compose(-0.1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> accountant.compose(0.1, -1)).hasMessage("count must be from 0 to 2^53, got -1");
        assertThatThrownBy(() -> accountant.compose(0.1, 1L << 53))
                .hasMessage("count in all must be from 0 to 2^53, got 9007199254741092");
        assertThatThrownBy(() -> accountant.advanced(0)).hasMessage("delta_prime must be in (0, 1), got 0.0");
        assertThat(accountant.optimal(1e-6)).isEqualTo(before);
    }
}
