package io.abacusdp.training.checkpoint;

import java.io.IOException;

/** A run's files do not hold together, so that what was spent, or the model, is not known for certain. */
public final class DamagedRunException extends IOException {
    private static final long serialVersionUID = 1L;

    public DamagedRunException(String message) {
        super(message);
    }

    public DamagedRunException(String message, Throwable cause) {
        super(message, cause);
    }
}
