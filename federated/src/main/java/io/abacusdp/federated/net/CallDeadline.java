package io.abacusdp.federated.net;

import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.ServerStreamTracer;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A deadline for every call, whatever its client says. A call that is closed in order would still wait for a client that does not
 * read; one whose context runs out is cut off by gRPC itself. The way to a call's context leads over a tracer.
 */
final class CallDeadline extends ServerStreamTracer.Factory {
    private final Duration longest;
    private final ScheduledExecutorService timer;

    CallDeadline(Duration longest, ScheduledExecutorService timer) {
        this.longest = longest;
        this.timer = timer;
    }

    @Override
    public ServerStreamTracer newServerStreamTracer(String method, Metadata headers) {
        return new ServerStreamTracer() {
            @Override
            public Context filterContext(Context context) {
                return context.withDeadlineAfter(longest.toNanos(), TimeUnit.NANOSECONDS, timer);
            }
        };
    }
}
