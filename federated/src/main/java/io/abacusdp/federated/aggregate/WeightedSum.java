package io.abacusdp.federated.aggregate;

import java.util.List;

/**
 * Public weights, fixed before the first round, and the sum that they make. A client's share is its weight over the greatest, so
 * that no client moves the sum by more than its update's bound. What the sum is divided by is fixed as well, whoever answered:
 * the noise, and what one client can do to the mean, do not depend on who survived.
 */
public final class WeightedSum {
    private final double[] shares;
    private final double denominator;

    /**
     * @param weights of all clients, in their order, each finite and above 0
     * @param rate probability of a client to be asked, in (0, 1]
     */
    public WeightedSum(List<Double> weights, double rate) {
        double greatest = 0;
        for (double weight : weights) {
            if (!(weight > 0 && weight < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("a client's weight must be finite and above 0, got " + weight);
            }
            greatest = Math.max(greatest, weight);
        }
        if (!(rate > 0 && rate <= 1)) {
            throw new IllegalArgumentException("the rate of clients must be in (0, 1], got " + rate);
        }
        shares = new double[weights.size()];
        double total = 0;
        for (int i = 0; i < shares.length; i++) {
            shares[i] = weights.get(i) / greatest;
            total += shares[i];
        }
        denominator = rate * total;
    }

    /** What a client's update is multiplied by, at most 1. */
    public double share(int client) {
        return shares[client];
    }

    /** What an update contributes to the sum. */
    public double[] contribution(int client, float[] update) {
        double[] contribution = new double[update.length];
        for (int i = 0; i < update.length; i++) {
            contribution[i] = shares[client] * update[i];
        }
        return contribution;
    }

    /** The mean update: the sum over the fixed denominator. */
    public float[] mean(double[] sum) {
        float[] mean = new float[sum.length];
        for (int i = 0; i < sum.length; i++) {
            mean[i] = (float) (sum[i] / denominator);
        }
        return mean;
    }

    public double denominator() {
        return denominator;
    }
}
