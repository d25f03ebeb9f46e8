package io.abacusdp.federated.net;

import io.abacusdp.federated.enrol.Credentials;
import io.abacusdp.federated.enrol.Roster;
import io.abacusdp.federated.protocol.Coordinator;
import io.grpc.Server;
import io.grpc.ServerInterceptors;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Serves a coordinator to the clients of a federation. */
public final class CoordinatorServer implements AutoCloseable {
    private static final Duration GRACE = Duration.ofSeconds(10);

    /** Connections of peers that vanished are found out after this time and as long again. */
    private static final long KEEP_ALIVE_SECONDS = 20;

    private static final int CALLS_OF_A_CONNECTION = 8;

    private final Server server;
    private final FederationService service;
    private final ExecutorService workers;
    private final ScheduledExecutorService timer;

    private CoordinatorServer(
            Server server, FederationService service, ExecutorService workers, ScheduledExecutorService timer) {
        this.server = server;
        this.service = service;
        this.workers = workers;
        this.timer = timer;
    }

    /**
     * Starts to serve.
     *
     * @param address port 0 for any
     * @param run names the run, also after a restart
     * @param roster who may call; asked at every call
     * @throws IOException if the address cannot be bound
     */
    public static CoordinatorServer start(
            Coordinator coordinator,
            InetSocketAddress address,
            String run,
            Credentials own,
            Supplier<Roster> roster,
            ServerLimits limits,
            Clock clock)
            throws IOException {
        return start(coordinator, address, run, own, roster, limits, clock, UnaryOperator.identity());
    }

    /** The same, with a look at how it is built. */
    static CoordinatorServer start(
            Coordinator coordinator,
            InetSocketAddress address,
            String run,
            Credentials own,
            Supplier<Roster> roster,
            ServerLimits limits,
            Clock clock,
            UnaryOperator<NettyServerBuilder> adjust)
            throws IOException {
        ExecutorService workers = Executors.newCachedThreadPool(daemons("federation-call"));
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(daemons("federation-timer"));
        FederationService service = new FederationService(coordinator, run, roster, limits);
        Server server = adjust.apply(NettyServerBuilder.forAddress(address)
                        .sslContext(Tls.server(own))
                        .executor(workers)
                        .maxInboundMessageSize(Wire.MESSAGE)
                        .maxConcurrentCallsPerConnection(CALLS_OF_A_CONNECTION)
                        .flowControlWindow(4 * Wire.CHUNK)
                        .keepAliveTime(KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
                        .permitKeepAliveTime(KEEP_ALIVE_SECONDS / 2, TimeUnit.SECONDS)
                        .handshakeTimeout(KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
                        .addStreamTracerFactory(
                                new CallDeadline(limits.longPoll().plus(limits.transfer()), timer))
                        .addService(ServerInterceptors.intercept(service, new Peers(roster, clock))))
                .build();
        try {
            server.start();
        } catch (IOException e) {
            workers.shutdown();
            timer.shutdown();
            throw e;
        }
        return new CoordinatorServer(server, service, workers, timer);
    }

    public int port() {
        return server.getPort();
    }

    /** Calls that are under way. */
    int calls() {
        return service.admission().calls();
    }

    /** Bytes of contents that are being received. */
    long bytes() {
        return service.admission().bytes();
    }

    /** Takes no more calls, ends waits, lets what is handed in be finished for some seconds, and stops. */
    @Override
    public void close() {
        server.shutdown();
        service.endWaits();
        try {
            if (!server.awaitTermination(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
                server.shutdownNow();
                server.awaitTermination(GRACE.toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            server.shutdownNow();
            Thread.currentThread().interrupt();
        } finally {
            workers.shutdown();
            timer.shutdownNow();
        }
    }

    private static ThreadFactory daemons(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        };
    }
}
