package io.abacusdp.accounting.auto;

import static io.abacusdp.accounting.Adjacency.ADD_OR_REMOVE_ONE;
import static io.abacusdp.accounting.Adjacency.REPLACE_ONE;
import static io.abacusdp.accounting.Adjacency.ZERO_OUT;
import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.accounting.Accountant;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.HighReal;
import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.accounting.classic.ClassicAccountant;
import io.abacusdp.accounting.event.ApproximateDp;
import io.abacusdp.accounting.event.DiscreteGaussian;
import io.abacusdp.accounting.event.DiscreteLaplace;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.Laplace;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.PureDp;
import io.abacusdp.accounting.event.RandomizedResponse;
import io.abacusdp.accounting.exact.ExactAccountant;
import io.abacusdp.accounting.pld.PldAccountant;
import io.abacusdp.accounting.rdp.RdpAccountant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/** Single events under every accountant that has rules for them, against profiles in closed form or by enumeration. */
class RandomSinglesTest {
    private static final int EVENTS = Integer.getInteger("auto.single.events", 60);

    private static final List<Accountant> ACCOUNTANTS = List.of(
            new ExactAccountant(),
            new PldAccountant(),
            ClassicAccountant.optimal(),
            ClassicAccountant.strong(),
            ClassicAccountant.basic(),
            new RdpAccountant(),
            AutoAccountant.best());

    /** A δ(ε) that is known, for ε of either sign; next to the largest loss as well as doubles tell the two apart. */
    private record Known(DpEvent event, Adjacency adjacency, DoubleUnaryOperator profile, double largest) {
        double error() {
            return event instanceof Gaussian ? 0 : 4e-16 * (1 + largest);
        }
    }

    private final SplittableRandom random = new SplittableRandom(16);

    @Test
    void anyAccountant_ofASingleEvent_isNotBelowTheTruth() {
        int asked = 0;
        for (int i = 0; i < EVENTS; i++) {
            Known known = known(i % 10);
            double reach = Math.min(known.largest(), i % 2 == 0 ? 200 : 20);
            double epsilon = reach * random.nextDouble() * (i % 3 == 0 ? .05 : 1);
            double delta = known.profile().applyAsDouble(epsilon);
            for (Accountant accountant : ACCOUNTANTS) {
                asked += assertNotBelow(known, accountant, epsilon, delta) ? 1 : 0;
            }
        }
        assertThat(asked).isGreaterThan(2 * EVENTS);
    }

    private static boolean assertNotBelow(Known known, Accountant accountant, double epsilon, double truth) {
        String what = accountant.name() + " " + known + " at " + epsilon;
        try {
            Guarantee delta = accountant.delta(known.event(), known.adjacency(), epsilon);
            assertThat(delta.delta()).as(what).isGreaterThanOrEqualTo(truth * (1 - 1e-12) - known.error());
            assertThat(delta.lower().orElse(0)).as(what).isLessThanOrEqualTo(truth * (1 + 1e-12) + known.error());
            if (truth > 0 && truth < 1) {
                Guarantee found = accountant.epsilon(known.event(), known.adjacency(), truth);
                double reached = found.epsilon() < Double.POSITIVE_INFINITY
                        ? known.profile().applyAsDouble(found.epsilon())
                        : 0;
                assertThat(reached).as(what).isLessThanOrEqualTo(truth * (1 + 1e-9) + known.error());
                assertThat(found.lower().orElse(0)).as(what).isLessThanOrEqualTo(epsilon * (1 + 1e-9) + 1e-9);
            }
            return true;
        } catch (UnsupportedEventException refused) {
            return false;
        }
    }

