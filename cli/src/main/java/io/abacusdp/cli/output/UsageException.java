package io.abacusdp.cli.output;

/** Flags that do not fit together, or input that cannot be read; the message names what was given and what is needed. */
public final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UsageException(String message) {
        super(message);
    }

    public UsageException(String message, Throwable cause) {
        super(message, cause);
    }
}
