package io.abacusdp.federated.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.abacusdp.federated.net.v1.Chunk;
import io.abacusdp.federated.net.v1.ContentHeader;
import io.abacusdp.federated.net.v1.FederationGrpc;
import io.abacusdp.federated.net.v1.HelloRequest;
import io.abacusdp.federated.net.v1.NextRequest;
import io.abacusdp.federated.net.v1.SubmitHeader;
import io.abacusdp.federated.net.v1.SubmitPart;
import io.abacusdp.federated.net.v1.SubmitResponse;
import io.abacusdp.federated.protocol.TaskId;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An enrolled client that sends what no honest one would: refused, and nothing is changed. */
class HostileCallsTest {
    private static final TaskId TASK = new TaskId(1, 0, 0);
    private static final int MOST = 200_000;

    @TempDir
    private Path home;

    private final Mailboxes mailboxes = new Mailboxes("site-a");
    private Site site;
    private CoordinatorServer server;
    private ManagedChannel channel;

    @BeforeEach
    void serve() throws Exception {
        site = new Site(home);
        server = site.serve(
                mailboxes, new ServerLimits(MOST, 300_000, 10, Duration.ofSeconds(5), Duration.ofSeconds(30)));
        channel = site.channel(server.port(), site.enrol("site-a"));
        mailboxes.post("site-a", TASK, new byte[] {1});
    }

    @AfterEach
    void stop() {
        assertThat(mailboxes.log()).isEmpty();
        site.close();
    }

    private static SubmitPart header(byte[] content) {
        return header(Site.RUN, TASK, Wire.header(content));
    }

    private static SubmitPart header(String run, TaskId task, ContentHeader content) {
        return SubmitPart.newBuilder()
                .setHeader(SubmitHeader.newBuilder()
                        .setRun(run)
                        .setTask(Wire.encode(task))
                        .setContent(content))
                .build();
    }

    private static SubmitPart chunk(long offset, byte[] data) {
        return SubmitPart.newBuilder()
                .setChunk(Chunk.newBuilder().setOffset(offset).setData(ByteString.copyFrom(data)))
                .build();
    }

    private static byte[] bytes(int length) {
        return CoordinatorContract.bytes(length, length);
    }

    /** Returns when the refused call is no longer counted, which is after the client has its answer. */
    private void assertRefused(Status.Code code, String reason, SubmitPart... parts) throws Exception {
        int callsBefore = server.calls();
        CompletableFuture<SubmitResponse> answer = new CompletableFuture<>();
        StreamObserver<SubmitPart> call = FederationGrpc.newStub(channel)
                .withDeadlineAfter(60, TimeUnit.SECONDS)
                .submit(observer(answer));
        List.of(parts).forEach(call::onNext);
        call.onCompleted();
        assertThatThrownBy(() -> answer.get())
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOfSatisfying(StatusRuntimeException.class, e -> {
                    assertThat(e.getStatus().getCode()).isEqualTo(code);
                    assertThat(e.getStatus().getDescription()).contains(reason);
                });
        await(() -> server.calls() == callsBefore);
    }

    static StreamObserver<SubmitResponse> observer(CompletableFuture<SubmitResponse> answer) {
        return new StreamObserver<>() {
            @Override
            public void onNext(SubmitResponse response) {
                answer.complete(response);
            }

            @Override
            public void onError(Throwable failure) {
                answer.completeExceptionally(failure);
            }

            @Override
            public void onCompleted() {}
        };
    }

    @Test
    void contentBeyondTheLimit_isRefusedByItsHeader() throws Exception {
        for (long length : new long[] {MOST + 1, 1L << 40, -1, Long.MIN_VALUE}) {
            ContentHeader lie =
                    Wire.header(new byte[1]).toBuilder().setLength(length).build();
            assertRefused(Status.Code.INVALID_ARGUMENT, "at most 200000 bytes", header(Site.RUN, TASK, lie));
        }
        assertThat(server.bytes()).isZero();
    }

    @Test
    void messageBeyondTheLimit_isRefusedBeforeItIsRead() throws Exception {
        assertRefused(Status.Code.RESOURCE_EXHAUSTED, "", header(bytes(100_000)), chunk(0, bytes(100_000)));
    }

    @Test
    void chunkThatIsTooLongOrEmpty_isRefused() throws Exception {
        byte[] content = bytes(100_000);
        assertRefused(
                Status.Code.INVALID_ARGUMENT, "1 to 65536 bytes", header(content), chunk(0, bytes(Wire.CHUNK + 1)));
        assertRefused(Status.Code.INVALID_ARGUMENT, "1 to 65536 bytes", header(content), chunk(0, new byte[0]));
    }

    @Test
    void truncatedContent_isRefused() throws Exception {
        assertRefused(Status.Code.INVALID_ARGUMENT, "ends after 60 of 100", header(bytes(100)), chunk(0, bytes(60)));
        assertRefused(Status.Code.INVALID_ARGUMENT, "ends after 0 of 100", header(bytes(100)));
        assertRefused(Status.Code.INVALID_ARGUMENT, "there was no header");
    }

