package io.abacusdp.cli.option;

import io.abacusdp.cli.output.CommandFailures;
import io.abacusdp.training.data.InvalidDataException;
import java.io.IOException;
import picocli.CommandLine.Option;

/** Whether messages may tell values of private data. Without it they tell where, and what must be there. */
public final class PrivateValuesOption {
    @Option(
            names = CommandFailures.SHOW_PRIVATE_VALUES,
            description = {
                "Let messages about wrong data quote the private value that they are about. Without this they name",
                "file, row and column only, as logs are read by others."
            })
    private boolean shown;

    /** What went wrong with a file, for standard error. */
    public String message(IOException failure) {
        String message = CommandFailures.message(failure);
        if (failure instanceof InvalidDataException invalid && invalid.found().isPresent()) {
            return message
                    + (shown
                            ? "; found: '" + invalid.found().get() + "'"
                            : " (" + CommandFailures.SHOW_PRIVATE_VALUES + " tells what was found)");
        }
        return message;
    }
}
