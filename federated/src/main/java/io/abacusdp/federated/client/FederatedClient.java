package io.abacusdp.federated.client;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.federated.message.Answer;
import io.abacusdp.federated.message.ClientLevel;
import io.abacusdp.federated.message.SecureSettings;
import io.abacusdp.federated.message.Task;
import io.abacusdp.federated.noise.SecureSum;
import io.abacusdp.federated.protocol.Assignment;
import io.abacusdp.federated.protocol.Coordinator;
import io.abacusdp.federated.protocol.Receipt;
import io.abacusdp.federated.protocol.RefusedAnswerException;
import io.abacusdp.federated.protocol.TaskId;
import io.abacusdp.federated.secagg.AggregationClient;
import io.abacusdp.federated.secagg.RefusedMessageException;
import io.abacusdp.federated.secagg.ServerMessage;
import io.abacusdp.federated.secagg.Session;
import io.abacusdp.storage.Sha256;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.model.ModelJson;
import io.abacusdp.training.model.ModelSpec;
import io.abacusdp.training.noise.NoiseSource;
import io.abacusdp.training.noise.RandomStreams;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A client: asks the server for work, does it, and hands in the answer. It reckons itself what each task costs, charges it to its
 * own ledger before it trains, and declines what is beyond its own limits or not as it was told. What leaves it is the update,
 * noised and clipped as the style says, or masked; how often it has charged itself; and reasons without figures of its data.
 *
 * <p>A task that is given again after the client crashed is charged again. For use by one thread.
 */
public final class FederatedClient implements AutoCloseable {
    private static final long PAUSE_MILLIS = 500;

    private final String name;
    private final Dataset data;
    private final ClientLedger ledger;
    private final Optional<Enrolment> enrolment;
    private final RandomStreams streams;
    private final ClientListener listener;
    private @Nullable LocalTrainer trainer;
    private @Nullable Sum sum;
    private @Nullable Done done;
    private @Nullable Given refused;
    private @Nullable OtherLedgerException ending;
    private @Nullable String joined;

    /** A secure aggregation that this client is in. */
    private record Sum(int round, int attempt, Receipt receipt, AggregationClient part) {}

    /**
     * A task that was handed out. A server whose directory was put back names its tasks as it did before; what they hold is
     * another.
     */
    private record Given(TaskId id, String digest) {
        static Given of(Assignment.Work work) {
            return new Given(work.id(), Sha256.of(work.content()));
        }
    }

    /** What was last done, in case it is asked for again. */
    @SuppressWarnings("ArrayRecordComponent") // Compared by nobody.
    private record Done(Given task, byte[] answer) {}

    /**
     * A client.
     *
     * @param enrolment keys for secure aggregation, without which it does not take part in that
     */
    public FederatedClient(
            String name,
            Dataset data,
            ClientLedger ledger,
            Optional<Enrolment> enrolment,
            RandomStreams streams,
            ClientListener listener) {
        this.name = name;
        this.data = data;
        this.ledger = ledger;
        this.enrolment = enrolment;
        this.streams = streams;
        this.listener = listener;
    }

    /**
     * Works until the server says that the run has ended, and returns its reason.
     *
     * @param wait how long to wait for work in one call
     * @throws UncheckedIOException if a charge could not be recorded; nothing was done for it
     * @throws OtherLedgerException if another process works with the same key; the server was told
     */
    public String run(Coordinator server, Duration wait) throws InterruptedException {
        while (true) {
            Optional<String> finished = step(server, wait);
            if (finished.isPresent()) {
                return finished.get();
            }
        }
    }

    /** Asks once, and does what is asked; the reason if the run has ended. */
    public Optional<String> step(Coordinator server, Duration wait) throws InterruptedException {
        Assignment assignment = server.next(name, wait);
        if (assignment instanceof Assignment.Finished finished) {
            return Optional.of(finished.reason());
        }
        if (assignment instanceof Assignment.Work work && Given.of(work).equals(refused)) {
            // There is no other answer; the server will go on without it.
            Thread.sleep(Math.min(PAUSE_MILLIS, wait.toMillis()));
        } else if (assignment instanceof Assignment.Work work) {
            byte[] answer = answer(work);
            try {
                server.submit(name, work.id(), answer);
                listener.reached(ClientPhase.HANDED_IN, work.id());
            } catch (RefusedAnswerException e) {
                // The attempt is over, or this client was too late for it; there will be other work.
                refused = Given.of(work);
                listener.noted("the server did not take the answer for %s: %s".formatted(work.id(), e.getMessage()));
            }
            if (ending != null) {
                throw ending;
            }
        }
        return Optional.empty();
    }

    private byte[] answer(Assignment.Work work) {
        Given given = Given.of(work);
        if (done != null && done.task().equals(given)) {
            return done.answer();
        }
        listener.reached(ClientPhase.RECEIVED, work.id());
        byte[] answer = tried(work).encode();
        done = new Done(given, answer);
        listener.reached(ClientPhase.ANSWERED, work.id());
        return answer;
    }

    /** What went wrong is told to the server only in words that were chosen for it. */
    private Answer tried(Assignment.Work work) {
        String run = "";
        try {
            Task task = Task.decode(work.content());
            if (task instanceof Task.Train train) {
                run = train.run();
                return train(work.id(), train);
            }
            return exchange(work.id(), (Task.Exchange) task);
        } catch (OtherLedgerException e) {
            ending = e;
            return new Answer.Declined(ledger.receipt(run), String.valueOf(e.getMessage()));
        } catch (RefusedTaskException | RefusedMessageException e) {
            listener.noted("%s is declined: %s".formatted(work.id(), e.getMessage()));
            return new Answer.Declined(ledger.receipt(run), String.valueOf(e.getMessage()));
        } catch (IllegalArgumentException e) {
            listener.noted("%s cannot be done: %s".formatted(work.id(), e.getMessage()));
            return new Answer.Declined(
                    ledger.receipt(run), "the task cannot be done by this client; its own log says why");
        }
    }

