package io.abacusdp.training.trainer;

import java.io.IOException;
import java.nio.file.Path;

/** Writes what is to be published of a run that is over. */
@FunctionalInterface
public interface TrainingPublication {
    /**
     * Writes files into an empty folder, which takes its place when this has returned. Whatever is written may be published.
     *
     * @param result of which the model and the record may be published
     */
    void writeTo(Path folder, TrainingResult result) throws IOException;
}
