package io.abacusdp.federated.net;

import io.abacusdp.federated.net.v1.Chunk;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import java.util.function.Function;

/**
 * An answer in parts. Parts are handed over only as far as the connection takes them, so that a slow reader costs no memory
 * besides the content, which is its owner's. Safe for use by several threads.
 */
final class Outgoing<T> {
    private final ServerCallStreamObserver<T> call;
    private final Function<Chunk, T> part;
    private byte[] content = new byte[0];
    private int offset;
    private boolean begun;
    private boolean closed;

    /** To be made before the method that serves the call returns. */
    Outgoing(ServerCallStreamObserver<T> call, Function<Chunk, T> part) {
        this.call = call;
        this.part = part;
        call.setOnReadyHandler(this::drain);
    }

    /** The whole answer is one message. */
    synchronized void send(T only) {
        send(only, new byte[0]);
    }

    synchronized void send(T header, byte[] following) {
        if (!closed) {
            call.onNext(header);
            content = following;
            begun = true;
            drain();
        }
    }

    synchronized void fail(Status status) {
        if (!closed) {
            closed = true;
            call.onError(status.asRuntimeException());
        }
    }

    private synchronized void drain() {
        if (!begun) {
            return;
        }
        while (!closed && offset < content.length && call.isReady()) {
            Chunk chunk = Wire.chunk(content, offset);
            offset += chunk.getData().size();
            call.onNext(part.apply(chunk));
        }
        if (!closed && offset == content.length) {
            closed = true;
            call.onCompleted();
        }
    }
}
