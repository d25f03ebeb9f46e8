package io.abacusdp.cli;

/** Flags that do not fit together, or input that cannot be read; the message names what was given and what is needed. */
final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UsageException(String message) {
        super(message);
    }

    UsageException(String message, Throwable cause) {
        super(message, cause);
    }
}
