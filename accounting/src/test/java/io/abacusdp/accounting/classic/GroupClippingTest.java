package io.abacusdp.accounting.classic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class GroupClippingTest {
    @Test
    void noiseMultiplier_severalGroups_isTheRootOfTheSummedPrecisions() {
        // Legs 3 and 4 of a right triangle have the altitude 12/5 on its hypotenuse.
        assertThat(GroupClipping.noiseMultiplier(3, 4))
                .isLessThanOrEqualTo(2.4)
                .isCloseTo(2.4, within(2.4 * 10 * 2.3e-16));
        assertThat(GroupClipping.noiseMultiplier(2, 2, 2, 2))
                .isLessThanOrEqualTo(1)
                .isCloseTo(1, within(12 * 2.3e-16));
        assertThat(GroupClipping.noiseMultiplier(7)).isLessThanOrEqualTo(7).isCloseTo(7, within(1e-13));
    }

    @Test
    void noiseMultiplier_extremeGroups_neitherOverflowsNorVanishes() {
        assertThat(GroupClipping.noiseMultiplier(1e-200, 1e200)).isCloseTo(1e-200, within(1e-213));
        assertThat(GroupClipping.noiseMultiplier(3e200, 4e200)).isCloseTo(2.4e200, within(1e186));
    }

    @Test
    void noiseMultiplier_noneOrInvalid_isRefused() {
        assertThatThrownBy(GroupClipping::noiseMultiplier)
                .hasMessage("groups must hold at least one noise multiplier, got none");
        assertThatThrownBy(() -> GroupClipping.noiseMultiplier(1, Double.NaN))
                .hasMessage("a group's noise multiplier must be finite and above 0, got NaN");
    }
}
