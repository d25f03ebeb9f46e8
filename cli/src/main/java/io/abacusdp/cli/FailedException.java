package io.abacusdp.cli;

import org.jspecify.annotations.Nullable;

/** Something outside of the program failed, such as a server that does not answer. */
final class FailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    FailedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
