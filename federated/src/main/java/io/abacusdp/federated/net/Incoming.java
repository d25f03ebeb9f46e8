package io.abacusdp.federated.net;

import io.abacusdp.federated.net.v1.SubmitHeader;
import io.abacusdp.federated.net.v1.SubmitPart;
import io.abacusdp.federated.net.v1.SubmitResponse;
import io.abacusdp.federated.protocol.TaskId;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import org.jspecify.annotations.Nullable;

/**
 * Something that is handed in. Parts are asked for one by one. Safe for use by several threads, of which one at a time brings
 * parts.
 */
final class Incoming implements StreamObserver<SubmitPart> {
    private final FederationService service;
    private final String client;
    private final ServerCallStreamObserver<SubmitResponse> call;
    private @Nullable TaskId task;
    private @Nullable Assembly assembly;
    private long taken;
    private boolean closed;

    Incoming(FederationService service, String client, ServerCallStreamObserver<SubmitResponse> call) {
        this.service = service;
        this.client = client;
        this.call = call;
    }

    @Override
    public synchronized void onNext(SubmitPart part) {
        if (closed) {
            return;
        }
        try {
            if (assembly == null) {
                begin(part);
            } else if (part.hasChunk()) {
                assembly.add(part.getChunk());
            } else {
                throw new MalformedContentException("after the header there must be chunks");
            }
            if (!closed) {
                call.request(1);
            }
        } catch (RuntimeException e) {
            fail(FailureStatus.of(e));
        }
    }

    private void begin(SubmitPart part) {
        if (!part.hasHeader()) {
            throw new MalformedContentException("the first part must be a header");
        }
        SubmitHeader header = part.getHeader();
        service.requireRun(header.getRun());
        TaskId said = FederationService.task(header.getTask());
        Assembly begun = new Assembly(header.getContent(), service.limits().content());
        if (!service.admission().take(header.getContent().getLength())) {
            fail(FailureStatus.BUSY);
            return;
        }
        taken = header.getContent().getLength();
        task = said;
        assembly = begun;
    }

    @Override
    public void onCompleted() {
        TaskId what;
        byte[] content;
        synchronized (this) {
            if (closed) {
                return;
            }
            try {
                if (task == null || assembly == null) {
                    throw new MalformedContentException("there was no header");
                }
                what = task;
                content = assembly.finish();
            } catch (RuntimeException e) {
                fail(FailureStatus.of(e));
                return;
            }
        }
        try {
            service.turns().submit(client, what, content);
            succeed();
        } catch (RuntimeException e) {
            fail(FailureStatus.of(e));
        }
    }

    @Override
    public synchronized void onError(Throwable cancelled) {
        closed = true;
    }

    synchronized void fail(Status status) {
        if (!closed) {
            closed = true;
            call.onError(status.asRuntimeException());
        }
    }

    /** To be called once, when nothing more can come. */
    synchronized void release() {
        closed = true;
        assembly = null;
        service.admission().giveBack(taken);
        taken = 0;
    }

    private synchronized void succeed() {
        if (!closed) {
            closed = true;
            call.onNext(SubmitResponse.getDefaultInstance());
            call.onCompleted();
        }
    }
}
