package io.abacusdp.federated.server;

import io.abacusdp.federated.message.Answer;
import io.abacusdp.federated.message.SecureSettings;
import io.abacusdp.federated.message.Task;
import io.abacusdp.federated.noise.SecureSum;
import io.abacusdp.federated.secagg.AggregateSum;
import io.abacusdp.federated.secagg.AggregationAbortedException;
import io.abacusdp.federated.secagg.AggregationServer;
import io.abacusdp.federated.secagg.Bytes;
import io.abacusdp.federated.secagg.ClientMessage;
import io.abacusdp.federated.secagg.Participant;
import io.abacusdp.federated.secagg.Phase;
import io.abacusdp.federated.secagg.RefusedMessageException;
import io.abacusdp.federated.secagg.ServerMessage;
import io.abacusdp.federated.secagg.Session;
import java.io.IOException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * An attempt by secure aggregation: the server learns the sum of the integers that clients made of their updates and their
 * noise, and nothing else. The sum has its noise from the first moment on.
 */
final class SecureAttempt {
    private final AttemptContext context;
    private final SecureRoster roster;
    private final SecureSum noisy;
    private final AggregationServer server;
    private final Bytes id = Session.newId();
    private final Session session;

    SecureAttempt(AttemptContext context) {
        this.context = context;
        roster = context.pricing().roster().orElseThrow();
        noisy = context.pricing().secureSum().orElseThrow();
        session = roster.session(
                Session.boundId(id, noisy.scale(), noisy.noise().variance(), noisy.countUnit()),
                context.attempt().attempt(),
                RoundPricing.length(context.plan()));
        server = new AggregationServer(session);
    }

    NoisySum run() throws IOException, InterruptedException, AttemptAbortedException {
        try {
            return exchange();
        } catch (AggregationAbortedException e) {
            throw new AttemptAbortedException(String.valueOf(e.getMessage()));
        }
    }

    private NoisySum exchange() throws IOException, InterruptedException, AttemptAbortedException {
        context.board().post(context.task(0), firstTasks(), this::receive);
        context.enter(RoundState.DISPATCHED);
        context.enter(RoundState.COLLECTING);
        context.spent(context.answers());
        int step = 1;
        while (server.phase() != Phase.UNMASK) {
            Map<String, byte[]> contents = new LinkedHashMap<>();
            List<ServerMessage> messages = server.close();
            for (ServerMessage message : messages) {
                String client = roster.participants().get(message.recipient()).name();
                contents.put(client, new Task.Exchange(message.encode()).encode());
            }
            context.board().post(context.task(step), contents, this::receive);
            context.answers();
            step++;
        }
        AggregateSum sum = server.finish();
        int summed = sum.survivors().size();
        if (!noisy.isReachable(sum.values(), summed)) {
            throw new AttemptAbortedException(
                    "the sum is poisoned: %d clients who clip their updates and add their noise cannot have it"
                            .formatted(summed));
        }
        context.enter(RoundState.AGGREGATED);
        double[] updates = noisy.updates(sum.values());
        for (int i = 0; i < updates.length; i++) {
            updates[i] *= context.clippingNorm();
        }
        OptionalDouble count =
                noisy.countUnit() > 0 ? OptionalDouble.of(noisy.count(sum.values())) : OptionalDouble.empty();
        context.enter(RoundState.NOISED);
        return new NoisySum(updates, count);
    }

    private Map<String, byte[]> firstTasks() {
        List<String> names =
                roster.participants().stream().map(Participant::name).toList();
        Map<String, byte[]> contents = new LinkedHashMap<>();
        for (int i = 0; i < context.plan().members().size(); i++) {
            Member member = context.plan().members().get(i);
            if (!context.asked().contains(member)) {
                continue;
            }
            SecureSettings settings = new SecureSettings(
                    HexFormat.of().formatHex(id.toArray()),
                    names,
                    session.threshold(),
                    session.colluders(),
                    context.plan().weights().share(i),
                    noisy.scale(),
                    noisy.noise().variance(),
                    noisy.countUnit());
            contents.put(
                    member.name(), context.train(member, Optional.of(settings)).encode());
        }
        return contents;
    }

    private void receive(String client, Answer answer) {
        context.requirePossible(client, answer);
        if (answer instanceof Answer.Update) {
            throw new IllegalArgumentException("a message of secure aggregation was asked for");
        }
        if (answer instanceof Answer.Message message) {
            ClientMessage decoded = ClientMessage.decode(message.message());
            int sender = decoded.sender();
            if (sender < 0
                    || sender >= roster.participants().size()
                    || !roster.participants().get(sender).name().equals(client)) {
                throw new IllegalArgumentException("the message is not of " + client);
            }
            try {
                server.receive(decoded);
            } catch (RefusedMessageException e) {
                throw new IllegalArgumentException(e.getMessage(), e);
            }
        }
    }
}
