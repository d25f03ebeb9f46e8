package io.abacusdp.federated.secagg;

/** A message was refused, and changed nothing, unless {@link AggregationClient} says that it ended the session. */
public final class RefusedMessageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Refusal refusal;

    RefusedMessageException(Refusal refusal, String reason) {
        super(refusal + ": " + reason);
        this.refusal = refusal;
    }

    RefusedMessageException(Refusal refusal, String reason, Throwable cause) {
        super(refusal + ": " + reason, cause);
        this.refusal = refusal;
    }

    public Refusal refusal() {
        return refusal;
    }
}
