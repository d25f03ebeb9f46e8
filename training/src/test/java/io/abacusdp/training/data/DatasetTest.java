package io.abacusdp.training.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class DatasetTest {
    @Test
    void union_ofAlike_hasAllInTheirOrderAndEachNoteOnce() {
        Dataset one = new Dataset("one", new int[] {2}, new float[] {1, 2, 3, 4}, new float[] {0, 1}, 2, List.of("n"));
        Dataset two = new Dataset("two", new int[] {2}, new float[] {5, 6}, new float[] {1}, 2, List.of("n", "m"));

        Dataset both = Dataset.union("both", List.of(one, two));

        float[] features = new float[2];
        both.copyFeatures(2, features, 0);
        assertThat(both.size()).isEqualTo(3);
        assertThat(features).containsExactly(5, 6);
        assertThat(both.target(1)).isEqualTo(1);
        assertThat(both.notes()).containsExactly("n", "m");
        Dataset other = new Dataset("other", new int[] {1}, new float[1], new float[1], 2, List.of());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Dataset.union("x", List.of(one, other)))
                .withMessageContaining("alike");
        assertThatIllegalArgumentException().isThrownBy(() -> Dataset.union("x", List.of()));
    }

    private static Dataset dataset(float... features) {
        return new Dataset("test", new int[] {2}, features, new float[features.length / 2], 2, List.of());
    }

    @Test
    void rows_inAnyOrder_keepFeaturesWithTargets() {
        Dataset all = new Dataset(
                "all", new int[] {2}, new float[] {1, 2, 3, 4, 5, 6}, new float[] {0, 1, 2}, 3, List.of("a note"));

        Dataset some = all.rows("some", 2, 0);

        float[] row = new float[3];
        some.copyFeatures(0, row, 1);
        assertThat(row).containsExactly(0, 5, 6);
        assertThat(some.target(0)).isEqualTo(2);
        assertThat(some.target(1)).isEqualTo(0);
        assertThat(some.size()).isEqualTo(2);
        assertThat(some.notes()).containsExactly("a note");
        assertThat(some).hasToString("some: 2 examples of shape [2]");
    }

    @Test
    void badContents_areRefusedByName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> dataset(1, 2, 3))
                .withMessage("expected 1 x 2 features, got 3");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> dataset(1, 2, Float.NaN, 4))
                .withMessage("feature 0 of example 1 must be finite");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Dataset("x", new int[] {1}, new float[1], new float[] {2}, 2, List.of()))
                .withMessage("target of example 0 must be a class from 0 to 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Dataset("x", new int[] {1}, new float[1], new float[] {1}, 1, List.of()))
                .withMessage("classes must be 0 or at least 2, got 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Dataset("x", new int[] {0}, new float[0], new float[] {}, 2, List.of()))
                .withMessage("a shape must have sizes of at least 1, got [0]");
    }

    @Test
    void fingerprint_changesWithAnyValue() {
        String one = dataset(1, 2, 3, 4).fingerprint();

        assertThat(dataset(1, 2, 3, 4).fingerprint()).isEqualTo(one).hasSize(64);
        assertThat(dataset(1, 2, 3, 5).fingerprint()).isNotEqualTo(one);
    }
}
