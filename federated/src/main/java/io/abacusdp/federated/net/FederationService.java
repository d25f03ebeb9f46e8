package io.abacusdp.federated.net;

import io.abacusdp.federated.enrol.Roster;
import io.abacusdp.federated.net.v1.ContentPart;
import io.abacusdp.federated.net.v1.FederationGrpc;
import io.abacusdp.federated.net.v1.Finished;
import io.abacusdp.federated.net.v1.HelloRequest;
import io.abacusdp.federated.net.v1.HelloResponse;
import io.abacusdp.federated.net.v1.Idle;
import io.abacusdp.federated.net.v1.NextPart;
import io.abacusdp.federated.net.v1.NextRequest;
import io.abacusdp.federated.net.v1.RosterRequest;
import io.abacusdp.federated.net.v1.SubmitPart;
import io.abacusdp.federated.net.v1.SubmitResponse;
import io.abacusdp.federated.net.v1.WorkHeader;
import io.abacusdp.federated.protocol.Assignment;
import io.abacusdp.federated.protocol.Coordinator;
import io.abacusdp.federated.protocol.RefusedAnswerException;
import io.abacusdp.federated.protocol.TaskId;
import io.grpc.Context;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.function.Supplier;

/** Translates calls of clients to calls of the coordinator. Whose they are, {@link Peers} has found out. */
final class FederationService extends FederationGrpc.FederationImplBase {
    private final String run;
    private final Supplier<Roster> roster;
    private final ServerLimits limits;
    private final Admission admission;
    private final CallsInTurn turns;

    FederationService(Coordinator coordinator, String run, Supplier<Roster> roster, ServerLimits limits) {
        this.run = run;
        this.roster = roster;
        this.limits = limits;
        admission = new Admission(limits);
        turns = new CallsInTurn(coordinator);
    }

    @Override
    public void hello(HelloRequest request, StreamObserver<HelloResponse> observer) {
        if (request.getProtocol() != Wire.PROTOCOL) {
            observer.onError(FailureStatus.refused("this server speaks protocol " + Wire.PROTOCOL + ", not "
                            + Integer.toUnsignedString(request.getProtocol()))
                    .asRuntimeException());
            return;
        }
        observer.onNext(HelloResponse.newBuilder()
                .setProtocol(Wire.PROTOCOL)
                .setRun(run)
                .setRosterVersion(roster.get().version())
                .build());
        observer.onCompleted();
    }

    @Override
    public void roster(RosterRequest request, StreamObserver<ContentPart> observer) {
        ServerCallStreamObserver<ContentPart> call = (ServerCallStreamObserver<ContentPart>) observer;
        Outgoing<ContentPart> out = new Outgoing<>(
                call, chunk -> ContentPart.newBuilder().setChunk(chunk).build());
        if (admit(call, () -> {})) {
            byte[] json = roster.get().toJson();
            out.send(ContentPart.newBuilder().setHeader(Wire.header(json)).build(), json);
        }
    }

    @Override
    public void next(NextRequest request, StreamObserver<NextPart> observer) {
        ServerCallStreamObserver<NextPart> call = (ServerCallStreamObserver<NextPart>) observer;
        Outgoing<NextPart> out = new Outgoing<>(
                call, chunk -> NextPart.newBuilder().setChunk(chunk).build());
        CallsInTurn.Waiting waiting = new CallsInTurn.Waiting();
        Duration wait = shorter(Duration.ofMillis(Integer.toUnsignedLong(request.getWaitMillis())), limits.longPoll());
        if (!admit(call, waiting::end)) {
            return;
        }
        try {
            requireRun(request.getRun());
            // Told at once if the client goes away or the call takes too long, while this thread waits.
            Context.current().addListener(context -> waiting.end(), Runnable::run);
            send(turns.next(Peers.NAME.get(), wait, waiting), out);
        } catch (InterruptedException | RuntimeException e) {
            out.fail(FailureStatus.of(e));
        }
    }

    @Override
    public StreamObserver<SubmitPart> submit(StreamObserver<SubmitResponse> observer) {
        ServerCallStreamObserver<SubmitResponse> call = (ServerCallStreamObserver<SubmitResponse>) observer;
        Incoming in = new Incoming(this, Peers.NAME.get(), call);
        call.disableAutoRequest();
        if (admit(call, in::release)) {
            call.request(1);
        }
        return in;
    }

    /** Ends all waits, so that the server can stop. */
    void endWaits() {
        turns.endAll();
    }

    ServerLimits limits() {
        return limits;
    }

    Admission admission() {
        return admission;
    }

    CallsInTurn turns() {
        return turns;
    }

    void requireRun(String asked) {
        if (!asked.equals(run)) {
            throw new RefusedAnswerException("this server runs " + run + ", not " + Wire.reason(asked));
        }
    }

    static TaskId task(io.abacusdp.federated.net.v1.TaskId task) {
        try {
            return Wire.decode(task);
        } catch (IllegalArgumentException e) {
            throw new MalformedContentException("there is no such task: " + e.getMessage());
        }
    }

    private void send(Assignment assignment, Outgoing<NextPart> out) {
        if (assignment instanceof Assignment.Work work) {
            WorkHeader.Builder header = WorkHeader.newBuilder()
                    .setTask(Wire.encode(work.id()))
                    .setContent(Wire.header(work.content()))
                    .setRosterVersion(roster.get().version());
            out.send(NextPart.newBuilder().setWork(header).build(), work.content());
        } else if (assignment instanceof Assignment.Finished finished) {
            Finished message = Finished.newBuilder()
                    .setReason(Wire.reason(finished.reason()))
                    .build();
            out.send(NextPart.newBuilder().setFinished(message).build());
        } else {
            out.send(NextPart.newBuilder().setIdle(Idle.getDefaultInstance()).build());
        }
    }

    /** Whether there is room for the call; then it counts until it is closed. */
    private boolean admit(ServerCallStreamObserver<?> call, Runnable ended) {
        String client = Peers.NAME.get();
        if (!admission.enter(client)) {
            // A call that is refused so must not change what it would have counted for.
            call.setOnCancelHandler(() -> {});
            call.onError(FailureStatus.BUSY.asRuntimeException());
            return false;
        }
        Runnable closed = () -> {
            ended.run();
            admission.leave(client);
        };
        // One of the two is called, once.
        call.setOnCloseHandler(closed);
        call.setOnCancelHandler(closed);
        return true;
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