    @Test
    void contentThatIsLongerThanSaid_isRefused() throws Exception {
        assertRefused(Status.Code.INVALID_ARGUMENT, "more bytes came", header(bytes(100)), chunk(0, bytes(101)));
    }

    @Test
    void chunksOutOfOrderOrTwice_areRefused() throws Exception {
        byte[] content = bytes(100);
        byte[] half = bytes(50);
        assertRefused(
                Status.Code.INVALID_ARGUMENT, "must be at 0, got 50", header(content), chunk(50, half), chunk(0, half));
        assertRefused(
                Status.Code.INVALID_ARGUMENT, "must be at 50, got 0", header(content), chunk(0, half), chunk(0, half));
    }

    @Test
    void contentOfAnotherDigest_isRefused() throws Exception {
        byte[] other = bytes(100);
        other[99] ^= 1;
        assertRefused(Status.Code.INVALID_ARGUMENT, "SHA-256 that was said", header(bytes(100)), chunk(0, other));
        ContentHeader none = ContentHeader.newBuilder().setLength(1).build();
        assertRefused(Status.Code.INVALID_ARGUMENT, "SHA-256 of 32 bytes", header(Site.RUN, TASK, none));
    }

    @Test
    void partsInAWrongPlace_areRefused() throws Exception {
        assertRefused(Status.Code.INVALID_ARGUMENT, "must be a header", chunk(0, bytes(1)));
        assertRefused(Status.Code.INVALID_ARGUMENT, "must be a header", SubmitPart.getDefaultInstance());
        assertRefused(Status.Code.INVALID_ARGUMENT, "there must be chunks", header(bytes(100)), header(bytes(100)));
    }

    @Test
    void taskThatCannotBe_isRefused() throws Exception {
        SubmitHeader.Builder header = SubmitHeader.newBuilder()
                .setRun(Site.RUN)
                .setContent(Wire.header(bytes(1)))
                .setTask(io.abacusdp.federated.net.v1.TaskId.newBuilder().setRound(-1));
        assertRefused(
                Status.Code.INVALID_ARGUMENT,
                "no such task",
                SubmitPart.newBuilder().setHeader(header).build());
        assertThat(server.bytes()).isZero();
    }

    @Test
    void otherRunOrProtocol_isRefusedByName() throws Exception {
        assertRefused(
                Status.Code.FAILED_PRECONDITION, "runs run-1, not run-0", header("run-0", TASK, Wire.header(bytes(1))));
        assertThatThrownBy(() -> Site.blocking(channel)
                        .next(NextRequest.newBuilder().setRun("run-0").build())
                        .next())
                .hasMessageContaining("runs run-1, not run-0");
        assertThatThrownBy(() -> Site.blocking(channel)
                        .hello(HelloRequest.newBuilder().setProtocol(2).build()))
                .hasMessageContaining("speaks protocol 1, not 2");
    }

    @Test
    void moreCallsThanOneClientMayHave_areRefused_andThoseUnderWayGoOn() throws Exception {
        CompletableFuture<SubmitResponse> first = new CompletableFuture<>();
        CompletableFuture<SubmitResponse> second = new CompletableFuture<>();
        byte[] content = bytes(1000);
        FederationGrpc.FederationStub stub = FederationGrpc.newStub(channel).withDeadlineAfter(60, TimeUnit.SECONDS);
        StreamObserver<SubmitPart> one = stub.submit(observer(first));
        StreamObserver<SubmitPart> other = stub.submit(observer(second));
        one.onNext(header(content));
        other.onNext(header(content));
        await(() -> server.bytes() == 2000);
        assertRefused(Status.Code.RESOURCE_EXHAUSTED, "too much is under way", header(content));
        one.onError(new IllegalStateException("given up"));
        await(() -> server.calls() == 1);
        assertThat(server.bytes()).isEqualTo(1000);
        other.onError(new IllegalStateException("given up"));
        await(() -> server.calls() == 0);
        assertThat(server.bytes()).isZero();
    }

    /** Two contents of 200,000 bytes are more than the 300,000 that may be under way. */
    @Test
    void moreBytesThanMayBeUnderWay_areRefused() throws Exception {
        StreamObserver<SubmitPart> one = FederationGrpc.newStub(channel)
                .withDeadlineAfter(60, TimeUnit.SECONDS)
                .submit(observer(new CompletableFuture<>()));
        one.onNext(header(bytes(MOST)));
        await(() -> server.bytes() == MOST);
        assertRefused(Status.Code.RESOURCE_EXHAUSTED, "too much is under way", header(bytes(MOST)));
        assertThat(server.bytes()).isEqualTo(MOST);
        one.onError(new IllegalStateException("given up"));
        await(() -> server.bytes() == 0);
    }

    static void await(BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            Thread.sleep(2);
        }
    }
}
