package io.abacusdp.storage;

import java.io.IOException;

/** A file holds what its format does not allow; the message says what. */
final class InvalidContentsException extends IOException {
    private static final long serialVersionUID = 1L;

    InvalidContentsException(String message) {
        super(message);
    }

    InvalidContentsException(String message, Throwable cause) {
        super(message, cause);
    }
}
