package io.abacusdp.federated.server;

import io.abacusdp.federated.aggregate.WeightedSum;
import io.abacusdp.federated.message.Answer;
import io.abacusdp.training.noise.GaussianNoise;
import io.abacusdp.training.trainer.Clipping;
import io.abacusdp.training.trainer.DpStep;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * An attempt in which the server sees updates: those of style sample have their noise, and to those of style user the server, who
 * is trusted with them, adds it to the sum. Updates are summed in the order of the plan's members, whatever the order in which
 * they came.
 */
final class PlainAttempt {
    /** An update that a client had to clip has this share of the bound, or its rounding to floats. */
    private static final double CLIPPED = 1 - 2e-6;

    private final AttemptContext context;

    PlainAttempt(AttemptContext context) {
        this.context = context;
    }

    NoisySum run() throws IOException, InterruptedException, AttemptAbortedException {
        FederationPlan plan = context.plan();
        Map<String, byte[]> contents = new LinkedHashMap<>();
        context.asked()
                .forEach(member -> contents.put(
                        member.name(), context.train(member, Optional.empty()).encode()));
        context.board().post(context.task(0), contents, (client, answer) -> check(answer));
        context.enter(RoundState.DISPATCHED);
        context.enter(RoundState.COLLECTING);
        Map<String, Answer> answers = context.board().close(plan.patience().phase());
        context.spent().told(answers);
        Map<String, float[]> updates = updates(answers);
        // Where clients are sampled, to stop for too few would tell who was.
        if (plan.clientNoise().isEmpty() || plan.clientRate() == 1) {
            requireEnough(updates.size());
        }
        return noised(updates);
    }

    private void requireEnough(int answered) throws AttemptAbortedException {
        int least = context.plan().patience().minimumClients();
        if (answered < least) {
            throw new AttemptAbortedException(answered + " clients answered, of at least " + least);
        }
    }

    /** Refuses what cannot be summed; a client that sends it is asked again, as long as there is time. */
    private void check(Answer answer) {
        if (answer instanceof Answer.Message) {
            throw new IllegalArgumentException("an update was asked for");
        }
        if (answer instanceof Answer.Update update) {
            float[] values = update.update();
            if (values.length != context.parameters().length) {
                throw new IllegalArgumentException(
                        "an update must have " + context.parameters().length + " numbers, got " + values.length);
            }
            double norm = norm(values);
            // Stated positively, so that an update with a NaN is refused.
            if (!(norm < Double.POSITIVE_INFINITY && norm <= context.clippingNorm())) {
                throw new IllegalArgumentException("an update must be finite and within its bound");
            }
        }
    }

    private Map<String, float[]> updates(Map<String, Answer> answers) {
        Map<String, float[]> updates = new LinkedHashMap<>();
        answers.forEach((client, answer) -> {
            if (answer instanceof Answer.Update update) {
                updates.put(client, update.update());
            } else if (answer instanceof Answer.Declined declined) {
                context.listener().noted("%s declines %s: %s".formatted(client, context.attempt(), declined.reason()));
            }
        });
        return updates;
    }

    private NoisySum noised(Map<String, float[]> updates) {
        FederationPlan plan = context.plan();
        WeightedSum weights = plan.weights();
        double[] sum = new double[context.parameters().length];
        double within = 0;
        for (int i = 0; i < plan.members().size(); i++) {
            float[] update = updates.get(plan.members().get(i).name());
            if (update != null) {
                weights.add(sum, i, update);
                within += norm(update) < context.clippingNorm() * CLIPPED ? 0.5 : -0.5;
            }
        }
        context.enter(RoundState.AGGREGATED);
        OptionalDouble count = OptionalDouble.empty();
        if (plan.clientNoise().isPresent()) {
            count = addNoise(plan.clientNoise().get(), sum, within);
        }
        context.enter(RoundState.NOISED);
        return new NoisySum(sum, count);
    }

    /** Both releases together are one Gaussian of the plan's noise multiplier. */
    private OptionalDouble addNoise(ClientNoise settings, double[] sum, double within) {
        GaussianNoise noise = new GaussianNoise(context.streams()
                .source(
                        "noise of the server",
                        context.attempt().round(),
                        context.attempt().attempt()));
        double multiplier = settings.noiseMultiplier();
        if (settings.clipping() instanceof Clipping.Adaptive adaptive) {
            double split = DpStep.gradientNoise(multiplier, adaptive.countNoise());
            noise.addTo(sum, 0, sum.length, DpStep.standardDeviation(split, context.clippingNorm()));
            double[] count = {within};
            noise.addTo(count, 0, 1, DpStep.standardDeviation(adaptive.countNoise(), 1));
            return OptionalDouble.of(count[0]);
        }
        noise.addTo(sum, 0, sum.length, DpStep.standardDeviation(multiplier, context.clippingNorm()));
        return OptionalDouble.empty();
    }

    private static double norm(float[] values) {
        double square = 0;
        for (float value : values) {
            square += (double) value * value;
        }
        return Math.sqrt(square);
    }
}
