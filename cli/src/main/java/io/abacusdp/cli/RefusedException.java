package io.abacusdp.cli;

import org.jspecify.annotations.Nullable;

/** Something that was asked as it should be, and is refused all the same. */
final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RefusedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