    private Known known(int kind) {
        double loss = Math.pow(10, random.nextDouble(-2, 1));
        double rate = Math.pow(10, random.nextDouble(-4, 0));
        Adjacency adjacency = random.nextBoolean() ? ADD_OR_REMOVE_ONE : random.nextBoolean() ? REPLACE_ONE : ZERO_OUT;
        double factor = adjacency.sensitivityFactor();
        return switch (kind) {
            case 0 -> new Known(new Laplace(1 / loss), adjacency, laplace(factor / (1 / loss)), factor * loss);
            case 1 ->
                new Known(
                        new PoissonSampled(rate, new Laplace(1 / loss)),
                        ADD_OR_REMOVE_ONE,
                        sampled(laplace(1 / (1 / loss)), rate),
                        Math.log1p(rate * Math.expm1(loss)));
            case 2 -> new Known(new PureDp(loss), adjacency, pure(loss), loss);
            case 3 ->
                new Known(
                        new PoissonSampled(rate, new PureDp(loss)),
                        ADD_OR_REMOVE_ONE,
                        sampled(pure(loss), rate),
                        Math.log1p(rate * Math.expm1(loss)));
            case 4 -> approximate(loss, adjacency);
            case 5 -> {
                int shift = random.nextInt(1, 4);
                double a = loss / shift;
                yield new Known(
                        new DiscreteLaplace(a, shift),
                        adjacency,
                        shifted(
                                k -> Math.tanh(a / 2) * Math.exp(-a * Math.abs(k)),
                                (k, s) -> a * (Math.abs(k) - Math.abs(k - s)),
                                (int) (factor * shift),
                                600 / a),
                        factor * a * shift);
            }
            case 6 -> {
                double sigma = Math.pow(10, random.nextDouble(-.3, 1));
                double total = 0;
                for (int k = -2000; k <= 2000; k++) {
                    total += Math.exp(-k * (double) k / (2 * sigma * sigma));
                }
                double sum = total;
                yield new Known(
                        new DiscreteGaussian(sigma, 1),
                        adjacency,
                        shifted(
                                k -> Math.exp(-k * (double) k / (2 * sigma * sigma)) / sum,
                                (k, s) -> s * (2 * k - s) / (2 * sigma * sigma),
                                (int) factor,
                                // Beyond, terms are below the least double; none counts at losses of up to 35/σ.
                                38.5 * sigma),
                        35 / sigma);
            }
            case 7 -> response(REPLACE_ONE);
            case 8 -> response(ZERO_OUT);
            default -> {
                double noise = 1 / loss;
                yield new Known(
                        new Gaussian(noise),
                        adjacency,
                        e -> HighReal.gaussianDelta(
                                        HighReal.divide(HighReal.real(factor), HighReal.real(noise)),
                                        HighReal.real(Math.min(e, 1e6)))
                                .doubleValue(),
                        30 * loss);
            }
        };
    }

    private Known approximate(double loss, Adjacency adjacency) {
        double failing = Math.pow(10, random.nextDouble(-12, -1));
        DoubleUnaryOperator pure = pure(loss);
        return new Known(
                new ApproximateDp(loss, failing),
                adjacency,
                e -> failing + (1 - failing) * pure.applyAsDouble(e),
                loss);
    }

    private Known response(Adjacency adjacency) {
        double p = random.nextDouble(.01, .99);
        int k = random.nextInt(2, 20);
        double other = p / k;
        double own = 1 - p + other;
        DoubleUnaryOperator profile = adjacency == REPLACE_ONE
                ? e -> Math.max(0, own - Math.exp(e) * other)
                : e -> Math.max(
                        Math.max(0, own - Math.exp(e) / k), Math.max(0, 1 - 1.0 / k - Math.exp(e) * (k - 1) * other));
        double largest = adjacency == REPLACE_ONE ? Math.log(own / other) : Math.max(Math.log(own * k), -Math.log(p));
        return new Known(new RandomizedResponse(p, k), adjacency, profile, largest * (1 - 1e-12));
    }

    /** 1 − e^{(ε − s)/2} for a shift of s scales. */
    private static DoubleUnaryOperator laplace(double s) {
        return bothSigns(e -> Math.max(0, -Math.expm1((e - s) / 2)));
    }

    private static DoubleUnaryOperator pure(double loss) {
        return bothSigns(e -> e >= loss ? 0 : -Math.expm1(e - loss) / (1 + Math.exp(-loss)));
    }

    /** δ(−ε) = 1 − e^{−ε} + e^{−ε}·δ(ε) for a pair that is its own reverse. */
    private static DoubleUnaryOperator bothSigns(DoubleUnaryOperator positive) {
        return e -> e >= 0 ? positive.applyAsDouble(e) : -Math.expm1(e) + Math.exp(e) * positive.applyAsDouble(-e);
    }

    /** The larger of E(1 − q + qX − K)₊ and E(1 − K(1 − q + qX))₊, from E(X − k)₊ and E(k − X)₊ = k·E(1 − X/k)₊. */
    private static DoubleUnaryOperator sampled(DoubleUnaryOperator whole, double q) {
        return e -> {
            double removed = q * whole.applyAsDouble(Math.log1p(Math.expm1(e) / q));
            double level = (Math.expm1(-e) + q) / q;
            double added = level <= 0 ? 0 : Math.exp(e) * q * level * whole.applyAsDouble(-Math.log(level));
            return Math.max(removed, added);
        };
    }

    /** Noise on the integers, moved: enumerated. */
    private static DoubleUnaryOperator shifted(
            IntToDoubleFunction mass, DoubleBinaryOperator loss, int shift, double reach) {
        int far = (int) Math.min(20_000, Math.ceil(reach) + shift);
        return e -> {
            double sum = 0;
            for (int k = -far; k <= far; k++) {
                sum += Math.max(0, mass.applyAsDouble(k - shift) * -Math.expm1(e - loss.applyAsDouble(k, shift)));
            }
            return sum;
        };
    }
}
