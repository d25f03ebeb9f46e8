package io.abacusdp.federated.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.federated.enrol.Credentials;
import io.abacusdp.federated.net.v1.HelloRequest;
import io.abacusdp.federated.protocol.Assignment;
import io.abacusdp.federated.protocol.Coordinator;
import io.abacusdp.federated.protocol.RefusedAnswerException;
import io.abacusdp.federated.protocol.TaskId;
import io.abacusdp.storage.StrictJson;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who gets in, and as whom. */
class AccessTest {
    private static final TaskId TASK = new TaskId(1, 0, 0);
    private static final Duration LONG = Duration.ofSeconds(30);

    @TempDir
    private Path home;

    private final Mailboxes mailboxes = new Mailboxes("site-a", "site-b");
    private Site site;
    private CoordinatorServer server;

    @BeforeEach
    void serve() throws Exception {
        site = new Site(home.resolve("site"));
        server = site.serve(mailboxes);
    }

    @AfterEach
    void stop() {
        site.close();
    }

    @Test
    void clientOfAnotherFederation_isRefused_andRefusesTheServer() throws Exception {
        try (Site other = new Site(home.resolve("other"))) {
            Credentials stranger = other.enrol("site-a");
            assertThatThrownBy(() -> site.connect(server.port(), stranger))
                    .isInstanceOf(RefusedAnswerException.class)
                    .hasMessageContaining("no TLS connection");
        }
    }

    /** Trusts the right server, but shows a certificate that another federation issued for the same name. */
    @Test
    void certificateOfAnotherAuthority_isRefusedByTheServer() throws Exception {
        try (Site other = new Site(home.resolve("other"))) {
            Credentials stranger = other.enrol("site-a");
            ManagedChannel channel = NettyChannelBuilder.forAddress(Site.HOST, server.port())
                    .sslContext(GrpcSslContexts.forClient()
                            .keyManager(stream(stranger.certificatePem()), stream(stranger.tlsKeyPem()))
                            .trustManager(site.serverCredentials.federation())
                            .build())
                    .build();
            site.closing(channel::shutdownNow);
            assertRefusedByTls(channel);
        }
    }

    /** The same through a client as it is: it hears the server's alert, and does not ask again for an hour. */
    @Test
    void certificateThatTheServerRefuses_isFinalForTheClient() throws Exception {
        site.enrol("site-b");
        try (Site other = new Site(home.resolve("other"))) {
            other.enrol("site-a");
            Path mixed = home.resolve("other/site-a");
            ObjectNode enrolment = (ObjectNode) StrictJson.parse(Files.readString(mixed.resolve("enrolment.json")));
            JsonNode here = StrictJson.parse(Files.readString(home.resolve("site/site-b/enrolment.json")));
            enrolment.set("federation", here.get("federation"));
            enrolment.set("roster", here.get("roster"));
            Files.writeString(mixed.resolve("enrolment.json"), enrolment.toString());
            Credentials stranger = Credentials.open(mixed);
            assertThatThrownBy(() -> site.connect(server.port(), stranger))
                    .isInstanceOf(RefusedAnswerException.class)
                    .hasMessageContaining("no TLS connection");
        }
    }

    @Test
    void clientWithoutCertificate_isRefused() throws Exception {
        ManagedChannel channel = NettyChannelBuilder.forAddress(Site.HOST, server.port())
                .sslContext(GrpcSslContexts.forClient()
                        .trustManager(site.serverCredentials.federation())
                        .build())
                .build();
        site.closing(channel::shutdownNow);
        assertRefusedByTls(channel);
        ManagedChannel plain = NettyChannelBuilder.forAddress(Site.HOST, server.port())
                .usePlaintext()
                .build();
        site.closing(plain::shutdownNow);
        assertRefusedByTls(plain);
    }

