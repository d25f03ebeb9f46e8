package io.abacusdp.federated.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.abacusdp.federated.enrol.Credentials;
import io.abacusdp.federated.protocol.Assignment;
import io.abacusdp.federated.protocol.Coordinator;
import io.abacusdp.federated.protocol.RefusedAnswerException;
import io.abacusdp.federated.protocol.TaskId;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections that break and servers that go away: the client asks again, and everything happens once. */
@Tag("slow")
class ReconnectTest {
    private static final TaskId TASK = new TaskId(1, 0, 0);
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final byte[] CONTENT = CoordinatorContract.bytes(1_000_000, 1);

    @TempDir
    private Path home;

    private final Mailboxes mailboxes = new Mailboxes("site-a");
    private Site site;
    private Credentials client;

    @BeforeEach
    void enrol() throws Exception {
        site = new Site(home);
        client = site.enrol("site-a");
    }

    @AfterEach
    void stop() {
        site.close();
    }

    private Proxy proxy(CoordinatorServer server) throws Exception {
        return site.closing(new Proxy(server.port()));
    }

    /** The first server is gone before the task is there; the second has what the first had. */
    @Test
    void longPoll_overARestartOfTheServer_getsTheTask() throws Exception {
        CoordinatorServer first = site.serve(mailboxes);
        Proxy proxy = proxy(first);
        RemoteCoordinator remote = site.connect(proxy.port(), client);
        CompletableFuture<Assignment> answer = async(() -> remote.next("site-a", LONG));
        HostileCallsTest.await(() -> mailboxes.waiting() == 1);
        first.close();
        assertThat(mailboxes.waiting()).isZero();
        CoordinatorServer second = site.serve(mailboxes);
        proxy.leadTo(second.port());
        HostileCallsTest.await(() -> mailboxes.waiting() == 1);
        mailboxes.post("site-a", TASK, CONTENT);
        assertThat(((Assignment.Work) answer.get()).content()).isEqualTo(CONTENT);
    }

    /** The client's connection breaks while it waits: the server stops waiting for it, and the next call is answered. */
    @Test
    void longPoll_whoseConnectionBreaks_endsAtTheServer() throws Exception {
        Proxy proxy = proxy(site.serve(mailboxes));
        RemoteCoordinator remote = site.connect(proxy.port(), client);
        CompletableFuture<Assignment> answer = async(() -> remote.next("site-a", LONG));
        HostileCallsTest.await(() -> mailboxes.waiting() == 1);
        int before = proxy.accepted();
        proxy.cut();
        HostileCallsTest.await(() -> proxy.accepted() > before && mailboxes.waiting() == 1);
        mailboxes.finish("done");
        assertThat(answer.get()).isEqualTo(new Assignment.Finished("done"));
    }

    /** Of a million bytes of a task, so many arrive at first. */
    @ParameterizedTest
    @ValueSource(ints = {0, 70_000, 300_000, 900_000})
    void task_cutOnItsWay_comesWhole(int bytes) throws Exception {
        Proxy proxy = proxy(site.serve(mailboxes));
        RemoteCoordinator remote = site.connect(proxy.port(), client);
        mailboxes.post("site-a", TASK, CONTENT);
        proxy.cutAfter(Long.MAX_VALUE / 2, bytes);
        assertThat(((Assignment.Work) remote.next("site-a", LONG)).content()).isEqualTo(CONTENT);
        assertThat(proxy.accepted()).isGreaterThan(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 70_000, 300_000, 900_000})
    void submission_cutOnItsWay_arrivesOnce(int bytes) throws Exception {
        Proxy proxy = proxy(site.serve(mailboxes));
        RemoteCoordinator remote = site.connect(proxy.port(), client);
        mailboxes.post("site-a", TASK, new byte[1]);
        proxy.cutAfter(bytes, Long.MAX_VALUE / 2);
        remote.submit("site-a", TASK, CONTENT);
        assertThat(mailboxes.handedIn("site-a", TASK)).isEqualTo(CONTENT);
        assertThat(mailboxes.log()).containsExactly("site-a 0");
        assertThat(proxy.accepted()).isGreaterThan(1);
    }

