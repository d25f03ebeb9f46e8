package io.abacusdp.training.gradient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.model.Loss;
import io.abacusdp.training.model.Model;
import io.abacusdp.training.model.ModelSpec;
import io.abacusdp.training.step.Clipping;
import io.abacusdp.training.trainer.InitialModel;
import io.abacusdp.training.trainer.ModelFile;
import io.abacusdp.training.trainer.PrivacyGoal;
import io.abacusdp.training.trainer.PrivateTrainer;
import io.abacusdp.training.trainer.TrainingConfig;
import io.abacusdp.training.trainer.TrainingResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Training of a part of a model is what the definition says: gradients of all, of which the frozen parameters' are dropped before clipping. */
class FrozenLayersTest {
    private static final int ROWS = 12;
    private static final double CLIP = 0.3;
    private static final double RATE = 0.5;
    private static final int STEPS = 4;

    @TempDir
    private Path folder;

    private static ModelSpec spec() {
        return ModelSpec.of(6, 6, 2)
                .conv2d(4, 3, 1, 1)
                .tanh()
                .maxPool(2, 2)
                .flatten()
                .linear(5)
                .relu()
                .linear(3)
                .loss(Loss.SOFTMAX_CROSS_ENTROPY);
    }

    private static Dataset data(long seed) {
        Random random = new Random(seed);
        float[] features = new float[ROWS * 72];
        float[] targets = new float[ROWS];
        for (int i = 0; i < features.length; i++) {
            features[i] = (float) random.nextGaussian();
        }
        for (int i = 0; i < ROWS; i++) {
            targets[i] = random.nextInt(3);
        }
        return new Dataset("random", new int[] {6, 6, 2}, features, targets, 3, List.of());
    }

    /** Every step takes all rows, and there is no noise, so that the whole run is determined. */
    @Test
    void run_withFrozenLayers_isThatOfTheNaiveDefinition() throws IOException {
        Model start = Model.initialise(spec(), new Random(7));
        Dataset data = data(1);
        // Within what a layer gives, after a pool, after a flatten, and none at all.
        for (int frozen : new int[] {0, 1, 3, 4, 6}) {
            InitialModel initial = InitialModel.trainedOnPublicData(start, frozen, "nowhere");
            TrainingConfig config = TrainingConfig.of(initial.trained(), new PrivacyGoal.NotPrivate())
                    .lotSize(ROWS)
                    .epochs(STEPS)
                    .clipping(new Clipping.Flat(CLIP))
                    .learningRate(RATE)
                    .build();

            TrainingResult result = new PrivateTrainer(config, data)
                    .startFrom(initial)
                    .test(data(2))
                    .train(folder.resolve("run" + frozen));

            double[] expected = naive(start, data, frozen);
            float[] trained = result.model().parameters();
            assertThat(result.model().spec()).isEqualTo(spec());
            for (int i = 0; i < expected.length; i++) {
                assertThat((double) trained[i])
                        .as("%d frozen, parameter %d", frozen, i)
                        .isCloseTo(expected[i], within(2e-6));
            }
            int untouched = spec().parameterCount() - initial.trained().parameterCount();
            assertThat(Arrays.copyOf(trained, untouched)).containsExactly(Arrays.copyOf(start.parameters(), untouched));
        }
    }

    private static double[] naive(Model start, Dataset data, int frozen) {
        NaiveModel naive = new NaiveModel(spec());
        float[] floats = start.parameters();
        double[] parameters = new double[floats.length];
        Arrays.setAll(parameters, i -> floats[i]);
        int first = spec().parameters().stream()
                .filter(block -> block.layer() >= frozen)
                .findFirst()
                .orElseThrow()
                .offset();
        for (int step = 0; step < STEPS; step++) {
            double[] sum = new double[parameters.length];
            for (int row = 0; row < data.size(); row++) {
                double[] gradient = naive.gradient(parameters, data, row);
                Arrays.fill(gradient, 0, first, 0);
                double norm = Math.sqrt(Arrays.stream(gradient).map(g -> g * g).sum());
                double factor = Math.min(1, CLIP / norm);
                for (int i = first; i < sum.length; i++) {
                    sum[i] += factor * gradient[i];
                }
            }
            for (int i = first; i < sum.length; i++) {
                parameters[i] -= RATE * sum[i] / ROWS;
            }
        }
        return parameters;
    }

