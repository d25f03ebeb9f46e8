package example;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.SafeFigures;
import io.abacusdp.accounting.auto.AutoAccountant;
import io.abacusdp.accounting.calibrate.Calibration;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.model.Loss;
import io.abacusdp.training.model.ModelSpec;
import io.abacusdp.training.predict.Prediction;
import io.abacusdp.training.predict.TrainedModel;
import io.abacusdp.training.trainer.ModelFile;
import io.abacusdp.training.trainer.PrivacyGoal;
import io.abacusdp.training.trainer.PrivateTrainer;
import io.abacusdp.training.trainer.TrainingConfig;
import io.abacusdp.training.trainer.TrainingResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;

/** What a run costs, the noise that a budget needs, and a private model of data of one's own: trained, saved, loaded and used. */
public final class PrivateFlowers {
    private PrivateFlowers() {}

    public static void main(String[] args) throws IOException {
        DpEvent run = DpEvent.sampledGaussian(0.01, 1.0, 1000);
        Guarantee cost = AutoAccountant.best().epsilon(run, Adjacency.ADD_OR_REMOVE_ONE, 1e-5);
        System.out.println("cost: epsilon " + SafeFigures.up(cost.epsilon(), 6));

        double noise = new Calibration(AutoAccountant.best(), Adjacency.ADD_OR_REMOVE_ONE, 2, 1e-5)
                .noiseMultiplier(z -> DpEvent.sampledGaussian(0.01, z, 1000))
                .value();
        System.out.println("noise for epsilon 2: " + SafeFigures.up(noise, 6));

        ModelSpec linear = ModelSpec.of(2).linear(2).loss(Loss.SOFTMAX_CROSS_ENTROPY);
        TrainingConfig config = TrainingConfig.of(linear, new PrivacyGoal.Target(1, 1e-5))
                .lotSize(200)
                .epochs(5)
                .learningRate(1)
                .build();
        Path directory = Files.createTempDirectory("flowers");
        TrainingResult result = new PrivateTrainer(config, flowers(4000)).train(directory.resolve("run"));
        System.out.println("trained: epsilon "
                + SafeFigures.up(result.record().privacy().guarantee().epsilon(), 6));

        Path file = directory.resolve("flowers.safetensors");
        ModelFile.write(file, result, "example");
        try (TrainedModel model = TrainedModel.read(file)) {
            Prediction small = model.predict(0.2f, 0.3f);
            Prediction large = model.predict(0.9f, 0.8f);
            System.out.println("small flower: " + small.className() + ", large flower: " + large.className());
        }
    }

    /** Lengths and widths of petals, of two kinds of flowers: the second are larger. */
    private static Dataset flowers(int count) {
        SplittableRandom random = new SplittableRandom(1);
        float[] petals = new float[2 * count];
        float[] kinds = new float[count];
        for (int i = 0; i < count; i++) {
            kinds[i] = i % 2;
            petals[2 * i] = (float) (0.5 * kinds[i] + 0.5 * random.nextDouble());
            petals[2 * i + 1] = (float) (0.5 * kinds[i] + 0.5 * random.nextDouble());
        }
        return new Dataset("flowers", new int[] {2}, petals, kinds, 2, List.of());
    }
}
