package io.abacusdp.federated.server;

import io.abacusdp.federated.budget.Attempt;
import io.abacusdp.federated.message.Answer;
import io.abacusdp.federated.message.ClientLevel;
import io.abacusdp.federated.message.SecureSettings;
import io.abacusdp.federated.message.Task;
import io.abacusdp.federated.protocol.TaskId;
import io.abacusdp.training.model.ModelJson;
import io.abacusdp.training.noise.RandomStreams;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What an attempt has to work with.
 *
 * @param pricing of those who are not left out
 * @param asked who takes part
 * @param clippingNorm bound on updates; infinite if there is none
 */
@SuppressWarnings("ArrayRecordComponent") // Compared by nobody.
record AttemptContext(
        OfRun ofRun,
        RoundPricing pricing,
        Attempt attempt,
        List<Member> asked,
        float[] parameters,
        double clippingNorm) {
    private static final int DISPATCH_BYTES = 16;

    /** What is the same for all attempts of a run. */
    record OfRun(
            String run,
            Spending spending,
            TaskBoard board,
            ChargeClaims claims,
            RandomStreams streams,
            RoundListener listener) {}

    FederationPlan plan() {
        return pricing.plan();
    }

    TaskBoard board() {
        return ofRun.board();
    }

    RandomStreams streams() {
        return ofRun.streams();
    }

    RoundListener listener() {
        return ofRun.listener();
    }

    /** Refuses an answer that says that its client was charged more often than it can have been. */
    void requirePossible(String client, Answer answer) {
        ofRun.claims().require(client, answer);
    }

    /**
     * Takes notice of how often clients say that they have charged themselves.
     *
     * @throws AttemptAbortedException if most answers were refused, as the ledger had lost attempts that they know of
     */
    void spent(Map<String, Answer> answers) throws IOException, AttemptAbortedException {
        if (ofRun.spending()
                .addUnreserved(
                        attempt, answers, ofRun.claims(), pricing.members().size())) {
            throw new AttemptAbortedException(
                    "most clients were charged more often than the ledger knew, which is recorded now");
        }
    }

    /** The answers to a step, when it is over. */
    Map<String, Answer> answers() throws InterruptedException {
        Patience patience = plan().patience();
        // How soon a sample has answered would tell how large it is.
        int enough = plan().clientRate() < 1 ? Integer.MAX_VALUE : plan().quorum();
        Map<String, Answer> answers = board().close(patience.phase(), patience.grace(), enough);
        answers.forEach((client, answer) -> {
            if (answer instanceof Answer.Declined declined) {
                listener().noted("%s declines %s: %s".formatted(client, attempt, declined.reason()));
            }
        });
        return answers;
    }

    TaskId task(int step) {
        return new TaskId(attempt.round(), attempt.attempt(), step);
    }

    /** The first task of a client. */
    Task.Train train(Member member, Optional<SecureSettings> secure) {
        return new Task.Train(
                ofRun.run(),
                ModelJson.write(plan().model()),
                parameters,
                member.local(),
                pricing().records(member),
                pricing().participation().map(event -> new ClientLevel(clippingNorm, event)),
                secure,
                dispatch(),
                ofRun.spending().answered(member.name()));
    }

    /** Never from a seed: it must be another one in a server that was put back. */
    private static String dispatch() {
        byte[] bytes = new byte[DISPATCH_BYTES];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    void enter(RoundState state) {
        listener().entered(state, attempt);
    }
}
