package io.abacusdp.federated.net;

import io.abacusdp.federated.protocol.RefusedException;
import io.grpc.Status;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a client is told when a call fails: the reason of a refusal, and of anything else nothing. */
final class Failures {
    static final Status BUSY = Status.RESOURCE_EXHAUSTED.withDescription("too much is under way; ask again later");

    private static final Logger LOG = LoggerFactory.getLogger(Failures.class);

    private Failures() {}

    static Status of(Exception failure) {
        if (failure instanceof RefusedException) {
            return refused(String.valueOf(failure.getMessage()));
        }
        if (failure instanceof MalformedContentException) {
            return Status.INVALID_ARGUMENT.withDescription(failure.getMessage());
        }
        if (failure instanceof InterruptedException) {
            return Status.ABORTED.withDescription("the call was ended by a newer one, or the server stops");
        }
        LOG.error("A call failed", failure);
        return Status.INTERNAL.withDescription("the server failed; its log says why");
    }

    static Status refused(String reason) {
        return Status.FAILED_PRECONDITION.withDescription(Wire.reason(reason));
    }
}
