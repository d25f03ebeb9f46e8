package io.abacusdp.federated.server;

import io.abacusdp.federated.budget.Attempt;
import io.abacusdp.federated.message.Answer;
import io.abacusdp.federated.message.ClientLevel;
import io.abacusdp.federated.message.SecureSettings;
import io.abacusdp.federated.message.Task;
import io.abacusdp.federated.noise.Streams;
import io.abacusdp.federated.protocol.TaskId;
import io.abacusdp.training.model.ModelJson;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What an attempt has to work with.
 *
 * @param asked who takes part
 * @param clippingNorm bound on updates; infinite if there is none
 * @param spent told how often clients say that they have charged themselves
 */
@SuppressWarnings("ArrayRecordComponent") // Compared by nobody.
record AttemptContext(
        FederationPlan plan,
        RoundPricing pricing,
        String run,
        Attempt attempt,
        List<Member> asked,
        float[] parameters,
        double clippingNorm,
        TaskBoard board,
        Streams streams,
        RoundListener listener,
        Spent spent) {
    /** Takes notice of what clients say that they have spent. */
    interface Spent {
        void told(Map<String, Answer> answers) throws IOException;
    }

    TaskId task(int step) {
        return new TaskId(attempt.round(), attempt.attempt(), step);
    }

    /** The first task of a client. */
    Task.Train train(Member member, Optional<SecureSettings> secure) {
        return new Task.Train(
                run,
                ModelJson.write(plan.model()),
                parameters,
                member.local(),
                pricing.records(member),
                pricing.participation().map(event -> new ClientLevel(clippingNorm, event)),
                secure);
    }

    void enter(RoundState state) {
        listener.entered(state, attempt);
    }
}
