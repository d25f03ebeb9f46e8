package io.abacusdp.federated.server;

import io.abacusdp.federated.budget.Attempt;
import io.abacusdp.federated.budget.RoundBudget;
import io.abacusdp.federated.budget.Settlement;
import io.abacusdp.federated.protocol.Assignment;
import io.abacusdp.federated.protocol.Coordinator;
import io.abacusdp.federated.protocol.TaskId;
import io.abacusdp.training.model.Model;
import io.abacusdp.training.noise.RandomStreams;
import io.abacusdp.training.sampling.Sampler;
import io.abacusdp.training.step.Clipping;
import io.abacusdp.training.step.TrainingStoppedException;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The server of a run. Each attempt at a round goes through the states of {@link RoundState}. Its spend is on the disk, in the
 * run's own ledger and in any other budget, before the first client hears of it, and stays spent whatever becomes of it. A retry
 * is a new attempt with a new reservation, new keys and new noise. The noised model and the spend that it belongs to are
 * committed together; nothing that lacks its noise is ever written.
 *
 * <p>{@link #run} is for one thread; clients call {@link #next} and {@link #submit} from theirs.
 */
public final class FederationServer implements Coordinator {
    private static final Duration BETWEEN_WAITING = Duration.ofSeconds(1);

    private final FederationPlan plan;
    private final ServerDirectory directory;
    private final Spending spending;
    private final RandomStreams streams;
    private final RoundListener listener;
    private final ServerCheckpoints checkpoints;
    private final TaskBoard board;
    private final AttemptContext.OfRun ofRun;
    private final ServerState state;
    private final MembersLeft left;

    private FederationServer(
            FederationPlan plan,
            ServerDirectory directory,
            RoundBudget budget,
            RandomStreams streams,
            RoundListener listener,
            Start start)
            throws IOException {
        this.plan = plan;
        this.left = new MembersLeft(plan, directory.ledger(), listener);
        this.directory = directory;
        this.spending = new Spending(plan, left.pricing().charge(), directory.ledger(), budget, listener);
        this.streams = streams;
        this.listener = listener;
        this.checkpoints = new ServerCheckpoints(directory, plan);
        this.board = new TaskBoard(names(plan));
        ChargeClaims claims = new ChargeClaims(names(plan), directory.ledger(), board);
        this.ofRun = new AttemptContext.OfRun(directory.run(), spending, board, claims, streams, listener);
        this.state = start.state(this);
    }

    private static List<String> names(FederationPlan plan) {
        return plan.members().stream().map(Member::name).toList();
    }

    private interface Start {
        ServerState state(FederationServer server) throws IOException;
    }

    /**
     * A run from its beginning.
     *
     * @param budget asked besides the ledger of the directory
     */
    public static FederationServer begin(
            FederationPlan plan,
            ServerDirectory directory,
            RoundBudget budget,
            RandomStreams streams,
            RoundListener listener)
            throws IOException {
        FederationServer server =
                new FederationServer(plan, directory, budget, streams, listener, FederationServer::initial);
        server.checkpoints.write(server.state, 0);
        return server;
    }

    /**
     * A run that goes on from its last whole checkpoint, with all that was ever reserved still spent.
     *
     * @throws io.abacusdp.storage.DamagedFileException if there is none, or the ledger lacks what it knows of
     */
    public static FederationServer resume(
            FederationPlan plan,
            ServerDirectory directory,
            RoundBudget budget,
            RandomStreams streams,
            RoundListener listener)
            throws IOException {
        FederationServer server =
                new FederationServer(plan, directory, budget, streams, listener, FederationServer::saved);
        if (server.state.round() > 0) {
            // A crash may have come between the commit and this.
            RoundReport last = server.last().orElseThrow();
            server.spending.settle(new Attempt(last.round(), last.attempt()), Settlement.COMMITTED, "");
        }
        return server;
    }

    private ServerState initial() {
        float[] start =
                Model.initialise(plan.model(), streams.source("initial model")).parameters();
        return new ServerState(start, plan.aggregation(), startNorm());
    }

    private ServerState saved() throws IOException {
        // Nobody has heard of a run that ended before its first checkpoint.
        return directory.ledger().size() == 0 && checkpoints.isEmpty()
                ? initial()
                : checkpoints.newest(listener::noted);
    }

    private double startNorm() {
        return plan.clientNoise().map(noise -> noise.clipping().norm()).orElse(Double.POSITIVE_INFINITY);
    }

    /**
     * Says who may no longer take part: asked before every attempt, members among them are left out of it. Noise, weights and
     * threshold stay those of the plan. To be called before {@link #run}.
     */
    public void leaveOut(Supplier<Set<String>> clients) {
        left.without(clients);
    }

    /** What a run came to. */
    public record Ended(int rounds, Ending ending, String reason) {}

    /** Why a run ended. */
    public enum Ending {
        /** All rounds were made. */
        PLAN_DONE,
        /** The next round would have exceeded a budget. */
        EXHAUSTED,
        /** A round was tried as often as allowed, or too few clients are left to try it. */
        ABORTED
    }

    /** Makes the rounds that are left. */
    public Ended run() throws IOException, InterruptedException {
        String reason = "the server stopped before the run was over";
        try {
            Ended ended = rounds();
            if (state.round() > 0) {
                RoundReport last = last().orElseThrow();
                spending.addElsewhere(new Attempt(last.round(), last.attempt()), ofRun.claims());
            }
            reason = ended.reason();
            return ended;
        } finally {
            board.finish(reason);
        }
    }

    private Ended rounds() throws IOException, InterruptedException {
        while (state.round() < plan.rounds()) {
            int round = state.round() + 1;
            Optional<Ended> ended = round(round);
            if (ended.isPresent()) {
                return ended.get();
            }
        }
        return new Ended(state.round(), Ending.PLAN_DONE, "all rounds were made");
    }

    private Optional<Ended> round(int round) throws IOException, InterruptedException {
        String why = "";
        for (int tries = 0; tries < plan.patience().attempts(); tries++) {
            Optional<String> tooFew = left.reckon(round);
            if (tooFew.isPresent()) {
                return Optional.of(
                        new Ended(state.round(), Ending.ABORTED, "before round %d: %s".formatted(round, tooFew.get())));
            }
            awaitQuorum();
            Attempt attempt = new Attempt(round, directory.ledger().attempts(round));
            List<Member> asked = asked(attempt);
            listener.entered(RoundState.PLANNED, attempt);
            Optional<String> refusal = spending.reserve(attempt, left.pricing().charge());
            if (refusal.isPresent()) {
                listener.entered(RoundState.EXHAUSTED, attempt);
                return Optional.of(new Ended(
                        state.round(), Ending.EXHAUSTED, "before round %d: %s".formatted(round, refusal.get())));
            }
            listener.entered(RoundState.RESERVED, attempt);
            try {
                commit(
                        attempt,
                        collect(new AttemptContext(
                                ofRun, left.pricing(), attempt, asked, state.parameters, state.clippingNorm())));
                return Optional.empty();
            } catch (AttemptAbortedException e) {
                why = String.valueOf(e.getMessage());
                spending.settle(attempt, Settlement.ABORTED, why);
                listener.entered(RoundState.ABORTED, attempt);
                listener.noted("%s is aborted, and stays paid: %s".formatted(attempt, why));
            }
        }
        return Optional.of(new Ended(
                state.round(),
                Ending.ABORTED,
                "round %d was tried %d times: %s"
                        .formatted(round, plan.patience().attempts(), why)));
    }

    /** Nothing is paid before enough clients are there to make a sum; who was sampled, if anybody, is not known yet. */
    private void awaitQuorum() throws InterruptedException {
        List<String> members =
                left.pricing().members().stream().map(Member::name).toList();
        int needed = plan.quorum();
        for (int there = 0; there < needed; ) {
            there = board.awaitThere(members, needed, BETWEEN_WAITING);
            if (there < needed) {
                listener.waiting(there, needed);
            }
        }
    }

    /** Each with the same probability, independently; all if no clients are sampled. Who is left out is not. */
    private List<Member> asked(Attempt attempt) {
        if (plan.clientRate() == 1) {
            return left.pricing().members();
        }
        Sampler sampler =
                plan.sampledClients().sampler(streams.source("sample of clients", attempt.round(), attempt.attempt()));
        return Arrays.stream(sampler.next())
                .mapToObj(plan.members()::get)
                .filter(left.pricing().members()::contains)
                .toList();
    }

    private NoisySum collect(AttemptContext context) throws IOException, InterruptedException, AttemptAbortedException {
        return plan.secure().isPresent() ? new SecureAttempt(context).run() : new PlainAttempt(context).run();
    }

    private void commit(Attempt attempt, NoisySum sum) throws IOException {
        double nextNorm = nextNorm(sum.within());
        spending.addElsewhere(attempt, ofRun.claims());
        RoundReport report = spending.report(attempt, state.clippingNorm());
        state.step(plan.weights().mean(sum.updates()), plan.serverRate(), nextNorm, report);
        if (!state.isFinite()) {
            throw new TrainingStoppedException(
                    "after round %d a parameter is not finite, and the run ends; smaller rates may help"
                            .formatted(attempt.round()));
        }
        checkpoints.write(state, attempt.attempt());
        listener.entered(RoundState.COMMITTED, attempt);
        spending.settle(attempt, Settlement.COMMITTED, "");
        listener.entered(RoundState.RELEASED, attempt);
        listener.released(report, state.parameters.clone());
    }

    /** Follows the quantile by what was released of the count. */
    private double nextNorm(OptionalDouble within) {
        double norm = state.clippingNorm();
        if (within.isEmpty() || !(plan.clientNoise().orElseThrow().clipping() instanceof Clipping.Adaptive adaptive)) {
            return norm;
        }
        return adaptive.next(
                norm, within.getAsDouble(), plan.clientNoise().orElseThrow().expectedClients());
    }

    private Optional<RoundReport> last() {
        return state.round() == 0
                ? Optional.empty()
                : Optional.of(state.reports().get(state.round() - 1));
    }

    /** The rounds whose models were released. For the thread that runs. */
    public List<RoundReport> reports() {
        return List.copyOf(state.reports());
    }

    /** The released model. For the thread that runs. */
    public Model model() {
        return new Model(plan.model(), state.parameters);
    }

    /** How many more rounds the limits of the ledger allow. */
    public long roundsLeft() {
        return spending.roundsLeft();
    }

    @Override
    public Assignment next(String client, Duration wait) throws InterruptedException {
        return board.next(client, wait);
    }

    @Override
    public void submit(String client, TaskId task, byte[] content) {
        if (board.submit(client, task, content)) {
            listener.answered(client, task);
        }
    }
}
