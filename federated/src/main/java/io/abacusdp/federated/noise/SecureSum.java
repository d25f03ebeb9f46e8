package io.abacusdp.federated.noise;

import io.abacusdp.accounting.event.DpEvent;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * A sum of clients' updates as integers with distributed noise, and, if the clipping norm is to follow a quantile, how many of
 * them were within it. Updates are in units of the clipping norm, so that the sum costs the same whatever that is.
 *
 * <p>Formula: the count is one more number of the vector, ±k/2 with k the count's unit, so that a client moves all numbers
 * together by at most B = √(1 + k²/4), and one noise multiplier z over B covers both releases. For noise σ_b on the count,
 * k = z·B/σ_b, hence B² = 1/(1 − (z/2σ_b)²): the split of Andrew et al. 2021, arXiv:1905.03871.
 *
 * @param parameters numbers in an update
 * @param scale steps of the integer grid in a clipping norm
 * @param countUnit k; 0 if there is no count
 * @param noise on each number
 */
public record SecureSum(int parameters, double scale, double countUnit, DistributedSkellam noise) {
    /** Of one client's noise: fine enough that rounding costs little, and coarse enough for short tables. */
    private static final double VARIANCE_OF_A_CLIENT = 0x1p20;

    /** A sum whose noise is as settings say that two sides have in common. */
    public SecureSum {
        if (!(countUnit >= 0 && countUnit < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("the count's unit must be finite and at least 0, got " + countUnit);
        }
    }

    /**
     * A sum with noise of a multiple of each client's bound.
     *
     * @param noiseMultiplier z, above 0
     * @param honestClients in every sum, at least
     * @param countNoise σ_b, more than z/2; 0 if there is no count
     */
    public static SecureSum of(int parameters, double noiseMultiplier, int honestClients, double countNoise) {
        double ratio = countNoise == 0 ? 0 : noiseMultiplier / (2 * countNoise);
        if (!(ratio < 1)) {
            throw new IllegalArgumentException(
                    "noise of the count must be more than half of the noise multiplier %s, got %s"
                            .formatted(noiseMultiplier, countNoise));
        }
        double joint = 1 / Math.sqrt((1 - ratio) * (1 + ratio));
        double unit = countNoise == 0 ? 0 : noiseMultiplier * joint / countNoise;
        double scale = Math.sqrt(honestClients * VARIANCE_OF_A_CLIENT) / (noiseMultiplier * joint);
        FixedPoint encoding = encoding(parameters, scale, unit);
        double deviation = noiseMultiplier * encoding.l2Sensitivity();
        double variance = Math.nextUp(deviation * deviation) * (1 + 0x1p-50);
        return new SecureSum(parameters, scale, unit, new DistributedSkellam(variance, honestClients));
    }

    private static FixedPoint encoding(int parameters, double scale, double unit) {
        // Rounded up, so that an update within its bound is never clipped once more.
        double joint = Math.sqrt(1 + unit * unit / 4) * (1 + 1e-12);
        return new FixedPoint(parameters + (unit > 0 ? 1 : 0), joint, scale);
    }

    /** How vectors become integers. */
    public FixedPoint encoding() {
        return encoding(parameters, scale, countUnit);
    }

    /** What the sum costs those who are in it. */
    public DpEvent event(double failureProbability) {
        return noise.event(encoding(), failureProbability);
    }

    /** Refuses a sum of so many clients if it could wrap around. */
    public void requireFits(int clients) {
        encoding().requireFits(clients, clients * noise.variancePerClient());
    }

    /**
     * Whether a sum can be that of so many clients who clip their updates and add their noise. One that is not has somebody's
     * poison in it. Of honest clients it is taken for poisoned with a probability of at most 2^-39.
     */
    public boolean isReachable(int[] sum, int clients) {
        return encoding().isReachable(sum, clients, clients * noise.variancePerClient());
    }

    /**
     * A client's part: its update, whether that was within the bound before clipping, and noise.
     *
     * @param update in units of the clipping norm, of norm at most 1
     * @param ofOneClient the noise of one client, {@code noise().ofOneClient()}, whose tables take long to make
     */
    public int[] part(double[] update, boolean isWithin, SkellamNoise ofOneClient, RandomGenerator random) {
        double[] vector = Arrays.copyOf(update, encoding().length());
        if (countUnit > 0) {
            vector[parameters] = isWithin ? countUnit / 2 : -countUnit / 2;
        }
        int[] part = encoding().encode(vector, random);
        ofOneClient.addTo(part, random);
        return part;
    }

    /** The noisy sum of updates, in units of the clipping norm. */
    public double[] updates(int[] sum) {
        return Arrays.copyOf(encoding().decode(sum), parameters);
    }

    /** The noisy sum over clients of ½ if within the bound and −½ if not; there must be a count. */
    public double count(int[] sum) {
        return encoding().decode(sum)[parameters] / countUnit;
    }
}
