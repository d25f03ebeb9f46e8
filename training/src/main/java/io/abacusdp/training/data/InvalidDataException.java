package io.abacusdp.training.data;

import java.io.IOException;
import java.util.Optional;

/**
 * A file of data is not what its format or its schema says. The message names the file, the place and what must be there, and so
 * may go into any log; what was found there is private and kept apart from it.
 */
public final class InvalidDataException extends IOException {
    private static final long serialVersionUID = 1L;

    /** A message is for people, who need no more of a long value. */
    private static final int MAX_FOUND = 200;

    private final String found;

    InvalidDataException(String message) {
        this(message, "");
    }

    /** @param found the private value that is not as it must be; empty if there is none to tell */
    InvalidDataException(String message, String found) {
        super(message);
        this.found = found;
    }

    InvalidDataException(String message, Throwable cause) {
        super(message, cause);
        this.found = "";
    }

    /** The private value that was found, for who may see it: its beginning if it is long, without control characters. */
    public Optional<String> found() {
        if (found.isEmpty()) {
            return Optional.empty();
        }
        String shown = found.length() <= MAX_FOUND ? found : found.substring(0, MAX_FOUND) + "...";
        return Optional.of(shown.replaceAll("\\p{Cntrl}", "\uFFFD"));
    }
}
