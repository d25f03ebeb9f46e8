package io.abacusdp.cli.output;

import org.jspecify.annotations.Nullable;

/** Something that was asked as it should be, and is refused all the same. */
public final class RefusedRequestException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public RefusedRequestException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
