package io.abacusdp.federated.net;

import io.abacusdp.federated.enrol.Credentials;
import io.abacusdp.federated.enrol.EnrolmentRequest;
import io.abacusdp.federated.enrol.Federation;
import io.abacusdp.federated.enrol.RosterFile;
import io.abacusdp.federated.net.v1.FederationGrpc;
import io.abacusdp.federated.protocol.Coordinator;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** A federation with a server and clients, of real keys, certificates and sockets. */
final class Site implements AutoCloseable {
    static final String RUN = "run-1";
    static final String HOST = "localhost";

    /** So patient that what fails, fails by its own. */
    static final ClientLimits PATIENT = new ClientLimits(
            64 << 20,
            Duration.ofSeconds(60),
            new Reconnection(Duration.ofMillis(20), Duration.ofMillis(200), Duration.ofSeconds(60)));

    final Path home;
    final Clock clock;
    final Federation federation;
    final Credentials serverCredentials;
    private final List<AutoCloseable> open = new ArrayList<>();

    Site(Path home) throws IOException {
        this(home, Clock.systemUTC());
    }

    /** @param clock of the operator */
    Site(Path home, Clock clock) throws IOException {
        this.home = home;
        this.clock = clock;
        federation = Federation.openOrCreate(home.resolve("federation"), clock);
        Credentials.createServer(home.resolve("server"), "server", List.of(HOST, "127.0.0.1"));
        serverCredentials = join(home.resolve("server"));
    }

    Credentials enrol(String name) throws IOException {
        Credentials.createClient(home.resolve(name), name, 100);
        return join(home.resolve(name));
    }

    private Credentials join(Path own) throws IOException {
        Path enrolment = federation.enrol(EnrolmentRequest.read(own.resolve("request.json")), Duration.ofDays(30));
        Files.copy(enrolment, own.resolve("enrolment.json"));
        return Credentials.open(own);
    }

    RosterFile roster() throws IOException {
        return new RosterFile(home.resolve("federation"), serverCredentials.federation());
    }

    CoordinatorServer serve(Coordinator coordinator) throws IOException {
        return serve(coordinator, ServerLimits.standard());
    }

    CoordinatorServer serve(Coordinator coordinator, ServerLimits limits) throws IOException {
        return serve(coordinator, limits, Clock.systemUTC(), UnaryOperator.identity());
    }

    CoordinatorServer serve(
            Coordinator coordinator, ServerLimits limits, Clock now, UnaryOperator<NettyServerBuilder> adjust)
            throws IOException {
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        return closing(
                CoordinatorServer.start(coordinator, any, RUN, serverCredentials, roster(), limits, now, adjust));
    }

    RemoteCoordinator connect(int port, Credentials client) throws InterruptedException {
        return connect(port, client, PATIENT);
    }

    RemoteCoordinator connect(int port, Credentials client, ClientLimits limits) throws InterruptedException {
        return closing(RemoteCoordinator.connect(HOST, port, client, limits));
    }

    /**
     * A connection on which a test sends what it likes, with the window of our own clients: without it gRPC's grows by itself, the more
     * the later answers to pings come.
     */
    ManagedChannel channel(int port, Credentials client) {
        ManagedChannel channel = NettyChannelBuilder.forAddress(HOST, port)
                .sslContext(Tls.client(client))
                .flowControlWindow(4 * Wire.CHUNK)
                .disableRetry()
                .build();
        open.add(channel::shutdownNow);
        return channel;
    }

    static FederationGrpc.FederationBlockingStub blocking(ManagedChannel channel) {
        return FederationGrpc.newBlockingStub(channel).withDeadlineAfter(60, TimeUnit.SECONDS);
    }

    <T extends AutoCloseable> T closing(T resource) {
        open.add(0, resource);
        return resource;
    }

    @Override
    public void close() {
        open.forEach(Site::close);
        open.clear();
    }

    private static void close(AutoCloseable resource) {
        try {
            resource.close();
        } catch (Exception e) {
            throw new AssertionError("cannot be closed", e);
        }
    }
}
