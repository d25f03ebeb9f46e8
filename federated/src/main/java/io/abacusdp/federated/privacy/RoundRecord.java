package io.abacusdp.federated.privacy;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.NonPrivate;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.Repeated;
import java.util.Optional;

/**
 * One round as people state it who train by themselves: noise multiplier, sampling rate and number of steps, for records and
 * for clients. No steps cost nothing. Steps without noise are not private, whatever else is done.
 *
 * @param round from 1
 * @param sigmaSample noise over the clipping norm of a record's gradient, at least 0
 * @param qSample probability of a record to be in a step, in [0, 1]
 * @param stepsSample local steps of the round, at least 0
 * @param sigmaUser noise over the clipping norm of a client's update, at least 0
 * @param qUser probability of a client to be in the round, in [0, 1]
 * @param stepsUser noisy sums of the round, at least 0
 */
public record RoundRecord(
        int round,
        double sigmaSample,
        double qSample,
        long stepsSample,
        double sigmaUser,
        double qUser,
        long stepsUser) {
    public RoundRecord {
        if (round < 1) {
            throw new IllegalArgumentException("round must be at least 1, got " + round);
        }
        require("sample", sigmaSample, qSample, stepsSample);
        require("user", sigmaUser, qUser, stepsUser);
    }

    private static void require(String name, double sigma, double rate, long steps) {
        if (!(sigma >= 0 && sigma < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("sigma_" + name + " must be finite and at least 0, got " + sigma);
        }
        if (!(rate >= 0 && rate <= 1)) {
            throw new IllegalArgumentException("q_" + name + " must be in [0, 1], got " + rate);
        }
        if (steps < 0) {
            throw new IllegalArgumentException("steps_" + name + " must be at least 0, got " + steps);
        }
    }

    /** What the round costs a record, if anything. */
    public Optional<DpEvent> sample() {
        return event(sigmaSample, qSample, stepsSample);
    }

    /** What the round costs a client, if anything. */
    public Optional<DpEvent> user() {
        return event(sigmaUser, qUser, stepsUser);
    }

    private static Optional<DpEvent> event(double sigma, double rate, long steps) {
        return steps == 0 || rate == 0 ? Optional.empty() : Optional.of(steps(sigma, rate, steps));
    }

    /** Equal steps of sampling and Gaussian noise; without noise they are not private. */
    static DpEvent steps(double sigma, double rate, long steps) {
        DpEvent release = sigma > 0 ? new Gaussian(sigma) : new NonPrivate();
        return new Repeated(steps, new PoissonSampled(rate, release));
    }
}
