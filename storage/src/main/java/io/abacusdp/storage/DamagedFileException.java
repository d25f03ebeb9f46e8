package io.abacusdp.storage;

import java.io.IOException;

/** A run's files do not hold together, so that what was spent, or the model, is not known for certain. */
public final class DamagedFileException extends IOException {
    private static final long serialVersionUID = 1L;

    public DamagedFileException(String message) {
        super(message);
    }

    public DamagedFileException(String message, Throwable cause) {
        super(message, cause);
    }
}
