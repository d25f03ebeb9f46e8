package io.abacusdp.federated.server;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.auto.AutoAccountant;
import io.abacusdp.accounting.calibrate.Calibration;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.federated.noise.SecureSum;
import io.abacusdp.federated.secagg.Session;
import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;

/**
 * The least noise for clients with which all rounds stay within a target, for those who see released models only.
 *
 * @param rounds that are to be made
 */
public record NoiseCalibration(double epsilon, double delta, int rounds) {
    /**
     * For noise that the server adds.
     *
     * @param rate probability of a client to be asked in a round
     */
    public double multiplier(double rate) {
        return least(Adjacency.ADD_OR_REMOVE_ONE, noise -> new PoissonSampled(rate, new Gaussian(noise)));
    }

    /**
     * For noise that clients add.
     *
     * @param countNoise noise on the count of clipped updates, by the noise multiplier; 0 if nothing is counted
     */
    public double multiplier(SecureRoster roster, int parameters, DoubleUnaryOperator countNoise) {
        Session session = roster.session(Session.newId(), 0, parameters);
        return least(
                Adjacency.ZERO_OUT,
                noise -> SecureSum.of(parameters, noise, session.honestInEverySum(), countNoise.applyAsDouble(noise))
                        .event(session.failureProbability()));
    }

    private double least(Adjacency adjacency, DoubleFunction<DpEvent> round) {
        return new Calibration(AutoAccountant.best(), adjacency, epsilon, delta)
                .noiseMultiplier(noise -> new Repeated(rounds, round.apply(noise)))
                .value();
    }
}
