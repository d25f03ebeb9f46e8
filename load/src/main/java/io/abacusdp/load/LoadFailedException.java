package io.abacusdp.load;

import org.jspecify.annotations.Nullable;

/** A measurement did not come about: a server, the disk or a program that it needs failed. */
public final class LoadFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public LoadFailedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
