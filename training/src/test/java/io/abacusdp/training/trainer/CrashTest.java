package io.abacusdp.training.trainer;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.training.checkpoint.RunDirectory;
import io.abacusdp.training.data.Digits;
import io.abacusdp.training.data.TrainTestSplit;
import io.abacusdp.training.step.StepPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Training in another process is killed (SIGKILL) at random moments and resumed. */
@Tag("slow")
class CrashTest {
    private static final int KILLS = 8;

    private static final int CORRELATED_KILLS = 3;

    /** More than the machine could need, so that a hanging process does not hang the build. */
    private static final int MINUTES = 5;

    private final Random random = new Random();

    @TempDir
    private Path scratch;

    @Test
    @Timeout(value = MINUTES, unit = TimeUnit.MINUTES)
    void killedAndResumed_neverHasSpentLessThanWasMade() throws IOException, InterruptedException {
        Path directory = scratch.resolve("run");
        Path made = scratch.resolve("made");
        Files.createFile(made);
        Path older = Files.createDirectory(scratch.resolve("older"));
        TrainTestSplit digits = Digits.load();
        int killed = 0;
        while (killed < KILLS) {
            Process process = start(directory, made);
            if (killAtRandom(process, made)) {
                killed++;
            }
            assertThat(charges(directory)).isGreaterThanOrEqualTo(Files.size(made));
            if (process.exitValue() == 0) {
                break;
            }
            if (RunDirectory.holdsRun(directory)) {
                damage(new DamagedCopy(directory, older, older, scratch.resolve("copy"), Files.size(made)), digits);
                DamagedCopy.delete(older);
                DamagedCopy.copy(directory, older);
            }
        }
        // Of about 1,350 steps that take milliseconds each, eight times at most 150 were made before a kill.
        assertThat(killed).isPositive();

        RunRecord record = trainer(digits).resume(directory).record();

        PrivacyRecord privacy = record.privacy();
        assertThat(privacy.guarantee().epsilon()).isLessThanOrEqualTo(3);
        assertThat(privacy.chargedSteps()).isEqualTo(charges(directory)).isEqualTo(privacy.plannedSteps());
        // A crash loses at most a fiftieth of the plan, and the step at work.
        assertThat(privacy.modelSteps())
                .isGreaterThanOrEqualTo(privacy.plannedSteps() - killed * (privacy.plannedSteps() / 50 + 1));
        assertThat(record.last().orElseThrow().testAccuracy().orElseThrow()).isGreaterThan(0.8);
    }

    /** Noise is correlated over all steps: whoever goes on after a crash begins a matrix of its own, and pays for it before its first step. */
    @Test
    @Timeout(value = MINUTES, unit = TimeUnit.MINUTES)
    void killedAndResumedWithCorrelatedNoise_hasPaidForEveryMatrixThatWasBegun()
            throws IOException, InterruptedException {
        Path directory = scratch.resolve("run");
        Path made = scratch.resolve("made");
        Files.createFile(made);
        TrainTestSplit digits = Digits.load();
        TrainingConfig config = CrashingTraining.config(digits, "correlated");
        int begun = 0;
        for (int kill = 0; kill < CORRELATED_KILLS; kill++) {
            long before = Files.size(made);
            Process process = start(directory, made, "correlated");
            killAtRandom(process, made);
            begun += Files.size(made) > before ? 1 : 0;
            assertThat(charges(directory)).isGreaterThanOrEqualTo(Files.size(made));
        }

        PrivateTrainer trainer = new PrivateTrainer(config, digits.train()).test(digits.test());
        StepPlan plan = trainer.plan().step();
        PrivacyRecord privacy = trainer.resume(directory).record().privacy();

        assertThat(privacy.guarantee().epsilon()).isLessThanOrEqualTo(3);
        assertThat(privacy.modelSteps()).isGreaterThan(Files.size(made) / 2);
        List<DpEvent> charges = RunDirectory.check(directory).charges();
        int matrices = 0;
        int step = 0;
        for (DpEvent charge : charges) {
            if (charge.equals(plan.charge(0, 0))) {
                matrices++;
                step = 0;
            }
            assertThat(charge).isEqualTo(plan.charge(step++, 0));
        }
        assertThat(matrices).isGreaterThanOrEqualTo(begun);
    }

    private static PrivateTrainer trainer(TrainTestSplit digits) {
        return new PrivateTrainer(CrashingTraining.config(digits), digits.train()).test(digits.test());
    }

    /** What a kill left is rolled back, cut short or mixed up besides: once in a file of the spend, once in any two. */
    private void damage(DamagedCopy copy, TrainTestSplit digits) throws IOException {
        List<String> files = DamagedCopy.names(copy.run()).stream()
                .filter(name -> !name.equals("lock") && !name.equals("README.txt"))
                .toList();
        List<String> spend = List.of("charges.log", "spent-1.mark", "spent-2.mark");
        copy.resume(List.of(any(spend)), List.of(any(List.of(Damage.values()))), trainer(digits));
        int first = random.nextInt(files.size());
        int second = (first + 1 + random.nextInt(files.size() - 1)) % files.size();
        copy.resume(
                List.of(files.get(first), files.get(second)),
                List.of(any(List.of(Damage.values())), any(List.of(Damage.values()))),
                trainer(digits));
    }

    private <T> T any(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    /** Lets it make some steps, or fewer if it ends by itself; whether it was killed. */
    private boolean killAtRandom(Process process, Path made) throws IOException, InterruptedException {
        long until = Files.size(made) + random.nextInt(150);
        while (process.isAlive() && Files.size(made) < until) {
            Thread.sleep(1);
        }
        Thread.sleep(random.nextInt(20));
        boolean killed = process.isAlive();
        process.destroyForcibly();
        process.waitFor();
        return killed && process.exitValue() != 0;
    }

    private static long charges(Path directory) throws IOException {
        Path journal = directory.resolve("charges.log");
        if (Files.notExists(journal)) {
            return 0;
        }
        // What has no end of line was not written to its end.
        return Files.readString(journal).chars().filter(c -> c == '\n').count();
    }

    private Process start(Path directory, Path made, String... noise) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                CrashingTraining.class.getName(),
                directory.toString(),
                made.toString()));
        command.addAll(List.of(noise));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(scratch.resolve("output").toFile())
                .start();
    }
}
