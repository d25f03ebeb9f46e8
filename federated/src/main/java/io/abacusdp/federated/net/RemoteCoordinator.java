package io.abacusdp.federated.net;

import io.abacusdp.federated.enrol.Credentials;
import io.abacusdp.federated.net.v1.Chunk;
import io.abacusdp.federated.net.v1.ContentHeader;
import io.abacusdp.federated.net.v1.ContentPart;
import io.abacusdp.federated.net.v1.FederationGrpc;
import io.abacusdp.federated.net.v1.HelloRequest;
import io.abacusdp.federated.net.v1.HelloResponse;
import io.abacusdp.federated.net.v1.NextPart;
import io.abacusdp.federated.net.v1.NextRequest;
import io.abacusdp.federated.net.v1.RosterRequest;
import io.abacusdp.federated.net.v1.SubmitHeader;
import io.abacusdp.federated.net.v1.WorkHeader;
import io.abacusdp.federated.protocol.Assignment;
import io.abacusdp.federated.protocol.Coordinator;
import io.abacusdp.federated.protocol.RefusedAnswerException;
import io.abacusdp.federated.protocol.TaskId;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * A coordinator that is reached over the network. While the server is away, calls wait and ask again; what was handed in may be
 * handed in twice, which changes nothing.
 *
 * <p>Rosters that the server shows are verified against the federation's key and kept by the credentials; a server that shows
 * an older or foreign one is refused. For one client, and one thread at a time.
 */
public final class RemoteCoordinator implements Coordinator, AutoCloseable {
    /** A roster may be as long as the federation writes any. */
    private static final int MAX_ROSTER = 8 << 20;

    private static final long KEEP_ALIVE_SECONDS = 20;
    private static final Duration HELLO = Duration.ofSeconds(20);

    private final Credentials credentials;
    private final ManagedChannel channel;
    private final ClientLimits limits;
    private final Retries retries;
    private final String run;

    private RemoteCoordinator(Credentials credentials, ManagedChannel channel, ClientLimits limits)
            throws InterruptedException {
        this.credentials = credentials;
        this.channel = channel;
        this.limits = limits;
        retries = new Retries(channel, limits.reconnection());
        HelloResponse hello = retries.untilAnswered(() -> blocking(HELLO)
                .hello(HelloRequest.newBuilder().setProtocol(Wire.PROTOCOL).build()));
        if (hello.getProtocol() != Wire.PROTOCOL) {
            throw new RefusedAnswerException("the server speaks protocol "
                    + Integer.toUnsignedString(hello.getProtocol()) + ", not " + Wire.PROTOCOL);
        }
        run = hello.getRun();
        requireRoster(hello.getRosterVersion());
    }

    /**
     * Connects to a server, and takes its run.
     *
     * @throws RefusedAnswerException if the server does not know this client, or is not of its federation, or shows a roster that
     *     must not be believed
     * @throws ServerUnreachableException if it cannot be reached
     */
    public static RemoteCoordinator connect(String host, int port, Credentials credentials, ClientLimits limits)
            throws InterruptedException {
        ManagedChannel channel = NettyChannelBuilder.forAddress(host, port)
                .sslContext(Tls.client(credentials))
                .maxInboundMessageSize(Wire.MESSAGE)
                .flowControlWindow(4 * Wire.CHUNK)
                .keepAliveTime(KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
                .disableRetry()
                .build();
        try {
            return new RemoteCoordinator(credentials, channel, limits);
        } catch (InterruptedException | RuntimeException e) {
            channel.shutdownNow();
            throw e;
        }
    }

    /** Names the run that the server had when this client connected. */
    public String run() {
        return run;
    }

    @Override
    public Assignment next(String client, Duration wait) throws InterruptedException {
        requireSelf(client);
        int millis = (int) Math.min(Integer.MAX_VALUE, Math.max(0, wait.toMillis()));
        NextRequest request =
                NextRequest.newBuilder().setRun(run).setWaitMillis(millis).build();
        Duration longest = Duration.ofMillis(millis).plus(limits.transfer());
        Answer answer = retries.untilAnswered(() -> read(blocking(longest).next(request)));
        requireRoster(answer.rosterVersion());
        return answer.assignment();
    }

    @Override
    public void submit(String client, TaskId task, byte[] content) {
        requireSelf(client);
        SubmitHeader header = SubmitHeader.newBuilder()
                .setRun(run)
                .setTask(Wire.encode(task))
                .setContent(Wire.header(content))
                .build();
        try {
            retries.untilAnswered(() -> {
                Submission.send(
                        FederationGrpc.newStub(channel)
                                .withDeadlineAfter(limits.transfer().toMillis(), TimeUnit.MILLISECONDS),
                        header,
                        content);
                return task;
            });
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ServerUnreachableException("interrupted while handing in " + task, e);
        }
    }

    @Override
    public void close() {
        channel.shutdownNow();
    }

    private record Answer(Assignment assignment, long rosterVersion) {}

    private Answer read(Iterator<NextPart> parts) {
        NextPart first = take(parts);
        return switch (first.getPartCase()) {
            case IDLE -> new Answer(new Assignment.Idle(), 0);
            case FINISHED ->
                new Answer(new Assignment.Finished(first.getFinished().getReason()), 0);
            case WORK -> {
                WorkHeader work = first.getWork();
                byte[] content = read(work.getContent(), limits.content(), parts, NextPart::getChunk);
                yield new Answer(
                        new Assignment.Work(FederationService.task(work.getTask()), content), work.getRosterVersion());
            }
            case CHUNK, PART_NOT_SET -> throw new MalformedContentException("the server's first part is no answer");
        };
    }

    private static <T> byte[] read(ContentHeader header, int most, Iterator<T> parts, Function<T, Chunk> chunk) {
        Assembly assembly = new Assembly(header, most);
        while (!assembly.isComplete()) {
            assembly.add(chunk.apply(take(parts)));
        }
        byte[] content = assembly.finish();
        if (parts.hasNext()) {
            throw new MalformedContentException("the server sent more than it said");
        }
        return content;
    }

    private static <T> T take(Iterator<T> parts) {
        if (!parts.hasNext()) {
            throw new MalformedContentException("the server's answer ends too early");
        }
        return parts.next();
    }

    /** Takes the server's roster, if it has a newer one than this client. */
    private void requireRoster(long version) throws InterruptedException {
        if (Long.compareUnsigned(version, credentials.roster().version()) <= 0) {
            return;
        }
        byte[] json = retries.untilAnswered(() -> {
            Iterator<ContentPart> parts = blocking(limits.transfer()).roster(RosterRequest.getDefaultInstance());
            return read(take(parts).getHeader(), MAX_ROSTER, parts, ContentPart::getChunk);
        });
        try {
            credentials.accept(json);
        } catch (IllegalArgumentException e) {
            throw new RefusedAnswerException("the server's roster is not believed: " + e.getMessage());
        } catch (IOException e) {
            throw new UncheckedIOException("the new roster cannot be kept", e);
        }
    }

    private void requireSelf(String client) {
        if (!client.equals(credentials.name())) {
            throw new RefusedAnswerException("this connection is that of " + credentials.name() + ", not of " + client);
        }
    }

    private FederationGrpc.FederationBlockingStub blocking(Duration deadline) {
        return FederationGrpc.newBlockingStub(channel).withDeadlineAfter(deadline.toMillis(), TimeUnit.MILLISECONDS);
    }
}
