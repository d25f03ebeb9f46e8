package io.abacusdp.federated.server;

import io.abacusdp.federated.budget.Attempt;
import io.abacusdp.federated.budget.Budget;
import io.abacusdp.federated.budget.Settlement;
import io.abacusdp.federated.noise.Streams;
import io.abacusdp.federated.protocol.Assignment;
import io.abacusdp.federated.protocol.Coordinator;
import io.abacusdp.federated.protocol.TaskId;
import io.abacusdp.training.model.Model;
import io.abacusdp.training.sampling.PoissonSampler;
import io.abacusdp.training.trainer.Clipping;
import io.abacusdp.training.trainer.TrainingStoppedException;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The server of a run. Each attempt at a round goes through the states of {@link RoundState}. Its spend is on the disk, in the
 * run's own ledger and in any other budget, before the first client hears of it, and stays spent whatever becomes of it. A retry
 * is a new attempt with a new reservation, new keys and new noise. The noised model and the spend that it belongs to are
 * committed together; nothing that lacks its noise is ever written.
 *
 * <p>{@link #run} is for one thread; clients call {@link #next} and {@link #submit} from theirs.
 */
public final class FederationServer implements Coordinator {
    private final FederationPlan plan;
    private final RoundPricing pricing;
    private final ServerDirectory directory;
    private final Spending spending;
    private final Streams streams;
    private final RoundListener listener;
    private final ServerCheckpoints checkpoints;
    private final TaskBoard board;
    private final ServerState state;

    private FederationServer(
            FederationPlan plan,
            ServerDirectory directory,
            Budget budget,
            Streams streams,
            RoundListener listener,
            Start start)
            throws IOException {
        this.plan = plan;
        this.pricing = new RoundPricing(plan);
        this.directory = directory;
        this.spending = new Spending(plan, pricing, directory.ledger(), budget, listener);
        this.streams = streams;
        this.listener = listener;
        this.checkpoints = new ServerCheckpoints(directory, plan);
        this.board = new TaskBoard(plan.members().stream().map(Member::name).toList());
        this.state = start.state(this);
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
            FederationPlan plan, ServerDirectory directory, Budget budget, Streams streams, RoundListener listener)
            throws IOException {
        FederationServer server =
                new FederationServer(plan, directory, budget, streams, listener, FederationServer::initial);
        server.checkpoints.write(server.state, 0);
        return server;
    }

    /**
     * A run that goes on from its last whole checkpoint, with all that was ever reserved still spent.
     *
     * @throws io.abacusdp.training.checkpoint.DamagedRunException if there is none, or the ledger lacks what it knows of
     */
    public static FederationServer resume(
            FederationPlan plan, ServerDirectory directory, Budget budget, Streams streams, RoundListener listener)
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

    /** What a run came to. */
    public record Ended(int rounds, Ending ending, String reason) {}

    /** Why a run ended. */
    public enum Ending {
        /** All rounds were made. */
        PLAN_DONE,
        /** The next round would have exceeded a budget. */
        EXHAUSTED,
        /** A round was tried as often as allowed. */
        ABORTED
    }

    /** Makes the rounds that are left. */
    public Ended run() throws IOException, InterruptedException {
        String reason = "the server stopped before the run was over";
        try {
            Ended ended = rounds();
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
            Attempt attempt = new Attempt(round, directory.ledger().attempts(round));
            List<Member> asked = asked(attempt);
            listener.entered(RoundState.PLANNED, attempt);
            Optional<String> refusal = spending.reserve(attempt);
            if (refusal.isPresent()) {
                listener.entered(RoundState.EXHAUSTED, attempt);
                return Optional.of(new Ended(
                        state.round(), Ending.EXHAUSTED, "before round %d: %s".formatted(round, refusal.get())));
            }
            listener.entered(RoundState.RESERVED, attempt);
            try {
                commit(attempt, collect(attempt, asked));
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

    /** Each with the same probability, independently; all if no clients are sampled. */
    private List<Member> asked(Attempt attempt) {
        if (plan.clientRate() == 1) {
            return plan.members();
        }
        int expected = plan.clientNoise().orElseThrow().expectedClients();
        PoissonSampler sampler = new PoissonSampler(
                plan.members().size(),
                expected,
                streams.source("sample of clients", attempt.round(), attempt.attempt()));
        return Arrays.stream(sampler.next()).mapToObj(plan.members()::get).toList();
    }

    private NoisySum collect(Attempt attempt, List<Member> asked)
            throws IOException, InterruptedException, AttemptAbortedException {
        AttemptContext context = new AttemptContext(
                plan,
                pricing,
                directory.run(),
                attempt,
                asked,
                state.parameters,
                state.clippingNorm(),
                board,
                streams,
                listener,
                answers -> spending.addUnreserved(attempt, answers));
        return plan.secure().isPresent() ? new SecureAttempt(context).run() : new PlainAttempt(context).run();
    }

    private void commit(Attempt attempt, NoisySum sum) throws IOException {
        double nextNorm = nextNorm(sum.within());
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
        double expected = plan.clientNoise().orElseThrow().expectedClients();
        double share = 0.5 + within.getAsDouble() / expected;
        double next = norm * Math.exp(-adaptive.rate() * (share - adaptive.quantile()));
        return Math.min(adaptive.norm() * 1e6, Math.max(adaptive.norm() * 1e-6, next));
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