    private Answer train(TaskId id, Task.Train task) {
        sum = null;
        join(task.run());
        ModelSpec model = ModelJson.read(task.model());
        TaskCheck.model(model);
        LocalTrainer local = trainer(model);
        TaskCheck.records(task, data.size());
        TaskCheck.ledger(task, ledger);
        Optional<Secure> secure = task.secure().map(settings -> secure(id, task, settings));
        Optional<DpEvent> wholeClient =
                secure.map(Secure::price).or(() -> task.clientLevel().map(level -> shown(task.run(), level)));
        ledger.refusal(task.recordCharge(), wholeClient).ifPresent(reason -> {
            throw new RefusedTaskException("the limits of this client do not allow it: " + reason);
        });
        int before = ledger.size();
        try {
            ledger.charge(task.run(), id, task.recordCharge(), wholeClient);
        } catch (IOException e) {
            throw new UncheckedIOException("nothing was done for %s: %s".formatted(id, e.getMessage()), e);
        }
        listener.reached(ClientPhase.CHARGED, id);
        Receipt receipt = ledger.receipt(task.run());
        float[] update = local.update(
                task.parameters(), task.local(), data, source("lots", id, before), source("record noise", id, before));
        if (task.clientLevel().isEmpty()) {
            listener.reached(ClientPhase.TRAINED, id);
            return new Answer.Update(receipt, update);
        }
        double clip = task.clientLevel().get().clip();
        ClipToBound clipped = new ClipToBound(update, clip);
        listener.reached(ClientPhase.TRAINED, id);
        return secure.isEmpty()
                ? new Answer.Update(receipt, clipped.update)
                : begin(id, secure.get(), clip, clipped, receipt, source("client noise", id, before));
    }

    /** A client takes part in one run: what it has seen of a run's server, such as that it sums by secure aggregation, holds for all of it. */
    private void join(String run) {
        if (joined != null && !joined.equals(run)) {
            throw new RefusedTaskException("this client takes part in run " + joined + ", and the task is of another");
        }
        joined = run;
    }

    /** What is known of a secure aggregation before there is a vector. */
    private record Secure(Session session, int self, double share, SecureSum sum, DpEvent price) {}

    /**
     * What taking part costs a client whose update the server sees and adds the noise to. Not in a run that began with secure
     * aggregation: its server would take back that it sees sums only.
     */
    private DpEvent shown(String run, ClientLevel level) {
        if (ledger.isSecure(run)) {
            throw new RefusedTaskException(
                    "this run has summed by secure aggregation, and the task would show the client's update to the server");
        }
        if (enrolment.flatMap(Enrolment::trust).isPresent()) {
            throw new RefusedTaskException(
                    "this client has said whom it trusts, and the task would show its update to the server");
        }
        return level.charge();
    }

    private Secure secure(TaskId id, Task.Train task, SecureSettings settings) {
        Enrolment keys =
                enrolment.orElseThrow(() -> new RefusedTaskException("this client has no keys for secure aggregation"));
        int self = settings.participants().indexOf(name);
        if (self < 0) {
            throw new RefusedTaskException("the participants lack this client");
        }
        int length = task.parameters().length + (settings.countUnit() > 0 ? 1 : 0);
        Session session = keys.roster().session(settings, id.attempt(), length);
        SecureSum noisy = TaskCheck.secureSum(task, settings, session);
        DpEvent price =
                TaskCheck.ownPrice(noisy, settings, session, keys.trust().orElse(ClientTrust.standard()));
        return new Secure(session, self, settings.share(), noisy, price);
    }

    private Answer begin(
            TaskId id, Secure secure, double clip, ClipToBound clipped, Receipt receipt, NoiseSource random) {
        double[] shared = new double[clipped.update.length];
        for (int i = 0; i < shared.length; i++) {
            shared[i] = secure.share() * clipped.update[i] / clip;
        }
        Enrolment keys = enrolment.orElseThrow();
        int[] vector = secure.sum()
                .part(shared, clipped.isWithin, keys.roster().noise(secure.sum().noise()), random);
        AggregationClient part = new AggregationClient(secure.session(), secure.self(), keys.identity(), vector);
        sum = new Sum(id.round(), id.attempt(), receipt, part);
        return new Answer.Message(receipt, part.advertise().encode());
    }

    private Answer exchange(TaskId id, Task.Exchange task) {
        if (sum == null || sum.round() != id.round() || sum.attempt() != id.attempt()) {
            throw new RefusedTaskException("this client has lost its part in the sum, and waits for the next attempt");
        }
        ServerMessage message = ServerMessage.decode(task.message());
        return new Answer.Message(sum.receipt(), sum.part().receive(message).encode());
    }

    private LocalTrainer trainer(ModelSpec model) {
        if (trainer == null || !trainer.model().equals(model)) {
            close();
            trainer = new LocalTrainer(model);
        }
        return trainer;
    }

    private NoiseSource source(String purpose, TaskId id, int charges) {
        return streams.source(purpose + " of " + name, id.round(), id.attempt(), charges);
    }

    /** Ends its threads. The ledger is the caller's. */
    @Override
    public void close() {
        if (trainer != null) {
            trainer.close();
            trainer = null;
        }
    }
}
