package io.abacusdp.training.gradient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.training.model.Loss;
import io.abacusdp.training.model.ModelSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClipBoundsTest {
    private static final ModelSpec SPEC =
            ModelSpec.of(4).linear(3).relu().linear(2).loss(Loss.SOFTMAX_CROSS_ENTROPY);

    @Test
    void flat_ofTwoLayers_isOneGroup() {
        ClipBounds clip = ClipBounds.flat(SPEC, 0.5);
        assertThat(clip.groups()).isEqualTo(1);
        assertThat(clip.bound(0)).isEqualTo(0.5);
        assertThat(clip.dimension(0)).isEqualTo(23);
        assertThat(clip.group(0)).isZero();
        assertThat(clip.group(2)).isZero();
        assertThat(clip.sensitivity()).isEqualTo(0.5);
    }

    @Test
    void perLayer_ofTwoLayers_isTwoGroups() {
        ClipBounds clip = ClipBounds.perLayer(SPEC, 3, 4);
        assertThat(clip.groups()).isEqualTo(2);
        assertThat(clip.dimension(0)).isEqualTo(15);
        assertThat(clip.dimension(1)).isEqualTo(8);
        assertThat(clip.group(2)).isEqualTo(1);
        assertThat(clip.bound(1)).isEqualTo(4);
        assertThat(clip.sensitivity()).isCloseTo(5, within(1e-12));
        assertThat(ClipBounds.layersWithParameters(SPEC)).containsExactly(0, 2);
    }

    @Test
    void perLayer_ofAnotherNumber_isRefused() {
        assertThatThrownBy(() -> ClipBounds.perLayer(SPEC, 1))
                .hasMessageContaining("needs 2 bounds")
                .hasMessageContaining("got 1");
        assertThatThrownBy(() -> ClipBounds.flat(SPEC, 1).group(1)).hasMessageContaining("layer 1 has no parameters");
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN})
    void bound_notAboveZero_isRefused(double bound) {
        assertThatThrownBy(() -> ClipBounds.flat(SPEC, bound))
                .hasMessage("a clipping bound must be above 0, got " + bound);
    }
}
