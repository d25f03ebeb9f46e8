package io.abacusdp.cli.train;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.cli.output.CommandFailures;
import io.abacusdp.cli.output.RefusedRequestException;
import io.abacusdp.cli.output.UsageException;
import io.abacusdp.storage.DurableFile;
import io.abacusdp.storage.WholeFolder;
import io.abacusdp.training.checkpoint.RunDirectory;
import io.abacusdp.training.step.TrainingStoppedException;
import io.abacusdp.training.trainer.EpochRecord;
import io.abacusdp.training.trainer.PrivateTrainer;
import io.abacusdp.training.trainer.TrainingPublication;
import io.abacusdp.training.trainer.TrainingResult;
import io.abacusdp.training.trainer.TuningLaw;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A tuning from where it stands to its release: a random number of runs, of which nobody sees anything but the best. No progress of a run
 * is shown, as what one sees is released.
 */
final class TuneTask {
    private static final String RELEASE = "release";

    private final Path directory;
    private final TuningLaw law;
    private final List<PrivateTrainer> candidates;
    private final String data;

    /**
     * @param candidates a trainer for each candidate, all of which measure on the same public test set
     * @param data what tells the private data from other
     */
    TuneTask(Path directory, TuningLaw law, List<PrivateTrainer> candidates, String data) {
        this.directory = directory;
        this.law = law;
        this.candidates = candidates;
        this.data = data;
        DpEvent first = run(candidates.get(0));
        for (PrivateTrainer other : candidates) {
            if (!run(other).equals(first)) {
                throw new UsageException(
                        "--tune may have nothing that changes what a run costs, and candidates differ");
            }
        }
    }

    /** All charges of one run. */
    private static DpEvent run(PrivateTrainer trainer) {
        return trainer.plan().charges().first(trainer.plan().charges().steps());
    }

    /** A tuning that begins here; the data is not looked at before its number of runs is settled, on the disk. */
    Optional<TrainingResult> begin(TrainingPublication publication) throws IOException {
        try (TunedRun runs = TunedRun.begin(directory, law, candidates.size(), data)) {
            return go(runs, publication);
        }
    }

    /** A tuning that was cut off; no result if the best was released before. */
    Optional<TrainingResult> resume(TrainingPublication publication) throws IOException {
        try (TunedRun runs = TunedRun.resume(directory, data)) {
            return go(runs, publication);
        } catch (IllegalArgumentException e) {
            throw new RefusedRequestException(CommandFailures.message(e), e);
        }
    }

    private Optional<TrainingResult> go(TunedRun runs, TrainingPublication publication) throws IOException {
        for (int run = 0; run < runs.runs(); run++) {
            if (!runs.isEnded(run)) {
                make(runs, run);
            }
        }
        TunedRun.Ended best = runs.best();
        if (best.score() == Double.NEGATIVE_INFINITY) {
            throw new TrainingStoppedException(
                    "no run of the tuning came to a model; smaller learning rates may help. All of it is spent");
        }
        PrivateTrainer trainer = candidates.get(runs.candidate(best.run()));
        trainer.discarded(Collections.nCopies(runs.discarded(), run(trainer)));
        Optional<TrainingResult> result = RunDirectory.check(best.directory()).isDone()
                ? Optional.empty()
                : Optional.of(trainer.publish(publication).resume(best.directory()));
        copyRelease(RunDirectory.releaseFolder(best.directory()));
        return result;
    }

    private void make(TunedRun runs, int run) throws IOException {
        Path own = runs.begin(run);
        try {
            TrainingResult result = candidates.get(runs.candidate(run)).train(own);
            runs.ended(run, score(result.record().last().orElseThrow()));
        } catch (TrainingStoppedException e) {
            runs.stopped(run);
        }
    }

    /** Accuracy on the public test set, or how small the loss is. */
    private static double score(EpochRecord last) {
        return last.testAccuracy().orElseGet(() -> -last.testLoss().orElseThrow());
    }

    private void copyRelease(Path from) throws IOException {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> all = Files.list(from)) {
            all.forEach(files::add);
        }
        FileTime time = Files.getLastModifiedTime(files.get(0));
        WholeFolder.replace(directory, RELEASE, time, folder -> {
            for (Path file : files) {
                byte[] bytes = Files.readAllBytes(file);
                DurableFile.replace(folder.resolve(file.getFileName()), out -> out.write(bytes));
            }
        });
    }
}
