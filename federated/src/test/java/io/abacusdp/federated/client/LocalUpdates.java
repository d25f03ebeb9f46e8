package io.abacusdp.federated.client;

import io.abacusdp.federated.message.LocalTraining;
import io.abacusdp.federated.protocol.TaskId;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.model.ModelSpec;
import io.abacusdp.training.noise.RandomStreams;

/** What a client made of a task, made once more, where its random numbers can be repeated. */
public final class LocalUpdates {
    private LocalUpdates() {}

    /**
     * The update before it was clipped.
     *
     * @param charges that the client's ledger held before
     */
    public static float[] update(
            RandomStreams streams,
            String name,
            TaskId task,
            int charges,
            ModelSpec model,
            float[] parameters,
            LocalTraining local,
            Dataset data) {
        try (LocalTrainer trainer = new LocalTrainer(model)) {
            return trainer.update(
                    parameters,
                    local,
                    data,
                    streams.source("lots of " + name, task.round(), task.attempt(), charges),
                    streams.source("record noise of " + name, task.round(), task.attempt(), charges));
        }
    }

    /** The update as it goes into the sum. */
    public static float[] clipped(float[] update, double bound) {
        return new ClipToBound(update, bound).update;
    }
}
