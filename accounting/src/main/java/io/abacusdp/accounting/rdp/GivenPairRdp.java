package io.abacusdp.accounting.rdp;

import io.abacusdp.accounting.event.GivenPair;
import java.util.List;

/**
 * Rényi divergence of a pair that is given by its losses ℓ and their masses m under P: the larger of both directions.
 *
 * <p>Formula: E_Q[(P/Q)^α] = Σ m·e^{(α−1)ℓ} and E_P[(Q/P)^α] = Σ m·e^{−αℓ}. The masses of a law may differ from 1 by what rounding leaves;
 * a sum that takes them for 1 is wrong by at most α times that, which is added. No divergence is above the largest loss.
 */
final class GivenPairRdp {
    private static final double RAISED = 1 + 1e-12;

    private GivenPairRdp() {}

    static RdpCurve of(GivenPair pair) {
        List<Double> losses = pair.losses();
        int size = losses.size();
        double[] loss = new double[size];
        double[] negated = new double[size];
        double[] present = new double[size];
        double[] absent = new double[size];
        double[] weightRoundings = new double[size];
        double[] lossRoundings = new double[size];
        double sum = 0;
        double counterSum = 0;
        double most = 0;
        for (int i = 0; i < size; i++) {
            loss[i] = losses.get(i);
            negated[i] = -loss[i];
            present[i] = Math.log(pair.masses().get(i));
            absent[i] = present[i] - loss[i];
            // The logarithm and the difference err by some units of their sizes; losses are as they are given.
            weightRoundings[i] = 8 * (2 + Math.abs(present[i]) + Math.abs(absent[i]));
            sum += pair.masses().get(i);
            counterSum += Math.exp(absent[i]);
            most = Math.max(most, Math.abs(loss[i]));
        }
        RenyiSum removed = RenyiSum.of(absent, loss, weightRoundings, lossRoundings);
        RenyiSum added = RenyiSum.of(present, negated, weightRoundings, lossRoundings);
        double error = Math.abs(sum - 1) + Math.abs(counterSum - 1) + (size + 4) * Math.ulp(1.0);
        double greatest = most;
        return order -> {
            double moment = Math.max(removed.logMoment(order), added.logMoment(order)) + order * error;
            return Math.min(greatest, moment / (order - 1) * RAISED);
        };
    }
}
