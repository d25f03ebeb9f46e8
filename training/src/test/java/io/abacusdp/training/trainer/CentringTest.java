package io.abacusdp.training.trainer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.training.checkpoint.RunDirectory;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.model.Loss;
import io.abacusdp.training.model.Model;
import io.abacusdp.training.model.ModelSpec;
import io.abacusdp.training.noise.GaussianNoise;
import io.abacusdp.training.noise.NoiseSource;
import io.abacusdp.training.noise.RandomStreams;
import io.abacusdp.training.step.Clipping;
import io.abacusdp.training.step.FeatureMean;
import io.abacusdp.training.sum.SumSensitivity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CentringTest {
    private static final PrivacyGoal NOISE_2 = new PrivacyGoal.Noise(2, 1e-5, OptionalDouble.empty());

    @TempDir
    private Path directory;

    private static Dataset withFeatures(float... features) {
        return new Dataset("some", new int[] {2}, features, new float[features.length / 2], 0, List.of());
    }

    /** (1, 1) is within √2, (30, 40) is scaled to it: (0.6, 0.8)·√2. Row 2 does not count. The noise is z·√2·(1 + η)/n. */
    @Test
    void mean_isOfClippedExamplesWithNoiseForOne() {
        Dataset data = withFeatures(1, 1, 30, 40, 7, 7);
        RandomStreams streams = RandomStreams.insecureForTests(4);
        NoiseSource again = streams.source("centre");

        float[] mean = FeatureMean.release(
                FeatureMean.sum(data, row -> row != 2),
                FeatureMean.deviation(2, 3),
                10,
                new GaussianNoise(streams.source("centre")));

        double unit = 3 * Math.sqrt(2) * (1 + SumSensitivity.excessOneByOne(2)) / 10;
        double[] sum = {1 + 0.6 * Math.sqrt(2), 1 + 0.8 * Math.sqrt(2)};
        for (int i = 0; i < 2; i++) {
            assertThat((mean[i] - sum[i] / 10) / unit).isCloseTo(again.nextGaussian(), within(1e-3));
        }
    }

    /** Of extreme, huge and tiny examples none moves the exact sum, with coins that are the same, by more than √d·(1 + η). */
    @Test
    void mean_withoutOneExample_movesByAtMostTheBound() {
        Random random = new Random(3);
        double most = Math.sqrt(2) * (1 + SumSensitivity.excessOneByOne(2));
        for (int i = 0; i < 300; i++) {
            float[] features = new float[10];
            for (int j = 0; j < features.length; j++) {
                features[j] = (float) (random.nextGaussian() * Math.pow(10, random.nextInt(-30, 30)));
            }
            Dataset data = withFeatures(features);
            double[] with = FeatureMean.sum(data, row -> true).toArray();
            double[] without = FeatureMean.sum(data, row -> row != 3).toArray();
            assertThat(Math.hypot(with[0] - without[0], with[1] - without[1])).isLessThanOrEqualTo(most);
        }
    }

    /** Without noise on gradients, and with next to none on the mean: descent on centred examples, told for those as they are. */
    @Test
    void train_centred_isDescentOnCentredExamples() throws IOException {
        Dataset data = Blobs.of(40, 1);
        double noise = 1e-3;
        TrainingConfig config = TrainingConfig.of(Blobs.model(), new PrivacyGoal.NotPrivate())
                .clipping(new Clipping.Flat(Double.POSITIVE_INFINITY))
                .lotSize(40)
                .epochs(20)
                .learningRate(0.5)
                .centring(noise)
                .averaging(0)
                .build();
        double[] mean = new double[2];
        float[] x = new float[2];
        for (int row = 0; row < 40; row++) {
            data.copyFeatures(row, x, 0);
            double scale = Math.min(1, Math.sqrt(2) / Math.hypot(x[0], x[1]));
            mean[0] += x[0] * scale / 40;
            mean[1] += x[1] * scale / 40;
        }
        float[] start = Model.initialise(
                        Blobs.model(), RandomStreams.insecureForTests(5).source("initial model"))
                .parameters();
        double[] w = {start[0], start[1], start[2] + start[0] * mean[0] + start[1] * mean[1]};
        for (int step = 0; step < 20; step++) {
            double[] gradient = new double[3];
            for (int row = 0; row < 40; row++) {
                data.copyFeatures(row, x, 0);
                double[] c = {x[0] - mean[0], x[1] - mean[1], 1};
                double y = w[0] * c[0] + w[1] * c[1] + w[2];
                double error = 1 / (1 + Math.exp(-y)) - data.target(row);
                for (int i = 0; i < 3; i++) {
                    gradient[i] += error * c[i] / 40;
                }
            }
            for (int i = 0; i < 3; i++) {
                w[i] -= 0.5 * gradient[i];
            }
        }
        double[] expected = {w[0], w[1], w[2] - w[0] * mean[0] - w[1] * mean[1]};

        float[] actual = new PrivateTrainer(config, data)
                .insecureSeedForTests(5)
                .train(directory)
                .model()
                .parameters();

        for (int i = 0; i < 3; i++) {
            assertThat((double) actual[i]).isCloseTo(expected[i], within(2e-3));
        }
    }

    /** The centre is released anew when a run is resumed, and so is paid anew; the model goes on as it was. */
    @Test
    void resume_paysForTheCentreAgain() throws IOException {
        TrainingConfig config = TrainingConfig.of(Blobs.model(), NOISE_2)
                .lotSize(50)
                .epochs(2)
                .centring(5)
                .averaging(0.5)
                .build();
        Dataset data = Blobs.of(500, 2);
        PrivateTrainer cutOff = new PrivateTrainer(config, data).listener(new TrainingListener() {
            @Override
            public void stepped(long stepsDone) {
                if (stepsDone == 7) {
                    throw new IllegalStateException("cut off");
                }
            }
        });
        assertThatThrownBy(() -> cutOff.train(directory)).hasMessage("cut off");

        RunRecord record = new PrivateTrainer(config, data).resume(directory).record();

        List<DpEvent> charges = RunDirectory.check(directory).charges();
        List<Integer> centres = new ArrayList<>();
        for (int i = 0; i < charges.size(); i++) {
            if (charges.get(i) instanceof Composed both) {
                assertThat(both.events().get(0)).isEqualTo(new Gaussian(5));
                centres.add(i);
            }
        }
        assertThat(centres).containsExactly(0, 7);
        assertThat(charges).hasSizeGreaterThanOrEqualTo(20);
        double once = new PrivateTrainer(config, data).plan().guarantee().epsilon();
        assertThat(record.privacy().guarantee().epsilon()).isGreaterThan(once);
    }

    @Test
    void calibration_leavesRoomForTheCentre() {
        TrainingConfig.Builder builder = TrainingConfig.of(Blobs.model(), new PrivacyGoal.Target(1, 1e-5))
                .lotSize(50)
                .epochs(2);
        Dataset data = Blobs.of(500, 2);
        double without = new PrivateTrainer(builder.build(), data).plan().noiseMultiplier();

        TrainingPlan plan = new PrivateTrainer(builder.centring(5).build(), data).plan();

        assertThat(plan.noiseMultiplier()).isGreaterThan(without);
        assertThat(plan.guarantee().epsilon()).isBetween(0.999, 1.0);
        assertThat(plan.charges().steps()).isEqualTo(20);
    }

    @Test
    void centring_ofAModelThatIsNotLinearFirst_isRefused() {
        ModelSpec spec =
                ModelSpec.of(8, 8, 1).conv2d(2, 3, 1, 1).flatten().linear(1).loss(Loss.SQUARED);

        assertThatThrownBy(() -> TrainingConfig.of(spec, NOISE_2).centring(5).build())
                .hasMessageContaining("centring needs a model whose first layer is linear");
        assertThatThrownBy(() -> TrainingConfig.of(Blobs.model(), NOISE_2)
                        .centring(Double.NaN)
                        .build())
                .hasMessageContaining("finite and above 0, got NaN");
    }
}
