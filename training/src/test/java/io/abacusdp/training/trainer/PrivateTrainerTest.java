package io.abacusdp.training.trainer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.filter.Decision;
import io.abacusdp.accounting.filter.EpsilonDeltaLimit;
import io.abacusdp.accounting.filter.PrivacyFilter;
import io.abacusdp.accounting.filter.RenyiFilter;
import io.abacusdp.training.checkpoint.RunDirectory;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.model.Loss;
import io.abacusdp.training.model.Model;
import io.abacusdp.training.model.ModelSpec;
import io.abacusdp.training.noise.NoiseSource;
import io.abacusdp.training.noise.RandomStreams;
import io.abacusdp.training.sampling.Sampling;
import io.abacusdp.training.step.Clipping;
import io.abacusdp.training.step.TrainingStoppedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrivateTrainerTest {
    private static final PrivacyGoal NOISE_2 = new PrivacyGoal.Noise(2, 1e-5, OptionalDouble.empty());

    @TempDir
    private Path directory;

    /** Without noise, clipping and sampling, DP-SGD is gradient descent on the mean loss; here in doubles. */
    @Test
    void train_withoutNoiseAndClipping_isPlainGradientDescent() throws IOException {
        Dataset data = Blobs.of(40, 1);
        TrainingConfig config = TrainingConfig.of(Blobs.model(), new PrivacyGoal.NotPrivate())
                .clipping(new Clipping.Flat(Double.POSITIVE_INFINITY))
                .lotSize(40)
                .epochs(25)
                .learningRate(0.7)
                .build();
        PrivateTrainer trainer = new PrivateTrainer(config, data).insecureSeedForTests(5);
        double[] expected = start(config.model(), 5);
        for (int step = 0; step < 25; step++) {
            descend(expected, data, 0.7);
        }

        TrainingResult result = trainer.train(directory);

        float[] actual = result.model().parameters();
        for (int i = 0; i < 3; i++) {
            assertThat((double) actual[i]).isCloseTo(expected[i], within(1e-5));
        }
        assertThat(result.record().privacy().guarantee().epsilon()).isInfinite();
        assertThat(result.record().warnings()).anyMatch(warning -> warning.startsWith("NOT PRIVATE"));
    }

    /** The same, with the average of the models after each step in the model's place, also where a run was cut off. */
    @Test
    void train_withAnAverage_releasesTheAverageOfTheModels() throws IOException {
        Dataset data = Blobs.of(40, 1);
        TrainingConfig config = TrainingConfig.of(Blobs.model(), new PrivacyGoal.NotPrivate())
                .clipping(new Clipping.Flat(Double.POSITIVE_INFINITY))
                .lotSize(40)
                .epochs(25)
                .learningRate(0.7)
                .averaging(0.6)
                .build();
        double[] model = start(config.model(), 5);
        double[] average = model.clone();
        for (int step = 1; step <= 25; step++) {
            descend(model, data, 0.7);
            double kept = Math.min(0.6, step / (9.0 + step));
            for (int i = 0; i < 3; i++) {
                average[i] = kept * average[i] + (1 - kept) * model[i];
            }
        }
        PrivateTrainer cutOff = new PrivateTrainer(config, data)
                .insecureSeedForTests(5)
                .listener(new TrainingListener() {
                    @Override
                    public void stepped(long stepsDone) {
                        if (stepsDone == 14) {
                            throw new IllegalStateException("cut off");
                        }
                    }
                });
        Path resumed = directory.resolve("resumed");

        TrainingResult result = new PrivateTrainer(config, data)
                .test(data)
                .insecureSeedForTests(5)
                .train(directory.resolve("whole"));
        assertThatThrownBy(() -> cutOff.train(resumed)).hasMessage("cut off");
        TrainingResult again =
                new PrivateTrainer(config, data).insecureSeedForTests(5).resume(resumed);

        for (int i = 0; i < 3; i++) {
            assertThat((double) result.model().parameters()[i]).isCloseTo(average[i], within(1e-5));
        }
        assertThat(again.model().parameters()).isEqualTo(result.model().parameters());
        assertThat(result.record().notes()).anyMatch(note -> note.startsWith("the model is the running average"));
        double loss = 0;
        for (int row = 0; row < data.size(); row++) {
            float[] x = new float[2];
            data.copyFeatures(row, x, 0);
            double y = average[0] * x[0] + average[1] * x[1] + average[2];
            loss += Math.log1p(Math.exp(data.target(row) == 1 ? -y : y)) / data.size();
        }
        assertThat(result.record().last().orElseThrow().testLoss().orElseThrow())
                .isCloseTo(loss, within(1e-5));
    }

    private static double[] start(ModelSpec model, long seed) {
        NoiseSource source = RandomStreams.insecureForTests(seed).source("initial model");
        float[] parameters = Model.initialise(model, source).parameters();
        return new double[] {parameters[0], parameters[1], parameters[2]};
    }

    private static void descend(double[] w, Dataset data, double learningRate) {
        double[] gradient = new double[3];
        float[] x = new float[2];
        for (int row = 0; row < data.size(); row++) {
            data.copyFeatures(row, x, 0);
            double error = 1 / (1 + Math.exp(-(w[0] * x[0] + w[1] * x[1] + w[2]))) - data.target(row);
            gradient[0] += error * x[0];
            gradient[1] += error * x[1];
            gradient[2] += error;
        }
        for (int i = 0; i < 3; i++) {
            w[i] -= learningRate * gradient[i] / data.size();
        }
    }

    /** The classes overlap: the best line has 92 % of them right. 400 test points: 85 % are missed once in 10^6. */
    @Test
    void train_toATarget_learnsAndStaysWithinIt() throws IOException {
        TrainingConfig config = TrainingConfig.of(Blobs.model(), new PrivacyGoal.Target(1, 1e-5))
                .lotSize(200)
                .epochs(5)
                .learningRate(1)
                .build();

        RunRecord record = new PrivateTrainer(config, Blobs.of(2000, 1))
                .test(Blobs.of(400, 2))
                .train(directory)
                .record();

        assertThat(record.privacy().guarantee().epsilon()).isBetween(0.9999, 1.0);
        assertThat(record.privacy().guarantee().delta()).isEqualTo(1e-5);
        assertThat(record.privacy().guarantee().adjacency()).isEqualTo(Adjacency.ADD_OR_REMOVE_ONE);
        assertThat(record.privacy().isSecure()).isTrue();
        assertThat(record.privacy().chargedSteps()).isEqualTo(50);
        assertThat(record.privacy().modelSteps()).isEqualTo(50);
        assertThat(record.ending()).isEqualTo(RunRecord.Ending.PLAN_DONE);
        assertThat(record.warnings()).isEmpty();
        assertThat(record.epochs()).hasSize(5);
        assertThat(record.epochs().get(0).epsilon()).isBetween(0.1, 0.99);
        assertThat(record.last().orElseThrow().epsilon())
                .isEqualTo(record.privacy().guarantee().epsilon());
        assertThat(record.last().orElseThrow().testAccuracy().orElseThrow()).isGreaterThan(0.85);
        assertThat(record.notes()).contains("loss and accuracy are those on the test set, which is treated as public");
    }

    @Test
    void train_withGivenNoiseAndALimit_endsBeforeItIsExceeded() throws IOException {
        PrivacyGoal goal = new PrivacyGoal.Noise(2, 1e-5, OptionalDouble.of(1));
        TrainingConfig config =
                TrainingConfig.of(Blobs.model(), goal).lotSize(50).epochs(100).build();

        RunRecord record =
                new PrivateTrainer(config, Blobs.of(500, 1)).train(directory).record();

        long steps = record.privacy().chargedSteps();
        assertThat(record.ending()).isEqualTo(RunRecord.Ending.BUDGET_EXHAUSTED);
        assertThat(steps).isLessThan(1000).isEqualTo(record.privacy().modelSteps());
        assertThat(record.privacy().guarantee().epsilon()).isLessThanOrEqualTo(1);
        Planner planner = new Planner(config, 500);
        assertThat(planner.guarantee(DpEvent.sampledGaussian(0.1, 2, steps + 1)).epsilon())
                .isGreaterThan(1);
    }

    @Test
    void train_withABudgetBelowOneStep_doesNotBegin() {
        PrivacyGoal goal = new PrivacyGoal.Noise(0.5, 1e-5, OptionalDouble.of(0.1));
        TrainingConfig config =
                TrainingConfig.of(Blobs.model(), goal).lotSize(50).build();

        assertThatThrownBy(() -> new PrivateTrainer(config, Blobs.of(500, 1)).train(directory))
                .isInstanceOf(TrainingStoppedException.class)
                .hasMessageContaining("not allow a single step");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void train_asksTheFilterBeforeEveryStepAndStopsWhenItRefuses() throws IOException {
        List<String> order = new ArrayList<>();
        List<String> noted = new ArrayList<>();
        PrivacyFilter filter = event -> {
            order.add("ask " + event.equals(new PoissonSampled(0.1, new Gaussian(2))));
            return order.size() < 14 ? new Decision.Granted() : new Decision.Refused("enough");
        };
        TrainingListener listener = new TrainingListener() {
            @Override
            public void stepped(long stepsDone) {
                order.add("step " + stepsDone);
            }

            @Override
            public void noted(String message) {
                noted.add(message);
            }
        };
        TrainingConfig config =
                TrainingConfig.of(Blobs.model(), NOISE_2).lotSize(50).epochs(10).build();

        RunRecord record = new PrivateTrainer(config, Blobs.of(500, 1))
                .filter(filter)
                .listener(listener)
                .train(directory)
                .record();

        assertThat(order)
                .containsExactly(
                        "ask true",
                        "step 1",
                        "ask true",
                        "step 2",
                        "ask true",
                        "step 3",
                        "ask true",
                        "step 4",
                        "ask true",
                        "step 5",
                        "ask true",
                        "step 6",
                        "ask true",
                        "step 7",
                        "ask true");
        assertThat(record.privacy().chargedSteps()).isEqualTo(7);
        assertThat(record.ending()).isEqualTo(RunRecord.Ending.BUDGET_EXHAUSTED);
        // Why another filter refused may tell of other runs: it is for whoever runs this one, and not published.
        assertThat(record.notes())
                .contains("the run ended before step 8: a budget besides that of the run does not allow it");
        assertThat(noted).containsExactly("step 8 was refused: enough");
    }

    @Test
    void train_withARenyiFilter_staysWithinIt() throws IOException {
        RenyiFilter filter = new RenyiFilter(new EpsilonDeltaLimit(1, 1e-5), Adjacency.ADD_OR_REMOVE_ONE);
        TrainingConfig config =
                TrainingConfig.of(Blobs.model(), NOISE_2).lotSize(50).epochs(30).build();

        RunRecord record = new PrivateTrainer(config, Blobs.of(500, 1))
                .filter(filter)
                .train(directory)
                .record();

        assertThat(record.ending()).isEqualTo(RunRecord.Ending.BUDGET_EXHAUSTED);
        assertThat(record.privacy().guarantee().epsilon()).isBetween(0.1, 1.0);
    }

    @Test
    void train_thatDiverges_stopsAndKeepsWhatItSpent() throws IOException {
        ModelSpec model = ModelSpec.of(2).linear(8).linear(1).loss(Loss.LOGISTIC);
        TrainingConfig config = TrainingConfig.of(model, NOISE_2)
                .lotSize(50)
                .clipping(new Clipping.Flat(1e4))
                .learningRate(1e38)
                .build();

        assertThatThrownBy(() -> new PrivateTrainer(config, Blobs.of(500, 1)).train(directory))
                .isInstanceOf(TrainingStoppedException.class)
                .hasMessageContaining("a parameter is not finite")
                .hasMessageContaining("the plan's whole epsilon of");

        assertThat(Files.readAllLines(directory.resolve("charges.log"))).isNotEmpty();
    }

    @Test
    void train_withASeed_repeatsItselfAndSaysThatNothingIsPrivate() throws IOException {
        TrainingConfig config =
                TrainingConfig.of(Blobs.model(), NOISE_2).lotSize(50).epochs(2).build();
        Dataset data = Blobs.of(500, 1);

        TrainingResult one =
                new PrivateTrainer(config, data).insecureSeedForTests(1).train(directory.resolve("one"));
        TrainingResult same =
                new PrivateTrainer(config, data).insecureSeedForTests(1).train(directory.resolve("same"));
        TrainingResult secure = new PrivateTrainer(config, data).train(directory.resolve("secure"));

        assertThat(same.model().parameters()).isEqualTo(one.model().parameters());
        assertThat(secure.model().parameters()).isNotEqualTo(one.model().parameters());
        assertThat(one.record().privacy().isSecure()).isFalse();
        assertThat(one.record().privacy().guarantee().notes()).anyMatch(note -> note.startsWith("INSECURE"));
        assertThat(one.record().warnings()).anyMatch(warning -> warning.startsWith("INSECURE"));
    }

    @Test
    void train_doesNotDependOnTheNumberOfThreads() throws IOException {
        TrainingConfig config =
                TrainingConfig.of(Blobs.model(), NOISE_2).lotSize(50).epochs(2).build();
        Dataset data = Blobs.of(500, 1);

        TrainingResult one = new PrivateTrainer(config, data)
                .insecureSeedForTests(1)
                .threads(1)
                .train(directory.resolve("one"));
        TrainingResult three = new PrivateTrainer(config, data)
                .insecureSeedForTests(1)
                .threads(3)
                .train(directory.resolve("three"));

        assertThat(three.model().parameters()).isEqualTo(one.model().parameters());
    }

    /** At rate 1/20 a lot of 20 examples is empty with probability 0.36; that none of 80 is, with 0.64^80 = 3e-16. */
    @Test
    void train_onEmptyLots_takesNoisySteps() throws IOException {
        TrainingConfig config = TrainingConfig.of(Blobs.model(), NOISE_2)
                .lotSize(1)
                .epochs(4)
                .learningRate(0.01)
                .build();
        List<Long> steps = new ArrayList<>();

        TrainingResult result = new PrivateTrainer(config, Blobs.of(20, 1))
                .listener(new TrainingListener() {
                    @Override
                    public void stepped(long stepsDone) {
                        steps.add(stepsDone);
                    }
                })
                .train(directory);

        assertThat(steps).hasSize(80);
        assertThat(result.record().privacy().chargedSteps()).isEqualTo(80);
    }

    /** All rows but two are absent: with a lot of all, gradient descent on the rest, divided by the number of all. */
    @Test
    void train_leavesAbsentRowsOutAndDividesByTheSameNumber() throws IOException {
        Dataset data = Blobs.of(40, 1);
        TrainingConfig config = TrainingConfig.of(Blobs.model(), new PrivacyGoal.NotPrivate())
                .lotSize(40)
                .epochs(1)
                .learningRate(0.7)
                .clipping(new Clipping.Flat(Double.POSITIVE_INFINITY))
                .build();
        double[] expected = start(config.model(), 5);
        descend(expected, data.rows("present", 3, 7), 0.7 * 2 / 40);

        TrainingResult result = new PrivateTrainer(config, data)
                .insecureSeedForTests(5)
                .absent(row -> row != 3 && row != 7)
                .train(directory);

        for (int i = 0; i < 3; i++) {
            assertThat((double) result.model().parameters()[i]).isCloseTo(expected[i], within(1e-6));
        }
    }

    @Test
    void train_withoutTestData_showsNoMetrics() throws IOException {
        TrainingConfig config =
                TrainingConfig.of(Blobs.model(), NOISE_2).lotSize(50).epochs(1).build();

        RunRecord record =
                new PrivateTrainer(config, Blobs.of(500, 1)).train(directory).record();

        assertThat(record.last().orElseThrow().testLoss()).isEmpty();
        assertThat(record.last().orElseThrow().testAccuracy()).isEmpty();
    }

    @Test
    void train_logsEveryEpochAsCsvAndJson() throws IOException {
        TrainingConfig config = TrainingConfig.of(Blobs.model(), NOISE_2)
                .lotSize(50)
                .epochs(3)
                .sampling(Sampling.SHUFFLED)
                .build();

        new PrivateTrainer(config, Blobs.of(500, 1)).test(Blobs.of(20, 3)).train(directory);

        List<String> csv = Files.readAllLines(directory.resolve("log.csv"));
        assertThat(csv).hasSize(4);
        assertThat(csv.get(0))
                .isEqualTo("epoch,step,charged_steps,epsilon,noise_multiplier,clipping_norm,learning_rate,test_loss,"
                        + "test_accuracy,seconds,examples_per_second");
        assertThat(csv.get(3)).startsWith("3,30,30,");
        assertThat(Files.readAllLines(directory.resolve("log.jsonl"))).hasSize(3);
        assertThat(new EpochLog(directory, RunDirectory.check(directory).id(), "epsilon").read(20))
                .extracting(EpochRecord::step)
                .containsExactly(10L, 20L);
    }

    @Test
    void train_adaptively_findsTheMedianOfTheNorms() throws IOException {
        // Squared loss at 0 with t = 2 for x = 0: every gradient is (0, 0, −2), of norm 2, and stays close to it.
        Dataset data = new Dataset("twos", new int[] {2}, new float[2000], filled(1000, 2), 0, List.of());
        TrainingConfig config = TrainingConfig.of(ModelSpec.of(2).linear(1).loss(Loss.SQUARED), NOISE_2)
                .clipping(new Clipping.Adaptive(0.1, 0.5, 0.2, 10))
                .lotSize(500)
                .epochs(60)
                .learningRate(1e-6)
                .build();

        RunRecord record = new PrivateTrainer(config, data).train(directory).record();

        assertThat(record.last().orElseThrow().clippingNorm()).isBetween(1.2, 3.2);
    }

    @Test
    void plan_beforeTraining_saysWhatItWouldCost() {
        TrainingConfig config = TrainingConfig.of(Blobs.model(), new PrivacyGoal.Target(1, 1e-5))
                .lotSize(200)
                .build();

        TrainingPlan plan = new PrivateTrainer(config, Blobs.of(2000, 1)).plan();

        assertThat(plan.guarantee().epsilon()).isBetween(0.9999, 1.0);
        assertThat(plan.steps()).isEqualTo(100);
    }

    private static float[] filled(int count, float value) {
        float[] filled = new float[count];
        Arrays.fill(filled, value);
        return filled;
    }
}
