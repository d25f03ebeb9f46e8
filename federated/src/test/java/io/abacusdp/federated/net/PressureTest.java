package io.abacusdp.federated.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.federated.enrol.Credentials;
import io.abacusdp.federated.net.v1.FederationGrpc;
import io.abacusdp.federated.net.v1.NextPart;
import io.abacusdp.federated.net.v1.NextRequest;
import io.abacusdp.federated.protocol.Assignment;
import io.abacusdp.federated.protocol.TaskId;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class PressureTest {
    private static final TaskId TASK = new TaskId(1, 0, 0);

    /**
     * Bytes that a connection holds at most beyond what was read: a window of four chunks, the 32 KiB below which a stream takes
     * more, and the chunk that it took last, with room for framing.
     */
    private static final long HELD = 6L * Wire.CHUNK;

    @TempDir
    private Path home;

    /** Of 32 MiB, a reader that stops after the first message makes the server hand over no more than the windows hold. */
    @Test
    void slowReader_stopsTheServer_andGetsAllWhenItReads() throws Exception {
        Mailboxes mailboxes = new Mailboxes("site-a");
        byte[] content = CoordinatorContract.bytes(32 << 20, 3);
        mailboxes.post("site-a", TASK, content);
        AtomicLong handedOver = new AtomicLong();
        ServerStreamTracer.Factory counting = new ServerStreamTracer.Factory() {
            @Override
            public ServerStreamTracer newServerStreamTracer(String method, Metadata headers) {
                return new ServerStreamTracer() {
                    @Override
                    public void outboundUncompressedSize(long bytes) {
                        handedOver.addAndGet(bytes);
                    }
                };
            }
        };
        try (Site site = new Site(home)) {
            Credentials client = site.enrol("site-a");
            CoordinatorServer server = site.serve(
                    mailboxes, ServerLimits.standard(), Clock.systemUTC(), b -> b.addStreamTracerFactory(counting));
            ClientCall<NextRequest, NextPart> call =
                    site.channel(server.port(), client).newCall(FederationGrpc.getNextMethod(), CallOptions.DEFAULT);
            Semaphore arrived = new Semaphore(0);
            CompletableFuture<Status> end = new CompletableFuture<>();
            List<NextPart> parts = new ArrayList<>();
            call.start(
                    new ClientCall.Listener<>() {
                        @Override
                        public void onMessage(NextPart part) {
                            parts.add(part);
                            arrived.release();
                        }

                        @Override
                        public void onClose(Status status, Metadata trailers) {
                            end.complete(status);
                        }
                    },
                    new Metadata());
            call.request(1);
            call.sendMessage(NextRequest.newBuilder().setRun(Site.RUN).build());
            call.halfClose();
            arrived.acquire();
            long before = -1;
            while (handedOver.get() != before) {
                before = handedOver.get();
                Thread.sleep(200);
            }
            assertThat(before).isBetween(1L, HELD);
            assertThat(server.calls()).isEqualTo(1);
            call.request(Integer.MAX_VALUE);
            assertThat(end.get().isOk()).isTrue();
            Assembly assembly = new Assembly(parts.get(0).getWork().getContent(), content.length);
            parts.subList(1, parts.size()).forEach(part -> assembly.add(part.getChunk()));
            assertThat(assembly.finish()).isEqualTo(content);
            HostileCallsTest.await(() -> server.calls() == 0);
        }
    }

    /** A reader that stops for good is given up. */
    @Test
    void readerThatNeverReads_isGivenUp() throws Exception {
        Mailboxes mailboxes = new Mailboxes("site-a");
        mailboxes.post("site-a", TASK, new byte[8 << 20]);
        try (Site site = new Site(home)) {
            CoordinatorServer server = site.serve(
                    mailboxes, new ServerLimits(8 << 20, 8 << 20, 10, Duration.ofMillis(1), Duration.ofMillis(300)));
            ClientCall<NextRequest, NextPart> call = site.channel(server.port(), site.enrol("site-a"))
                    .newCall(FederationGrpc.getNextMethod(), CallOptions.DEFAULT);
            Semaphore arrived = new Semaphore(0);
            CompletableFuture<Status> end = new CompletableFuture<>();
            call.start(
                    new ClientCall.Listener<>() {
                        @Override
                        public void onMessage(NextPart part) {
                            arrived.release();
                        }

                        @Override
                        public void onClose(Status status, Metadata trailers) {
                            end.complete(status);
                        }
                    },
                    new Metadata());
            call.request(1);
            call.sendMessage(NextRequest.newBuilder().setRun(Site.RUN).build());
            call.halfClose();
            arrived.acquire();
            HostileCallsTest.await(() -> server.calls() == 0);
            call.request(Integer.MAX_VALUE);
            assertThat(end.get().getCode()).isEqualTo(Status.Code.CANCELLED);
        }
    }

    /** Many clients at once, over more calls than the server takes: each hands in what it was given, three times. */
    @Test
    void hundredClients_atOnce_allGetTheirOwn() throws Exception {
        int count = 100;
        String[] names = IntStream.range(0, count).mapToObj(i -> "site-" + i).toArray(String[]::new);
        Mailboxes mailboxes = new Mailboxes(names);
        for (String name : names) {
            for (int step = 0; step < 3; step++) {
                mailboxes.post(
                        name, new TaskId(1, 0, step), CoordinatorContract.bytes(30_000, (name + step).hashCode()));
            }
        }
        try (Site site = new Site(home)) {
            CoordinatorServer server = site.serve(
                    mailboxes, new ServerLimits(1 << 20, 2 << 20, 40, Duration.ofSeconds(2), Duration.ofSeconds(60)));
            List<Credentials> clients = new ArrayList<>();
            for (String name : names) {
                clients.add(site.enrol(name));
            }
            List<Thread> threads = clients.stream()
                    .map(each -> new Thread(() -> workThrough(server.port(), each)))
                    .toList();
            threads.forEach(Thread::start);
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(mailboxes.log()).hasSize(3 * count);
            for (String name : names) {
                for (int step = 0; step < 3; step++) {
                    assertThat(mailboxes.handedIn(name, new TaskId(1, 0, step)))
                            .isEqualTo(CoordinatorContract.bytes(30_000, (name + step).hashCode()));
                }
            }
            HostileCallsTest.await(() -> server.calls() == 0);
            assertThat(server.bytes()).isZero();
        }
    }

    private static void workThrough(int port, Credentials client) {
        try (RemoteCoordinator remote = RemoteCoordinator.connect(Site.HOST, port, client, Site.PATIENT)) {
            for (int step = 0; step < 3; step++) {
                Assignment.Work work = (Assignment.Work) remote.next(client.name(), Duration.ofSeconds(5));
                remote.submit(client.name(), work.id(), work.content());
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