    /** The server took it, and its answer was lost, with the server. */
    @Test
    void submission_whoseAnswerIsLost_isRepeatedAndCountsOnce() throws Exception {
        CountDownLatch taken = new CountDownLatch(1);
        CountDownLatch gone = new CountDownLatch(1);
        AtomicInteger submitted = new AtomicInteger();
        Coordinator slow = new Coordinator() {
            @Override
            public Assignment next(String name, Duration wait) throws InterruptedException {
                return mailboxes.next(name, wait);
            }

            @Override
            public void submit(String name, TaskId task, byte[] content) {
                mailboxes.submit(name, task, content);
                if (submitted.incrementAndGet() == 1) {
                    taken.countDown();
                    try {
                        gone.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                }
            }
        };
        Proxy proxy = proxy(site.serve(slow));
        CoordinatorServer second = site.serve(slow);
        RemoteCoordinator remote = site.connect(proxy.port(), client);
        mailboxes.post("site-a", TASK, new byte[1]);
        CompletableFuture<Boolean> done = async(() -> {
            remote.submit("site-a", TASK, CONTENT);
            return true;
        });
        taken.await();
        proxy.leadTo(second.port());
        proxy.cut();
        assertThat(done.get()).isTrue();
        gone.countDown();
        assertThat(submitted.get()).isEqualTo(2);
        assertThat(mailboxes.log()).containsExactly("site-a 0");
    }

    /** A proxy that accepts and never answers: the call ends by its deadline. */
    @Test
    void serverThatNeverAnswers_isGivenUpAfterDeadlineAndPatience() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Proxy proxy = proxy(site.serve(mailboxes));
            ClientLimits hasty = new ClientLimits(
                    1000,
                    Duration.ofMillis(300),
                    new Reconnection(Duration.ofMillis(1), Duration.ofMillis(2), Duration.ofMillis(10)));
            RemoteCoordinator remote = site.connect(proxy.port(), client, hasty);
            proxy.leadTo(silent.getLocalPort());
            proxy.cut();
            assertThatThrownBy(() -> remote.next("site-a", Duration.ofMillis(1)))
                    .isInstanceOf(ServerUnreachableException.class);
            assertThatThrownBy(() -> remote.submit("site-a", TASK, CONTENT))
                    .isInstanceOf(ServerUnreachableException.class);
        }
    }

    /** The coordinator takes longer than a call may: the client asks again, and is answered by the same. */
    @Test
    void submissionThatTakesTooLong_isRepeated() throws Exception {
        CountDownLatch second = new CountDownLatch(1);
        AtomicInteger calls = new AtomicInteger();
        Coordinator slow = new Coordinator() {
            @Override
            public Assignment next(String name, Duration wait) throws InterruptedException {
                return mailboxes.next(name, wait);
            }

            @Override
            public void submit(String name, TaskId task, byte[] content) {
                calls.incrementAndGet();
                try {
                    second.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                mailboxes.submit(name, task, content);
            }
        };
        CoordinatorServer server =
                site.serve(slow, new ServerLimits(1000, 10_000, 10, Duration.ofSeconds(5), Duration.ofMillis(200)));
        RemoteCoordinator remote = site.connect(server.port(), client);
        mailboxes.post("site-a", TASK, new byte[1]);
        CompletableFuture<Boolean> done = async(() -> {
            remote.submit("site-a", TASK, new byte[10]);
            return true;
        });
        // The first is still with the coordinator when the client, told that it took too long, asks again.
        HostileCallsTest.await(() -> server.calls() == 2);
        assertThat(calls.get()).isEqualTo(1);
        second.countDown();
        assertThat(done.get()).isTrue();
        assertThat(mailboxes.log()).containsExactly("site-a 0");
    }

    /** A connection that breaks while certificates are shown is no refusal: the client asks again. */
    @ParameterizedTest
    @ValueSource(ints = {0, 100, 600, 1100, 1500, 2000})
    void connectionThatBreaksInTheHandshake_isMadeAgain(int bytes) throws Exception {
        Proxy proxy = proxy(site.serve(mailboxes));
        proxy.cutAfter(bytes, bytes);
        assertThat(site.connect(proxy.port(), client).run()).isEqualTo(Site.RUN);
    }

    /** What a broken connection was seen to look like, and what a refused certificate does. */
    @Test
    void failureOfTls_isFinalOnlyIfACertificateIsRefused() {
        assertThat(Retries.isRefusedByTls(new SSLException(
                        "failure when writing TLS control frames", new IOException("Connection reset by peer"))))
                .isFalse();
        assertThat(Retries.isRefusedByTls(new SSLHandshakeException("Connection closed while SSL/TLS handshake")))
                .isFalse();
        assertThat(Retries.isRefusedByTls(null)).isFalse();
        assertThat(Retries.isRefusedByTls(new SSLHandshakeException("SSLV3_ALERT_CERTIFICATE_UNKNOWN")))
                .isTrue();
        assertThat(Retries.isRefusedByTls(new SSLException("handshake", new CertificateException("no path"))))
                .isTrue();
    }

    @Test
    void otherRunAfterARestart_isRefused() throws Exception {
        CoordinatorServer first = site.serve(mailboxes);
        Proxy proxy = proxy(first);
        RemoteCoordinator remote = site.connect(proxy.port(), client);
        assertThat(remote.run()).isEqualTo(Site.RUN);
        CoordinatorServer second = site.closing(CoordinatorServer.start(
                mailboxes,
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                "run-2",
                site.serverCredentials,
                site.roster(),
                ServerLimits.standard(),
                Clock.systemUTC()));
        proxy.leadTo(second.port());
        proxy.cut();
        assertThatThrownBy(() -> remote.next("site-a", LONG))
                .isInstanceOf(RefusedAnswerException.class)
                .hasMessageContaining("runs run-2, not run-1");
    }

    @Test
    void submission_whenInterrupted_throwsAndKeepsTheInterrupt() throws Exception {
        CoordinatorServer first = site.serve(mailboxes);
        RemoteCoordinator remote = site.connect(first.port(), client);
        first.close();
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> remote.submit("site-a", TASK, CONTENT)).isInstanceOf(ServerUnreachableException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    private interface Task<T> {
        T run() throws Exception;
    }

    private static <T> CompletableFuture<T> async(Task<T> task) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                result.complete(task.run());
            } catch (Exception e) {
                result.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return result;
    }
}
