package io.abacusdp.cli.federated;

import io.abacusdp.cli.output.CommandFailures;
import io.abacusdp.cli.output.OutsideFailureException;

/** What is said of a run that could not go on, because a file could not be written or another server failed. */
final class InterruptedRun {
    private InterruptedRun() {}

    /** @param remedy what goes on with the run */
    static OutsideFailureException because(Exception failure, String remedy) {
        return new OutsideFailureException(
                "%s. Nothing that was recorded is lost: mend that, by making room if the disk is full, and %s goes on"
                        .formatted(CommandFailures.message(failure), remedy),
                failure);
    }
}
