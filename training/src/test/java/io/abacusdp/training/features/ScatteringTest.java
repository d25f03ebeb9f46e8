package io.abacusdp.training.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.data.ExampleFormat.Pixels;
import io.abacusdp.training.data.Features;
import io.abacusdp.training.data.IdxFiles;
import io.abacusdp.training.parallel.Workers;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

class ScatteringTest {
    /** The values were made in single precision; the real pictures are needed, where the environment has them. */
    @Test
    void coefficients_ofTenDigits_areThoseOfTheReference() throws IOException {
        String folder = System.getenv("ABACUS_MNIST");
        assumeTrue(folder != null, "set ABACUS_MNIST to the folder with MNIST's four files to run this test");
        Dataset pictures =
                IdxFiles.read("mnist", Path.of(folder), 10, Pixels.FROM_0_TO_1).test();
        Scattering scattering = new Scattering(28, 28);
        double[][] coefficients = new double[10][];
        for (int i = 0; i < 10; i++) {
            float[] picture = new float[784];
            pictures.copyFeatures(i, picture, 0);
            coefficients[i] = Arrays.copyOf(scattering.coefficients(picture, 1), scattering.outputs());
        }
        int compared = 0;
        double worst = 0;
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(Objects.requireNonNull(
                        ScatteringTest.class.getResourceAsStream("scattering-mnist-t10k-10.csv.gz"))),
                StandardCharsets.US_ASCII))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.startsWith("#")) {
                    String[] fields = line.split(",", -1);
                    int place = Integer.parseInt(fields[2]) * 7 + Integer.parseInt(fields[3]);
                    double ours = coefficients[Integer.parseInt(fields[0])][
                            place * Scattering.CHANNELS + Integer.parseInt(fields[1])];
                    worst = Math.max(worst, Math.abs(ours - Double.parseDouble(fields[4])));
                    compared++;
                }
            }
        }
        assertThat(compared).isEqualTo(10 * 81 * 49);
        assertThat(worst).isLessThan(1e-5);
    }

    /** Sides of factors 2 and 3, of 5, of 7, and different ones. */
    @Test
    void coefficients_areThoseOfTheDefinitionByPlainSums() {
        for (int[] sides : new int[][] {{12, 8}, {8, 20}, {8, 12}}) {
            SplittableRandom random = new SplittableRandom(sides[1]);
            float[] picture = new float[sides[0] * sides[1]];
            for (int i = 0; i < picture.length; i++) {
                picture[i] = (float) random.nextDouble();
            }
            Scattering scattering = new Scattering(sides[0], sides[1]);

            double[] ours = Arrays.copyOf(scattering.coefficients(picture, 1), scattering.outputs());

            assertThat(ours)
                    .as("%d x %d", sides[0], sides[1])
                    .containsExactly(new NaiveScattering(sides[0], sides[1]).coefficients(picture), within(1e-12));
        }
    }

    @Test
    void features_areCoefficientsNormalisedInGroupsOfThreeChannels() {
        float[][] picture = pictures(1, 3);
        double[] coefficients = new NaiveScattering(8, 8).coefficients(picture[0]);

        float[] features = extract(picture, 1)[0];

        for (int group = 0; group < 27; group++) {
            double[] values = new double[12];
            for (int i = 0; i < 12; i++) {
                values[i] = coefficients[i / 3 * 81 + 3 * group + i % 3];
            }
            double mean = Arrays.stream(values).average().orElseThrow();
            double variance = Arrays.stream(values)
                    .map(value -> (value - mean) * (value - mean))
                    .average()
                    .orElseThrow();
            for (int i = 0; i < 12; i++) {
                assertThat((double) features[i / 3 * 81 + 3 * group + i % 3])
                        .isCloseTo((values[i] - mean) / Math.sqrt(variance + 1e-5), within(1e-6));
            }
        }
    }

    /** What another record's example is has no influence on a bit, nor has its place, nor the number of threads. */
    @Test
    void features_ofAnExample_areTheSameBitsInAnyCompany() {
        float[][] seven = extract(pictures(7, 1), 2);
        float[][] others = pictures(7, 2);
        float[][] mixed = others.clone();
        mixed[5] = pictures(7, 1)[2];

        assertThat(extract(mixed, 1)[5]).containsExactly(seven[2]);
        assertThat(extract(new float[][] {pictures(7, 1)[2]}, 1)[0]).containsExactly(seven[2]);
        assertThat(extract(pictures(7, 1), 1)).isDeepEqualTo(seven);
    }

    @Test
    void pictures_thatAreNone_areRefused() {
        Dataset table = new Dataset("table", new int[] {64}, new float[64], new float[1], 2, List.of());
        Dataset odd = new Dataset("odd", new int[] {9, 8, 1}, new float[72], new float[1], 2, List.of());
        Dataset twice = dataset(pictures(1, 1));
        try (Workers workers = new Workers(1)) {
            assertThatThrownBy(() -> FeatureExtraction.of(table, Features.SCATTERING, workers))
                    .hasMessageContaining("scattering needs pictures of one channel")
                    .hasMessageContaining("got the shape [64]");
            assertThatThrownBy(() -> FeatureExtraction.of(odd, Features.SCATTERING, workers))
                    .hasMessageContaining("multiples of 4 from 8");
            Dataset once = FeatureExtraction.of(twice, Features.SCATTERING, workers);
            assertThatThrownBy(() -> FeatureExtraction.of(once, Features.SCATTERING, workers))
                    .hasMessageContaining("those of pictures are scattering");
            assertThat(FeatureExtraction.of(table, Features.PLAIN, workers)).isSameAs(table);
        }
    }

    private static float[][] pictures(int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        float[][] pictures = new float[count][64];
        for (float[] picture : pictures) {
            for (int i = 0; i < picture.length; i++) {
                picture[i] = (float) random.nextDouble();
            }
        }
        return pictures;
    }

    private static Dataset dataset(float[][] pictures) {
        float[] all = new float[pictures.length * 64];
        for (int i = 0; i < pictures.length; i++) {
            System.arraycopy(pictures[i], 0, all, i * 64, 64);
        }
        return new Dataset("pictures", new int[] {8, 8, 1}, all, new float[pictures.length], 2, List.of());
    }

    private static float[][] extract(float[][] pictures, int threads) {
        try (Workers workers = new Workers(threads)) {
            Dataset features = FeatureExtraction.of(dataset(pictures), Features.SCATTERING, workers);
            assertThat(features.shape()).containsExactly(2, 2, 81);
            float[][] rows = new float[pictures.length][324];
            for (int i = 0; i < rows.length; i++) {
                features.copyFeatures(i, rows[i], 0);
            }
            return rows;
        }
    }
}
