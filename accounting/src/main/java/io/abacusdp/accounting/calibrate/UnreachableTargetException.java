package io.abacusdp.accounting.calibrate;

/** No value in the searched range meets the target; the message says what would be possible. */
public final class UnreachableTargetException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnreachableTargetException(String message) {
        super(message);
    }
}
