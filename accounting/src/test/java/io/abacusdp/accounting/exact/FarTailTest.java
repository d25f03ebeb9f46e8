package io.abacusdp.accounting.exact;

import static io.abacusdp.accounting.Adjacency.ADD_OR_REMOVE_ONE;
import static io.abacusdp.accounting.Adjacency.REPLACE_ONE;
import static io.abacusdp.accounting.HighReal.divide;
import static io.abacusdp.accounting.HighReal.exp;
import static io.abacusdp.accounting.HighReal.log;
import static io.abacusdp.accounting.HighReal.multiply;
import static io.abacusdp.accounting.HighReal.real;
import static io.abacusdp.accounting.HighReal.survival;
import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.HighReal;
import io.abacusdp.accounting.auto.AutoAccountant;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.rdp.RdpAccountant;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where probabilities or their products underflow: closed forms in sixty digits are the truths. */
class FarTailTest {
    private static final int RUNS = Integer.getInteger("exact.single.runs", 30);

    private final ExactAccountant exact = new ExactAccountant();

    /** The truths are those of the issue that found lower bounds above them. */
    @ParameterizedTest
    @CsvSource({".1, .1, 1e-200, 348.529795103698", ".01, .3, 1e-290, 121.703565319385"})
    void epsilon_whereDeltaOverExpUnderflows_isEnclosed(double rate, double noise, double delta, double truth) {
        Guarantee guarantee = exact.epsilon(Events.sampled(noise, rate, 1), ADD_OR_REMOVE_ONE, delta);
        assertThat(guarantee.lower().getAsDouble()).isBetween(truth - 1e-9, truth + 5e-13);
        assertThat(guarantee.epsilon()).isBetween(truth - 5e-13, truth + 1e-9);
    }

    @ParameterizedTest
    @ValueSource(doubles = {45, 100, 1e4, 1e9})
    void delta_beyondTheLeastDouble_isNeverZero(double epsilon) {
        for (DpEvent event : new DpEvent[] {
            new Gaussian(1), new Repeated(3, new Gaussian(2)), Events.sampled(1, .01, 1), Events.sampled(1, .01, 100)
        }) {
            assertThat(AutoAccountant.best()
                            .delta(event, ADD_OR_REMOVE_ONE, epsilon)
                            .delta())
                    .isGreaterThanOrEqualTo(Double.MIN_VALUE);
            assertThat(new RdpAccountant()
                            .delta(event, ADD_OR_REMOVE_ONE, epsilon)
                            .delta())
                    .isGreaterThanOrEqualTo(Double.MIN_VALUE);
        }
    }

    @Test
    void profile_randomSingleRuns_enclosesTheTruth() {
        SplittableRandom random = new SplittableRandom(16);
        for (int i = 0; i < RUNS; i++) {
            double rate = Math.pow(10, random.nextDouble(-6, 0));
            double noise = Math.pow(10, random.nextDouble(-1.3, 1.3));
            double delta = Math.min(.9, Math.pow(10, -random.nextDouble(0, i % 2 == 0 ? 320 : 12)));
            Adjacency adjacency = i % 3 == 0 ? REPLACE_ONE : ADD_OR_REMOVE_ONE;
            DpEvent event = i % 5 == 0 ? new Gaussian(noise) : Events.sampled(noise, rate, 1);
            double q = i % 5 == 0 ? 1 : rate;
            String what = event + " " + adjacency + " " + delta;

            Guarantee epsilon = exact.epsilon(event, adjacency, delta);
            assertThat(truth(adjacency, q, noise, epsilon.epsilon())).as(what).isLessThanOrEqualTo(real(delta));
            double lower = epsilon.lower().getAsDouble();
            if (lower > 0) {
                assertThat(truth(adjacency, q, noise, lower)).as(what).isGreaterThanOrEqualTo(real(delta));
                assertThat(epsilon.epsilon() / lower).as(what).isLessThan(1 + 1e-9);
            }
            double at = epsilon.epsilon() * random.nextDouble(0, 1.5);
            Guarantee found = exact.delta(event, adjacency, at);
            BigDecimal expected = truth(adjacency, q, noise, at);
            assertThat(real(found.delta())).as(what + " at " + at).isGreaterThanOrEqualTo(expected);
            assertThat(real(found.lower().getAsDouble())).as(what + " at " + at).isLessThanOrEqualTo(expected);
        }
    }

