package io.abacusdp.training.trainer;

import io.abacusdp.training.data.Digits;
import io.abacusdp.training.data.TrainTestSplit;
import io.abacusdp.training.model.BuiltInModel;
import io.abacusdp.training.sampling.Sampling;
import io.abacusdp.training.step.NoiseChoice;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * A process of its own that trains on the digits and is to be killed. Each step that was made adds a byte to a file of its own,
 * which the run knows nothing of. With a third argument its noise is correlated.
 */
final class CrashingTraining {
    private CrashingTraining() {}

    static TrainingConfig config(TrainTestSplit digits, String... noise) {
        TrainingConfig.Builder builder = noise.length > 0
                ? plain(digits).sampling(Sampling.CYCLIC).noise(new NoiseChoice.Buffered())
                : plain(digits);
        return builder.build();
    }

    private static TrainingConfig.Builder plain(TrainTestSplit digits) {
        return TrainingConfig.of(BuiltInModel.LOGISTIC.forData(digits.train()), new PrivacyGoal.Target(3, 1e-5))
                .lotSize(64)
                .epochs(60)
                .learningRate(2);
    }

    public static void main(String[] args) throws IOException {
        Path directory = Path.of(args[0]);
        TrainTestSplit digits = Digits.load();
        try (OutputStream made = new FileOutputStream(args[1], true)) {
            PrivateTrainer trainer = new PrivateTrainer(
                            config(digits, Arrays.copyOfRange(args, 2, args.length)), digits.train())
                    .test(digits.test())
                    .threads(1)
                    .listener(new TrainingListener() {
                        @Override
                        public void stepped(long stepsDone) {
                            try {
                                made.write('.');
                            } catch (IOException e) {
                                throw new IllegalStateException(e);
                            }
                        }
                    });
            TrainingResult result =
                    Files.exists(directory.resolve("run.json")) ? trainer.resume(directory) : trainer.train(directory);
            System.out.println("finished after " + result.record().privacy().chargedSteps() + " charges");
        }
    }
}
