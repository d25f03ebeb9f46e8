package io.abacusdp.federated.server;

import io.abacusdp.federated.aggregate.WeightedSum;
import io.abacusdp.federated.message.Answer;
import io.abacusdp.training.noise.GaussianNoise;
import io.abacusdp.training.step.Clipping;
import io.abacusdp.training.step.DpStep;
import io.abacusdp.training.sum.GridSum;
import io.abacusdp.training.sum.SumSensitivity;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * An attempt in which the server sees updates: those of style sample have their noise, and to those of style user the server, who
 * is trusted with them, adds it to the sum. Bounded updates are summed exactly, each rounded to a public grid, so that one client
 * moves the sum by no more than its bound and that rounding, for which the noise is made.
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
        context.board().post(context.task(0), contents, this::check);
        context.enter(RoundState.DISPATCHED);
        context.enter(RoundState.COLLECTING);
        Map<String, Answer> answers = context.answers();
        context.spent(answers);
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
    private void check(String client, Answer answer) {
        context.requirePossible(client, answer);
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

    private static Map<String, float[]> updates(Map<String, Answer> answers) {
        Map<String, float[]> updates = new LinkedHashMap<>();
        answers.forEach((client, answer) -> {
            if (answer instanceof Answer.Update update) {
                updates.put(client, update.update());
            }
        });
        return updates;
    }

    private NoisySum noised(Map<String, float[]> updates) {
        FederationPlan plan = context.plan();
        WeightedSum weights = plan.weights();
        GridSum sum = GridSum.of(context.parameters().length, context.clippingNorm());
        double within = 0;
        for (int i = 0; i < plan.members().size(); i++) {
            float[] update = updates.get(plan.members().get(i).name());
            if (update != null) {
                sum.add(weights.contribution(i, update));
                within += norm(update) < context.clippingNorm() * CLIPPED ? 0.5 : -0.5;
            }
        }
        context.enter(RoundState.AGGREGATED);
        NoisySum noised = plan.clientNoise().isPresent()
                ? noised(plan.clientNoise().get(), sum, within)
                : new NoisySum(sum.toArray(), OptionalDouble.empty());
        context.enter(RoundState.NOISED);
        return noised;
    }

    /** Both releases together are one Gaussian of the plan's noise multiplier. */
    private NoisySum noised(ClientNoise settings, GridSum sum, double within) {
        GaussianNoise noise = new GaussianNoise(context.streams()
                .source(
                        "noise of the server",
                        context.attempt().round(),
                        context.attempt().attempt()));
        double split = settings.clipping().gradientNoise(settings.noiseMultiplier());
        double moves = context.clippingNorm() * (1 + SumSensitivity.excessOneByOne(sum.length()));
        double[] updates = noise.release(sum, DpStep.standardDeviation(split, moves));
        if (settings.clipping() instanceof Clipping.Adaptive adaptive) {
            GridSum count = GridSum.ofCount(within);
            double noisy = noise.release(count, DpStep.standardDeviation(adaptive.countNoise(), 1))[0];
            return new NoisySum(updates, OptionalDouble.of(noisy));
        }
        return new NoisySum(updates, OptionalDouble.empty());
    }

    private static double norm(float[] values) {
        double square = 0;
        for (float value : values) {
            square += (double) value * value;
        }
        return Math.sqrt(square);
    }
}
