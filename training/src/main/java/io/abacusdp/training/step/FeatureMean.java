package io.abacusdp.training.step;

import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.noise.GaussianNoise;
import io.abacusdp.training.sum.GridSum;
import io.abacusdp.training.sum.SumSensitivity;
import java.util.function.IntPredicate;

/**
 * The mean of all examples' features, with noise: one release of everybody, not of a sample.
 *
 * <p>Formula: (Σ_i clip_B(x_i) + N(0, σ²)) / n with B = √d for d features, σ = z·B·(1 + η), and n the public number of examples. Features
 * in [−1, 1], and those that are normalised to variance 1, are within B; longer ones are scaled down to it.
 * <p>Assumes: noise multiplier z is charged as a Gaussian on the whole data before this is computed.
 * <p>Accuracy: one example moves the computed sum by at most B·(1 + η), η as {@link SumSensitivity#excessOneByOne}: each is rounded to
 * a public grid by itself and added exactly.
 */
public final class FeatureMean {
    private FeatureMean() {}

    /**
     * The sum of all examples, each within the bound. Private until it is released.
     *
     * @param counts which rows count; the others add nothing
     */
    public static GridSum sum(Dataset data, IntPredicate counts) {
        int length = data.featureCount();
        double bound = bound(length);
        GridSum sum = GridSum.of(length, bound);
        float[] features = new float[length];
        double[] contribution = new double[length];
        for (int row = 0; row < data.size(); row++) {
            if (counts.test(row)) {
                data.copyFeatures(row, features, 0);
                double squares = 0;
                for (float feature : features) {
                    squares += (double) feature * feature;
                }
                double factor = Math.min(1, bound / Math.sqrt(squares));
                for (int i = 0; i < length; i++) {
                    contribution[i] = features[i] * factor;
                }
                sum.add(contribution);
            }
        }
        return sum;
    }

    private static double bound(int length) {
        return Math.sqrt(length);
    }

    /** σ for so many features. */
    public static double deviation(int length, double noiseMultiplier) {
        double moves = bound(length) * (1 + SumSensitivity.excessOneByOne(length));
        return DpStep.standardDeviation(noiseMultiplier, moves);
    }

    /**
     * Releases the mean.
     *
     * @param deviation as {@link #deviation} has it
     * @param examples n, the public number
     * @param noise from a stream that nothing else has
     */
    public static float[] release(GridSum sum, double deviation, int examples, GaussianNoise noise) {
        double[] noisy = noise.release(sum, deviation);
        float[] mean = new float[noisy.length];
        for (int i = 0; i < mean.length; i++) {
            mean[i] = (float) (noisy[i] / examples);
        }
        return mean;
    }
}
