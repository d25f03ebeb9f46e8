package io.abacusdp.training.trainer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.abacusdp.storage.DamagedFileException;
import io.abacusdp.storage.DurableFile;
import io.abacusdp.training.checkpoint.CheckedRun;
import io.abacusdp.training.checkpoint.RunDirectory;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.step.Clipping;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResumeTest {
    private static final Dataset DATA = Blobs.of(500, 1);
    private static final Dataset TEST = Blobs.of(100, 2);

    @TempDir
    private Path directory;

    /** Epsilon of 100 steps is the target, so that what is lost cannot be made again. */
    @Test
    void resume_afterStepsWereLost_countsThemAndEndsAtTheBudget() throws IOException {
        cutOffAfter(57, trainer(calibrated()));
        List<Path> checkpoints = checkpoints();
        Files.delete(checkpoints.get(0));

        RunRecord record = trainer(calibrated()).resume(directory).record();

        // With 100 steps, a checkpoint is made every other step: the last one was after 56, the one before after 54.
        assertThat(record.privacy().chargedSteps()).isEqualTo(100);
        assertThat(record.privacy().modelSteps()).isEqualTo(97);
        assertThat(record.privacy().guarantee().epsilon()).isLessThanOrEqualTo(1);
        assertThat(record.ending()).isEqualTo(RunRecord.Ending.BUDGET_EXHAUSTED);
        assertThat(record.notes()).anyMatch(note -> note.contains("100 charges were made for a model of 97 steps"));
    }

    @Test
    void resume_withGivenNoiseAndNoLimit_makesAllStepsAndPaysForTheLostOnes() throws IOException {
        cutOffAfter(57, trainer(noisy().build()));

        RunRecord record = trainer(noisy().build()).resume(directory).record();

        assertThat(record.privacy().chargedSteps()).isEqualTo(101);
        assertThat(record.privacy().modelSteps()).isEqualTo(100);
        assertThat(record.ending()).isEqualTo(RunRecord.Ending.PLAN_DONE);
        assertThat(record.epochs()).extracting(EpochRecord::epoch).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
        assertThat(record.last().orElseThrow().chargedSteps()).isEqualTo(101);
    }

    @Test
    void resume_goesOnFromTheModelAndTheOptimiserOfTheCheckpoint() throws IOException {
        TrainingConfig config = noisy().optimiser(new OptimiserChoice.WithMomentum(0.9))
                .clipping(new Clipping.Adaptive(1, 0.5, 0.2, 10))
                .build();
        cutOffAfter(57, trainer(config));
        List<EpochRecord> epochs = new ArrayList<>();
        TrainingPlan[] plan = new TrainingPlan[1];
        long[] from = new long[1];

        trainer(config)
                .listener(new TrainingListener() {
                    @Override
                    public void begun(TrainingPlan resumed, long stepsDone) {
                        plan[0] = resumed;
                        from[0] = stepsDone;
                    }

                    @Override
                    public void epochDone(EpochRecord epoch, EpochTime time) {
                        epochs.add(epoch);
                    }
                })
                .resume(directory);

        assertThat(from[0]).isEqualTo(56);
        assertThat(plan[0].charges().steps()).isEqualTo(101);
        assertThat(epochs).extracting(EpochRecord::step).containsExactly(60L, 70L, 80L, 90L, 100L);
    }

    @Test
    void resume_ofAFinishedRun_changesNothing() throws IOException {
        TrainingResult finished = trainer(calibrated()).train(directory);

        TrainingResult again = trainer(calibrated()).resume(directory);

        assertThat(again.model().parameters()).isEqualTo(finished.model().parameters());
        assertThat(again.record().privacy().charged())
                .isEqualTo(finished.record().privacy().charged());
        assertThat(again.record().epochs()).isEqualTo(finished.record().epochs());
    }

    @Test
    void resume_ofARunThatWasPublished_isRefusedAsDone() throws IOException {
        trainer(noisy().build())
                .publish((folder, result) -> DurableFile.replace(folder.resolve("model.txt"), "a model"))
                .train(directory);

        assertThatThrownBy(() -> trainer(noisy().build()).resume(directory))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is done, and its release stays as it is");
        assertThat(RunDirectory.check(directory).isDone()).isTrue();
        assertThat(RunDirectory.releaseFolder(directory).resolve("model.txt")).hasContent("a model");
    }

    /** What could not be published leaves a run that can be resumed, and then is. */
    @Test
    void resume_afterTheReleaseFailed_makesItAndNoStepMore() throws IOException {
        assertThatThrownBy(() -> trainer(noisy().build())
                        .publish((folder, result) -> {
                            DurableFile.replace(folder.resolve("model.txt"), "half a model");
                            throw new IOException("no room");
                        })
                        .train(directory))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no room");
        assertThat(RunDirectory.releaseFolder(directory)).doesNotExist();

        RunRecord record = trainer(noisy().build())
                .publish((folder, result) -> DurableFile.replace(folder.resolve("model.txt"), "a model"))
                .resume(directory)
                .record();

        assertThat(record.privacy().chargedSteps()).isEqualTo(100);
        assertThat(RunDirectory.releaseFolder(directory).resolve("model.txt")).hasContent("a model");
    }

    /** For what an audit has to know again, and nobody else may. */
    @Test
    void keep_ofAPrivateText_isThereWhenTheRunIsResumed() throws IOException {
        cutOffAfter(5, trainer(calibrated()).keep("audit.json", "{\"coins\":\"0110\"}"));

        CheckedRun run = RunDirectory.check(directory);

        assertThat(run.kept("audit.json")).contains("{\"coins\":\"0110\"}");
        assertThat(run.kept("command.json")).isEmpty();
        assertThat(run.charges()).hasSize(5);
        assertThatThrownBy(() -> trainer(calibrated()).keep("charges.log", "").train(directory.resolve("other")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a kept file must be named like command.json");
    }

    @Test
    void resume_withOtherDataOrSettings_isRefusedByName() throws IOException {
        cutOffAfter(5, trainer(calibrated()));
        long spent = Files.size(directory.resolve("charges.log"));

        assertThatThrownBy(() -> new PrivateTrainer(calibrated(), Blobs.of(500, 9))
                        .test(TEST)
                        .resume(directory))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a run is resumed as it began: the data is not what it was");
        assertThatThrownBy(() -> trainer(noisy().build()).resume(directory))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("goal was Target[epsilon=1.0, delta=1.0E-5], got Noise[");
        assertThatThrownBy(() -> new PrivateTrainer(calibrated(), DATA).resume(directory))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("test data was given, got none");
        assertThatThrownBy(() -> trainer(calibrated()).insecureSeedForTests(1).resume(directory))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("randomness was secure, got INSECURE");
        assertThatThrownBy(() -> trainer(calibrated()).train(directory))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("holds a run already");
        assertThatThrownBy(() -> trainer(calibrated()).resume(directory.resolve("none")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("holds no run to resume");
        assertThat(Files.size(directory.resolve("charges.log"))).isEqualTo(spent);
    }

    @Test
    void resume_withADamagedCheckpoint_takesTheOneBeforeAndForgetsNoSpend() throws IOException {
        cutOffAfter(57, trainer(noisy().build()));
        flipAByteInTheMiddle(checkpoints().get(0));
        List<String> noted = new ArrayList<>();

        RunRecord record = trainer(noisy().build())
                .listener(new TrainingListener() {
                    @Override
                    public void noted(String message) {
                        noted.add(message);
                    }
                })
                .resume(directory)
                .record();

        assertThat(noted).singleElement().asString().contains("is damaged").contains("nothing spent is forgotten");
        assertThat(record.notes()).containsAll(noted);
        assertThat(record.privacy().chargedSteps()).isEqualTo(57 + 100 - 54);
    }

    @Test
    void resume_withNoWholeCheckpoint_isRefused() throws IOException {
        cutOffAfter(57, trainer(noisy().build()));
        for (Path checkpoint : checkpoints()) {
            flipAByteInTheMiddle(checkpoint);
        }

        assertThatThrownBy(() -> trainer(noisy().build()).resume(directory))
                .isInstanceOf(DamagedFileException.class)
                .hasMessageContaining("no checkpoint")
                .hasMessageContaining("at least 57 charges were made, as charges.log says, and stay spent");
    }

    @Test
    void resume_withADamagedJournal_isRefused() throws IOException {
        cutOffAfter(57, trainer(noisy().build()));
        flipAByteInTheMiddle(directory.resolve("charges.log"));

        assertThatThrownBy(() -> trainer(noisy().build()).resume(directory))
                .isInstanceOf(DamagedFileException.class)
                .hasMessageContaining("charges.log is damaged at line 29")
                .hasMessageContaining("at least 57 charges were made");
    }

    @Test
    void resume_withAJournalThatLostCharges_isRefused() throws IOException {
        cutOffAfter(57, trainer(noisy().build()));
        Path journal = directory.resolve("charges.log");
        List<String> lines = Files.readAllLines(journal);
        Files.write(journal, lines.subList(0, 50));

        assertThatThrownBy(() -> trainer(noisy().build()).resume(directory))
                .isInstanceOf(DamagedFileException.class)
                .hasMessageContaining("charges.log holds 50 charges, and spent-1.mark knows of 57");
    }

    /** A charge that was being written when the power failed was for a step that was not made. */
    @Test
    void resume_afterAHalfWrittenCharge_dropsIt() throws IOException {
        cutOffAfter(57, trainer(noisy().build()));
        Files.writeString(directory.resolve("charges.log"), "0123456789abcdef", StandardOpenOption.APPEND);

        RunRecord record = trainer(noisy().build()).resume(directory).record();

        assertThat(record.privacy().chargedSteps()).isEqualTo(101);
    }

    @Test
    void train_whereTheDescriptionOfARunIsLost_keepsItsCharges() throws IOException {
        cutOffAfter(5, trainer(calibrated()));
        Files.delete(directory.resolve("run.json"));

        assertThatThrownBy(() -> trainer(calibrated()).train(directory))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("holds a run already, or what is left of one");
    }

    @Test
    void resume_whileTheRunIsStillAtWork_isRefused() throws IOException {
        List<Throwable> refusals = new ArrayList<>();

        trainer(calibrated())
                .listener(new TrainingListener() {
                    @Override
                    public void stepped(long stepsDone) {
                        if (stepsDone == 5) {
                            try {
                                trainer(calibrated()).resume(directory);
                            } catch (IOException | RuntimeException e) {
                                refusals.add(e);
                            }
                        }
                    }
                })
                .train(directory);

        assertThat(refusals).singleElement().isInstanceOf(IllegalArgumentException.class);
        assertThat(refusals.get(0)).hasMessageContaining("is in use by another run");
    }

    private static TrainingConfig calibrated() {
        return TrainingConfig.of(Blobs.model(), new PrivacyGoal.Target(1, 1e-5))
                .lotSize(50)
                .epochs(10)
                .build();
    }

    private static TrainingConfig.Builder noisy() {
        return TrainingConfig.of(Blobs.model(), new PrivacyGoal.Noise(2, 1e-5, OptionalDouble.empty()))
                .lotSize(50)
                .epochs(10);
    }

    private static PrivateTrainer trainer(TrainingConfig config) {
        return new PrivateTrainer(config, DATA).test(TEST);
    }

    /** Trains until a step, after which nothing more is written. */
    private void cutOffAfter(long steps, PrivateTrainer trainer) {
        RuntimeException cut = new IllegalStateException("cut off");
        assertThatThrownBy(() -> trainer.listener(new TrainingListener() {
                            @Override
                            public void stepped(long stepsDone) {
                                if (stepsDone == steps) {
                                    throw cut;
                                }
                            }
                        })
                        .train(directory))
                .isSameAs(cut);
    }

    private List<Path> checkpoints() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().startsWith("checkpoint-"))
                    .sorted(Comparator.reverseOrder())
                    .toList();
        }
    }

    private static void flipAByteInTheMiddle(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes);
    }
}
