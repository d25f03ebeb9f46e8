package io.abacusdp.training.trainer;

import io.abacusdp.training.data.Digits;
import io.abacusdp.training.data.TrainTestSplit;
import io.abacusdp.training.model.BuiltInModel;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A process of its own that trains on the digits and is to be killed. Each step that was made adds a byte to a file of its own,
 * which the run knows nothing of.
 */
final class CrashingTraining {
    private CrashingTraining() {}

    static TrainingConfig config(TrainTestSplit digits) {
        return TrainingConfig.of(BuiltInModel.LOGISTIC.forData(digits.train()), new PrivacyGoal.Target(3, 1e-5))
                .lotSize(64)
                .epochs(60)
                .learningRate(2)
                .build();
    }

    public static void main(String[] args) throws IOException {
        Path directory = Path.of(args[0]);
        TrainTestSplit digits = Digits.load();
        try (OutputStream made = new FileOutputStream(args[1], true)) {
            PrivateTrainer trainer = new PrivateTrainer(config(digits), digits.train())
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
