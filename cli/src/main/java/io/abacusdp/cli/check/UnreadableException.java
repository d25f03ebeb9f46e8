package io.abacusdp.cli.check;

/** A file that cannot be judged. The message says why, to be read after the file's name. */
final class UnreadableException extends Exception {
    private static final long serialVersionUID = 1L;

    UnreadableException(String message) {
        super(message);
    }

    UnreadableException(String message, Throwable cause) {
        super(message, cause);
    }
}