    /** The larger of both directions. */
    private static BigDecimal truth(Adjacency adjacency, double rate, double noise, double epsilon) {
        BigDecimal sigma = real(noise);
        BigDecimal k = exp(real(epsilon));
        if (rate == 1) {
            return HighReal.gaussianDelta(divide(real(adjacency.sensitivityFactor()), sigma), real(epsilon));
        }
        BigDecimal q = real(rate);
        return adjacency == REPLACE_ONE
                ? replaced(q, sigma, k)
                : removed(q, sigma, k).max(added(q, sigma, k));
    }

    /** r(x) = 1 − q + q·e^{(x − 1/2)/σ²} = K at x = 1/2 + σ²·log((K − 1 + q)/q). */
    private static BigDecimal point(BigDecimal q, BigDecimal sigma, BigDecimal k) {
        BigDecimal ratio = divide(k.subtract(BigDecimal.ONE).add(q), q);
        return multiply(multiply(sigma, sigma), log(ratio)).add(new BigDecimal("0.5"));
    }

    private static BigDecimal removed(BigDecimal q, BigDecimal sigma, BigDecimal k) {
        BigDecimal x = point(q, sigma, k);
        return mixtureAbove(q, sigma, x).subtract(multiply(k, survival(divide(x, sigma))));
    }

    private static BigDecimal added(BigDecimal q, BigDecimal sigma, BigDecimal k) {
        BigDecimal inverse = divide(BigDecimal.ONE, k);
        if (inverse.compareTo(BigDecimal.ONE.subtract(q)) <= 0) {
            return BigDecimal.ZERO;
        }
        BigDecimal x = point(q, sigma, inverse);
        BigDecimal below = survival(divide(x, sigma).negate());
        return below.subtract(multiply(k, mixtureBelow(q, sigma, x)));
    }

    /** r(x) = K·r(−x): a quadratic equation for e^{x/σ²}. */
    private static BigDecimal replaced(BigDecimal q, BigDecimal sigma, BigDecimal k) {
        BigDecimal square = multiply(sigma, sigma);
        BigDecimal t = multiply(q, exp(divide(new BigDecimal("-0.5"), square)));
        BigDecimal b = multiply(BigDecimal.ONE.subtract(q), k.subtract(BigDecimal.ONE));
        BigDecimal root = multiply(b, b)
                .add(multiply(multiply(t, t), k).multiply(BigDecimal.valueOf(4)))
                .sqrt(new MathContext(130));
        BigDecimal x = multiply(square, log(divide(b.add(root), t.multiply(BigDecimal.valueOf(2)))));
        return mixtureAbove(q, sigma, x).subtract(multiply(k, mixtureBelow(q, sigma, x.negate())));
    }

    private static BigDecimal mixtureAbove(BigDecimal q, BigDecimal sigma, BigDecimal x) {
        BigDecimal rest = multiply(BigDecimal.ONE.subtract(q), survival(divide(x, sigma)));
        return rest.add(multiply(q, survival(divide(x.subtract(BigDecimal.ONE), sigma))));
    }

    private static BigDecimal mixtureBelow(BigDecimal q, BigDecimal sigma, BigDecimal x) {
        BigDecimal rest =
                multiply(BigDecimal.ONE.subtract(q), survival(divide(x, sigma).negate()));
        return rest.add(multiply(
                q, survival(divide(x.subtract(BigDecimal.ONE), sigma).negate())));
    }
}
