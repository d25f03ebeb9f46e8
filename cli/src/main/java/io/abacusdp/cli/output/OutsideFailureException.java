package io.abacusdp.cli.output;

import org.jspecify.annotations.Nullable;

/** Something outside of the program failed, such as a server that does not answer. */
public final class OutsideFailureException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public OutsideFailureException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