    private void assertRefusedByTls(ManagedChannel channel) {
        assertThatThrownBy(() -> hello(channel))
                .isInstanceOfSatisfying(
                        StatusRuntimeException.class,
                        e -> assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE));
        assertThat(server.calls()).isZero();
    }

    /** A certificate of a server is for servers. */
    @Test
    void server_asAClient_isRefused() {
        assertRefusedByTls(site.channel(server.port(), site.serverCredentials));
    }

    /** The name is the certificate's: there is no way to say another. */
    @Test
    void otherClientsTasks_areOutOfReach() throws Exception {
        mailboxes.post("site-b", TASK, new byte[] {1});
        Credentials a = site.enrol("site-a");
        RemoteCoordinator remote = site.connect(server.port(), a);
        assertThatThrownBy(() -> remote.next("site-b", LONG)).hasMessageContaining("is that of site-a, not of site-b");
        assertThatThrownBy(() -> remote.submit("site-a", TASK, new byte[] {2}))
                .isInstanceOf(RefusedAnswerException.class)
                .hasMessage("task 0 is not site-a's");
        assertThat(mailboxes.log()).isEmpty();
    }

    @Test
    void revokedClient_isRefusedOnAnOpenConnection() throws Exception {
        mailboxes.post("site-a", TASK, new byte[] {1});
        RemoteCoordinator remote = site.connect(server.port(), site.enrol("site-a"));
        assertThat(remote.next("site-a", LONG)).isNotNull();
        site.federation.revoke("site-a");
        assertThatThrownBy(() -> remote.submit("site-a", TASK, new byte[] {2}))
                .isInstanceOf(RefusedAnswerException.class)
                .hasMessageContaining("not on the roster");
        assertThat(mailboxes.log()).isEmpty();
    }

    /** Issued long ago for thirty days: TLS itself refuses it, on both sides. */
    @Test
    void expiredCertificate_isRefused() throws Exception {
        Clock past = Clock.fixed(Instant.now().minus(Duration.ofDays(60)), ZoneOffset.UTC);
        try (Site old = new Site(home.resolve("old"), past)) {
            CoordinatorServer expired = old.serve(mailboxes);
            Credentials client = old.enrol("site-a");
            assertThatThrownBy(() -> old.connect(expired.port(), client)).hasMessageContaining("no TLS connection");
            ManagedChannel trusting = NettyChannelBuilder.forAddress(Site.HOST, expired.port())
                    .sslContext(GrpcSslContexts.forClient()
                            .keyManager(stream(client.certificatePem()), stream(client.tlsKeyPem()))
                            .trustManager(InsecureTrustManagerFactory.INSTANCE)
                            .build())
                    .build();
            old.closing(trusting::shutdownNow);
            assertThatThrownBy(() -> hello(trusting)).isInstanceOf(StatusRuntimeException.class);
        }
    }

    /** A connection that was made in time does not outlive the certificate. */
    @Test
    void certificateThatExpiresWhileConnected_isRefused() throws Exception {
        Clock future = Clock.offset(Clock.systemUTC(), Duration.ofDays(31));
        CoordinatorServer later = site.serve(mailboxes, ServerLimits.standard(), future, UnaryOperator.identity());
        Credentials client = site.enrol("site-a");
        assertThatThrownBy(() -> hello(site.channel(later.port(), client)))
                .isInstanceOfSatisfying(
                        StatusRuntimeException.class,
                        e -> assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.UNAUTHENTICATED));
    }

    /** A client that connects under a name that the server's certificate does not have. */
    @Test
    void server_underAnotherName_isRefused() throws Exception {
        Credentials client = site.enrol("site-a");
        CoordinatorServer elsewhere = site.closing(CoordinatorServer.start(
                mailboxes,
                new InetSocketAddress("127.0.0.2", 0),
                Site.RUN,
                site.serverCredentials,
                site.roster(),
                ServerLimits.standard(),
                Clock.systemUTC()));
        assertThatThrownBy(() -> RemoteCoordinator.connect("127.0.0.2", elsewhere.port(), client, Site.PATIENT))
                .isInstanceOf(RefusedAnswerException.class)
                .hasMessageContaining("no TLS connection");
    }

    @Test
    void newerRoster_isTakenWithTheNextTask() throws Exception {
        Credentials a = site.enrol("site-a");
        RemoteCoordinator remote = site.connect(server.port(), a);
        long before = a.roster().version();
        site.enrol("site-b");
        mailboxes.post("site-a", TASK, new byte[] {1});
        remote.next("site-a", LONG);
        assertThat(a.roster().version()).isEqualTo(before + 1);
        assertThat(a.roster().member("site-b")).isPresent();
    }

    /** The server's own failures say nothing of what it does. */
    @Test
    void failureOfTheServer_revealsNothing() throws Exception {
        Credentials a = site.enrol("site-a");
        CoordinatorServer failing = site.serve(new Coordinator() {
            @Override
            public Assignment next(String client, Duration wait) {
                throw new IllegalStateException("secret of the server");
            }

            @Override
            public void submit(String client, TaskId task, byte[] content) {
                throw new IllegalArgumentException("secret of the server");
            }
        });
        ClientLimits hasty = new ClientLimits(
                1000, LONG, new Reconnection(Duration.ofMillis(1), Duration.ofMillis(1), Duration.ZERO));
        RemoteCoordinator remote = site.connect(failing.port(), a, hasty);
        assertThatThrownBy(() -> remote.next("site-a", LONG))
                .isInstanceOf(ServerUnreachableException.class)
                .hasMessageContaining("its log says why")
                .hasMessageNotContaining("secret");
        assertThatThrownBy(() -> remote.submit("site-a", TASK, new byte[1]))
                .isInstanceOf(ServerUnreachableException.class)
                .hasMessageNotContaining("secret");
    }

    private static InputStream stream(String pem) {
        return new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII));
    }

    private static void hello(ManagedChannel channel) {
        Site.blocking(channel).hello(HelloRequest.newBuilder().setProtocol(1).build());
    }
}
