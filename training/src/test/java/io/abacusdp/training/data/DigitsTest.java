package io.abacusdp.training.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Figures were counted in the original file with Python. */
class DigitsTest {
    private static double pixels(Dataset dataset) {
        float[] picture = new float[64];
        double sum = 0;
        for (int row = 0; row < dataset.size(); row++) {
            dataset.copyFeatures(row, picture, 0);
            for (float pixel : picture) {
                sum += pixel * 16;
            }
        }
        return sum;
    }

    private static int[] classCounts(Dataset dataset) {
        int[] counts = new int[10];
        for (int row = 0; row < dataset.size(); row++) {
            counts[(int) dataset.target(row)]++;
        }
        return counts;
    }

    @Test
    void digits_areThoseOfTheSource_inTwoFixedParts() {
        TrainTestSplit digits = Digits.load();

        assertThat(digits.train()).hasToString("digits train: 1440 examples of shape [8, 8, 1]");
        assertThat(digits.test()).hasToString("digits test: 357 examples of shape [8, 8, 1]");
        assertThat(pixels(digits.train()) + pixels(digits.test())).isEqualTo(561718);
        assertThat(pixels(digits.test())).isEqualTo(111932);
        assertThat(classCounts(digits.test())).containsExactly(35, 37, 34, 37, 34, 33, 36, 35, 39, 37);
        assertThat(classCounts(digits.train())).containsExactly(143, 145, 143, 146, 147, 149, 145, 144, 135, 143);
        assertThat(digits.train().classes()).isEqualTo(10);
        assertThat(digits.train().notes()).isEmpty();
        float[] fifth = new float[64];
        digits.train().copyFeatures(4, fifth, 0);
        assertThat(fifth).startsWith(0, 0, 0, 1 / 16f, 11 / 16f, 0, 0, 0, 0, 0, 0, 7 / 16f);
        assertThat(digits.train().target(4)).isEqualTo(4);
        assertThat(digits.test().target(0)).isEqualTo(8);
    }

    @Test
    void attribution_isBesideTheData() throws IOException {
        try (InputStream notice = Objects.requireNonNull(Digits.class.getResourceAsStream("digits.NOTICE.txt"))) {
            assertThat(new String(notice.readAllBytes(), StandardCharsets.UTF_8))
                    .contains("Alpaydin", "Kaynak", "UCI Machine Learning Repository", "CC BY 4.0", "Changes:");
        }
    }
}
