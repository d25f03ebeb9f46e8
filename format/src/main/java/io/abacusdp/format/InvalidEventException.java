package io.abacusdp.format;

import io.abacusdp.storage.InvalidJsonException;

/** JSON that is not an event, or an event that has no JSON: where in the JSON, and why. */
public final class InvalidEventException extends InvalidJsonException {
    private static final long serialVersionUID = 1L;

    InvalidEventException(String path, String problem) {
        super(path, problem);
    }

    InvalidEventException(String path, String problem, Throwable cause) {
        super(path, problem, cause);
    }
}
