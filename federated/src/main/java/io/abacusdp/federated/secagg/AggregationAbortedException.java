package io.abacusdp.federated.secagg;

/** The attempt is over without a sum. Nothing about any vector is known; a new attempt takes a new session. */
public final class AggregationAbortedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Phase phase;

    AggregationAbortedException(Phase phase, String reason) {
        super("aborted after " + phase + ": " + reason);
        this.phase = phase;
    }

    /** The phase that could not be closed. */
    public Phase phase() {
        return phase;
    }
}