    @Test
    void report_saysWhereTheModelCameFrom_andWarnsUnlessThatIsPublic() throws IOException {
        Model start = Model.initialise(spec(), new Random(7));
        for (boolean isPublic : new boolean[] {true, false}) {
            InitialModel initial = isPublic
                    ? InitialModel.trainedOnPublicData(start, 4, "flowers of 2019")
                    : InitialModel.ofUncoveredTraining(start, 4, "flowers of 2019");
            TrainingConfig config = TrainingConfig.of(initial.trained(), new PrivacyGoal.Target(3, 1e-5))
                    .lotSize(4)
                    .epochs(1)
                    .build();
            TrainingResult result =
                    new PrivateTrainer(config, data(1)).startFrom(initial).train(folder.resolve("run" + isPublic));

            assertThat(isPublic ? result.record().notes() : result.record().warnings())
                    .anyMatch(
                            text -> text.contains("began from another, flowers of 2019, of which the first 4 layers"));
            assertThat(result.record().settings())
                    .containsEntry("initial model", "flowers of 2019")
                    .containsEntry("frozen layers", "4")
                    .containsEntry("model", spec().toString());
            Path file = folder.resolve(isPublic + ".safetensors");
            ModelFile.write(file, result, "abacus 1");
            assertThat(ModelFile.readAll(file).model().spec()).isEqualTo(spec());
        }
    }

    /** Whoever chooses the initial model could make it overflow for one record, and see whether a run with it is refused. */
    @Test
    void run_whoseFrozenLayersOverflowForARecord_isMadeAsAnyOther() throws IOException {
        ModelSpec two = ModelSpec.of(2).linear(1).linear(2).loss(Loss.SOFTMAX_CROSS_ENTROPY);
        Model trap = new Model(two, new float[] {3e38f, 3e38f, 0, 1, -1, 0, 0});
        float[] features = {0.1f, 0.1f, 0.2f, 0, 0.9f, 0.9f, 0, 0.3f};
        Dataset data = new Dataset("four", new int[] {2}, features, new float[] {0, 1, 0, 1}, 2, List.of());
        InitialModel initial = InitialModel.trainedOnPublicData(trap, 1, "somebody");
        TrainingConfig config = TrainingConfig.of(
                        initial.trained(), new PrivacyGoal.Noise(4, 1e-5, OptionalDouble.empty()))
                .lotSize(2)
                .epochs(1)
                .build();

        TrainingResult result =
                new PrivateTrainer(config, data).startFrom(initial).train(folder.resolve("trap"));

        assertThat(result.record().privacy().chargedSteps()).isEqualTo(2);
    }

    @Test
    void resume_fromAnotherInitialModel_isRefused() throws IOException {
        Model start = Model.initialise(spec(), new Random(7));
        InitialModel initial = InitialModel.trainedOnPublicData(start, 4, "nowhere");
        TrainingConfig config = TrainingConfig.of(initial.trained(), new PrivacyGoal.Target(3, 1e-5))
                .lotSize(4)
                .epochs(1)
                .build();
        new PrivateTrainer(config, data(1)).startFrom(initial).train(folder.resolve("run"));
        InitialModel another = InitialModel.trainedOnPublicData(Model.initialise(spec(), new Random(8)), 4, "nowhere");

        assertThatThrownBy(() ->
                        new PrivateTrainer(config, data(1)).startFrom(another).resume(folder.resolve("run")))
                .hasMessageContaining("initial model");
    }

    @Test
    void nothingLeftToTrain_andAnotherModel_areRefused() {
        Model start = Model.initialise(spec(), new Random(7));
        assertThatThrownBy(() -> InitialModel.trainedOnPublicData(start, 7, "nowhere"))
                .hasMessageContaining("from 0 to 6 of the 7 layers, got 7");
        assertThatThrownBy(() -> InitialModel.trainedOnPublicData(start, -1, "nowhere"))
                .hasMessageContaining("got -1");
        TrainingConfig config =
                TrainingConfig.of(spec(), new PrivacyGoal.Target(3, 1e-5)).build();
        assertThatThrownBy(() -> new PrivateTrainer(config, data(1))
                        .startFrom(InitialModel.trainedOnPublicData(start, 4, "nowhere")))
                .hasMessageContaining("initial model's trained layers are");
    }
}
