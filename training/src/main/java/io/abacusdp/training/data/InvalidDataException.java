package io.abacusdp.training.data;

import java.io.IOException;

/** A file of data is not what its format or its schema says; the message names the file, the place and what was found. */
public final class InvalidDataException extends IOException {
    private static final long serialVersionUID = 1L;

    InvalidDataException(String message) {
        super(message);
    }

    InvalidDataException(String message, Throwable cause) {
        super(message, cause);
    }
}
