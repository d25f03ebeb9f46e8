package io.abacusdp.training.step;

/** A run that cannot begin or cannot go on. What was charged stays charged; the message says how much. */
public final class TrainingStoppedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public TrainingStoppedException(String message) {
        super(message);
    }
}
