package io.abacusdp.training.trainer;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.filter.Decision;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.model.ModelSpec;
import io.abacusdp.training.replay.Playback;
import io.abacusdp.training.replay.Recording;
import io.abacusdp.training.replay.RunTraces;
import io.abacusdp.training.report.Provenance;
import io.abacusdp.training.report.TrainingReport;
import io.abacusdp.training.sampling.Sampling;
import io.abacusdp.training.step.Clipping;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** A run of two epochs under a probe, with the same coins each time. */
record ReplayedRun(
        ModelSpec model,
        Sampling sampling,
        Adjacency adjacency,
        Clipping clipping,
        int lot,
        int absent,
        long seed,
        boolean published,
        Choices choices) {
    static final double NOISE = 1.3;
    static final long SEED = 3;

    /** What a run does besides. */
    interface Choices {
        Choices NONE = new Choices() {};

        default void configure(TrainingConfig.Builder config) {}

        default void prepare(PrivateTrainer trainer) {}
    }

    /** A run on data of which, if it is a neighbour under zero-out, the last record counts for nothing. */
    ReplayedRun(ModelSpec model, Sampling sampling, Adjacency adjacency, Clipping clipping, int lot) {
        this(model, sampling, adjacency, clipping, lot, -1, SEED, false, Choices.NONE);
    }

    ReplayedRun without(int row) {
        return new ReplayedRun(model, sampling, adjacency, clipping, lot, row, seed, published, choices);
    }

    ReplayedRun seed(long other) {
        return new ReplayedRun(model, sampling, adjacency, clipping, lot, absent, other, published, choices);
    }

    /** The same with a model and reports at its end, which take some time. */
    ReplayedRun publishing() {
        return new ReplayedRun(model, sampling, adjacency, clipping, lot, absent, seed, true, choices);
    }

    ReplayedRun with(Choices other) {
        return new ReplayedRun(model, sampling, adjacency, clipping, lot, absent, seed, published, other);
    }

    /** What was charged, and what is left of the run: its files, and what its listener was told. */
    record Seen(List<DpEvent> charges, RunTraces traces) {}

    Seen on(Dataset data, Recording probe, Path directory) throws IOException {
        int size =
                probe instanceof Playback && adjacency == Adjacency.ADD_OR_REMOVE_ONE ? data.size() + 1 : data.size();
        PrivateTrainer trainer = new PrivateTrainer(config(size), data)
                .insecureSeedForTests(seed)
                .threads(2)
                .test(data.rows("public", 0, 1));
        trainer.probe = probe;
        choices.prepare(trainer);
        if (probe instanceof Playback && adjacency == Adjacency.ZERO_OUT) {
            int row = absent < 0 ? data.size() - 1 : absent;
            trainer.absent(other -> other == row);
        }
        Seen seen = new Seen(new ArrayList<>(), new RunTraces());
        trainer.filter(charge -> {
            seen.charges.add(charge);
            return new Decision.Granted();
        });
        trainer.listener(new Told(seen.traces));
        if (published) {
            trainer.publish((folder, result) -> {
                ModelFile.write(folder.resolve("model.safetensors"), result, "1");
                new TrainingReport(result.record(), Optional.empty(), new Provenance("train", "1")).writeTo(folder);
            });
        }
        TrainingResult result = trainer.train(directory);
        seen.traces.text("record", result.record().toString()).files(directory);
        return seen;
    }

    TrainingConfig config(int size) {
        PrivacyGoal goal = new PrivacyGoal.Noise(NOISE, 1e-5, OptionalDouble.empty());
        TrainingConfig.Builder config = TrainingConfig.of(model, goal)
                .sampling(sampling)
                .adjacency(adjacency)
                .lotSize(lot)
                .epochs(2)
                .clipping(clipping)
                .optimiser(OptimiserChoice.WithAdam.usual());
        if (adjacency == Adjacency.ADD_OR_REMOVE_ONE) {
            config.publicSize(size);
        }
        choices.configure(config);
        return config.build();
    }

    /** Writes down what may be shown. */
    private record Told(RunTraces traces) implements TrainingListener {
        @Override
        public void begun(TrainingPlan plan, long stepsDone) {
            traces.text("begun", plan + " " + stepsDone);
        }

        @Override
        public void stepped(long stepsDone) {
            traces.text("stepped", Long.toString(stepsDone));
        }

        @Override
        public void epochDone(EpochRecord epoch, EpochTime time) {
            traces.text("epochs", epoch.toString());
        }

        @Override
        public void noted(String message) {
            traces.text("noted", message);
        }
    }
}
