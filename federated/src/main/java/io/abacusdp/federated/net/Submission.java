package io.abacusdp.federated.net;

import io.abacusdp.federated.net.v1.FederationGrpc;
import io.abacusdp.federated.net.v1.SubmitHeader;
import io.abacusdp.federated.net.v1.SubmitPart;
import io.abacusdp.federated.net.v1.SubmitResponse;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** One call that hands something in, chunk by chunk as fast as the connection takes them. */
final class Submission implements ClientResponseObserver<SubmitPart, SubmitResponse> {
    private final SubmitHeader header;
    private final byte[] content;
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile @Nullable Throwable failure;
    private volatile boolean answered;
    private @Nullable ClientCallStreamObserver<SubmitPart> call;
    private int offset = -1;

    private Submission(SubmitHeader header, byte[] content) {
        this.header = header;
        this.content = content;
    }

    /** Returns when the server has taken it. */
    static void send(FederationGrpc.FederationStub stub, SubmitHeader header, byte[] content)
            throws InterruptedException {
        Submission submission = new Submission(header, content);
        stub.submit(submission);
        try {
            submission.ended.await();
        } catch (InterruptedException e) {
            submission.cancel();
            throw e;
        }
        Throwable failed = submission.failure;
        if (failed != null) {
            throw Status.fromThrowable(failed).asRuntimeException();
        }
        if (!submission.answered) {
            throw new StatusRuntimeException(Status.INTERNAL.withDescription("the server ended without an answer"));
        }
    }

    @Override
    public void beforeStart(ClientCallStreamObserver<SubmitPart> stream) {
        call = stream;
        stream.setOnReadyHandler(() -> drain(stream));
    }

    /** Called by one thread at a time. */
    private void drain(ClientCallStreamObserver<SubmitPart> stream) {
        if (ended.getCount() == 0) {
            return;
        }
        while (stream.isReady() && offset < content.length) {
            if (offset < 0) {
                stream.onNext(SubmitPart.newBuilder().setHeader(header).build());
                offset = 0;
            } else {
                var chunk = Wire.chunk(content, offset);
                offset += chunk.getData().size();
                stream.onNext(SubmitPart.newBuilder().setChunk(chunk).build());
            }
            if (offset == content.length) {
                stream.onCompleted();
            }
        }
    }

    private void cancel() {
        ClientCallStreamObserver<SubmitPart> stream = call;
        if (stream != null) {
            stream.cancel("the client was interrupted", null);
        }
    }

    @Override
    public void onNext(SubmitResponse response) {
        answered = true;
    }

    @Override
    public void onError(Throwable failed) {
        failure = failed;
        ended.countDown();
    }

    @Override
    public void onCompleted() {
        ended.countDown();
    }
}
