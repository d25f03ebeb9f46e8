package io.abacusdp.federated.net;

import io.abacusdp.federated.protocol.RefusedAnswerException;
import io.grpc.Status;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a client is told when a call fails: the reason of a refusal, and of anything else nothing. */
final class FailureStatus {
    static final Status BUSY = Status.RESOURCE_EXHAUSTED.withDescription("too much is under way; ask again later");

    private static final Logger LOG = LoggerFactory.getLogger(FailureStatus.class);

    private FailureStatus() {}

    static Status of(Exception failure) {
        if (failure instanceof RefusedAnswerException) {
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
