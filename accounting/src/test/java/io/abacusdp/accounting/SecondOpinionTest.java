package io.abacusdp.accounting;

import static io.abacusdp.accounting.HighReal.divide;
import static io.abacusdp.accounting.HighReal.exp;
import static io.abacusdp.accounting.HighReal.log;
import static io.abacusdp.accounting.HighReal.multiply;
import static io.abacusdp.accounting.HighReal.real;
import static io.abacusdp.accounting.HighReal.survival;
import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.accounting.classic.AnalyticGaussian;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.exact.ErrorRates;
import io.abacusdp.accounting.exact.ExactAccountant;
import io.abacusdp.accounting.numeric.Enclosure;
import io.abacusdp.accounting.pld.PldAccountant;
import io.abacusdp.accounting.rdp.Conversion;
import io.abacusdp.accounting.rdp.RdpAccountant;
import io.abacusdp.accounting.risk.AttackRisk;
import io.abacusdp.accounting.tradeoff.TradeoffCurve;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Every kind of certified query against a second evaluation in a hundred digits that shares no code with the first.
 *
 * <p>Two runs of a sampled Gaussian: δ₂(c) = ∫ p(x)·δ₁(c − L(x)) dx and Q[L₁ + L₂ &gt; c] = ∫ q(x)·Q[L &gt; c − L(x)] dx, with closed forms for one run, by a double
 * exponential rule that one of half as many nodes confirms.
 */
@Tag("slow")
class SecondOpinionTest {
    private static final int QUERIES = Integer.getInteger("opinion.queries", 1);
    private static final MathContext DIGITS = new MathContext(100);
    private static final BigDecimal ONE = BigDecimal.ONE;
    private static final BigDecimal HALF = new BigDecimal("0.5");
    private static final int PARTS = 24;

    /** By the trapezoidal rule, which errs by e^{−2π²·64}. */
    private static final BigDecimal ROOT_TWO_PI = rootTwoPi();

    private final SplittableRandom random = new SplittableRandom(100);

    private record Run(BigDecimal q, BigDecimal sigma) {
        BigDecimal ratio(BigDecimal x) {
            BigDecimal exponent = divide(x.subtract(HALF), multiply(sigma, sigma));
            return ONE.subtract(q).add(multiply(q, exp(exponent)));
        }

        /** Whether r is anywhere the given one; if not, it is everywhere larger. */
        boolean reaches(BigDecimal ratio) {
            return ratio.subtract(ONE).add(q).signum() > 0;
        }

        /** Where r is the given one. */
        BigDecimal point(BigDecimal ratio) {
            BigDecimal rest = ratio.subtract(ONE).add(q);
            return multiply(multiply(sigma, sigma), log(divide(rest, q))).add(HALF);
        }

        BigDecimal qAbove(BigDecimal x) {
            return survival(divide(x, sigma));
        }

        BigDecimal pAbove(BigDecimal x) {
            return multiply(ONE.subtract(q), qAbove(x)).add(multiply(q, qAbove(x.subtract(ONE))));
        }

        /** δ₁ at log k, k any positive number. */
        BigDecimal delta(BigDecimal k) {
            if (!reaches(k)) {
                return ONE.subtract(k);
            }
            BigDecimal x = point(k);
            return pAbove(x).subtract(multiply(k, qAbove(x)));
        }

        BigDecimal falsePositives(BigDecimal k) {
            return reaches(k) ? qAbove(point(k)) : ONE;
        }

        BigDecimal truePositives(BigDecimal k) {
            return reaches(k) ? pAbove(point(k)) : ONE;
        }

        /** ∫ n(x)·f(x) dx, n the density of N(0, σ²), from −14σ to 14σ beyond the given point. */
        BigDecimal mean(UnaryOperator<BigDecimal> f, double reach, int parts) {
            double s = sigma.doubleValue();
            int from = -14 * parts;
            int to = (int) Math.ceil((14 + reach / s) * parts);
            BigDecimal sum = BigDecimal.ZERO;
            for (int i = from; i <= to; i++) {
                BigDecimal z = divide(BigDecimal.valueOf(i), BigDecimal.valueOf(parts));
                BigDecimal weight = exp(multiply(multiply(z, z), HALF).negate());
                sum = sum.add(multiply(weight, f.apply(multiply(z, sigma))), DIGITS);
            }
            return divide(sum, multiply(BigDecimal.valueOf(parts), ROOT_TWO_PI));
        }

        /**
         * ∫ once(k/r(x)) dQ, or dP: beyond the x at which k/r is the least ratio, 1 − q, as given; up to there with x = that − σ·exp(s − e^{−s}), by
         * which what is flat at the edge and elsewhere becomes smooth. What steps of twice the length differ by is the second number.
         */
        BigDecimal[] twice(
                UnaryOperator<BigDecimal> once, boolean underP, BigDecimal k, UnaryOperator<BigDecimal> beyond) {
            BigDecimal edge = point(divide(k, ONE.subtract(q)));
            BigDecimal sum = BigDecimal.ZERO;
            BigDecimal half = BigDecimal.ZERO;
            for (int i = -5 * PARTS; i <= 4 * PARTS; i++) {
                BigDecimal s = divide(BigDecimal.valueOf(i), BigDecimal.valueOf(PARTS));
                BigDecimal inner = exp(s.negate());
                BigDecimal v = exp(s.subtract(inner));
                BigDecimal x = edge.subtract(multiply(sigma, v));
                BigDecimal z = divide(x, sigma);
                if (z.abs().doubleValue() > 25) {
                    continue;
                }
                BigDecimal r = ratio(x);
                BigDecimal weight = exp(multiply(multiply(z, z), HALF).negate());
                BigDecimal term = multiply(multiply(weight, multiply(v, ONE.add(inner))), once.apply(divide(k, r)));
                term = underP ? multiply(term, r) : term;
                sum = sum.add(term, DIGITS);
                half = i % 2 == 0 ? half.add(term, DIGITS) : half;
            }
            BigDecimal scale = multiply(BigDecimal.valueOf(PARTS), ROOT_TWO_PI);
            BigDecimal fine = divide(sum, scale);
            BigDecimal coarse = divide(half.add(half), scale);
            return new BigDecimal[] {
                fine.add(beyond.apply(edge)), fine.subtract(coarse).abs()
            };
        }
    }

    private Run run() {
        double sigma = Math.exp(random.nextDouble(Math.log(1), Math.log(3)));
        double q = Math.exp(random.nextDouble(Math.log(.2), Math.log(.7)));
        return new Run(real(q), real(sigma));
    }

    private static BigDecimal rootTwoPi() {
        BigDecimal norm = BigDecimal.ZERO;
        for (int i = -25 * 8; i <= 25 * 8; i++) {
            BigDecimal z = divide(BigDecimal.valueOf(i), BigDecimal.valueOf(8));
            norm = norm.add(exp(multiply(multiply(z, z), HALF).negate()), DIGITS);
        }
        return divide(norm, BigDecimal.valueOf(8));
    }

    private static DpEvent once(Run run) {
        return new PoissonSampled(
                run.q().doubleValue(), new Gaussian(run.sigma().doubleValue()));
    }

    private static DpEvent twice(Run run) {
        return new Repeated(2, once(run));
    }

    /** The direction in which the record is present; the other is never asked for more than this by the tests. */
    @Test
    void deltaOfTwoRuns_exactAndPld_encloseTheSecondEvaluation() {
        for (int i = 0; i < QUERIES; i++) {
            Run run = run();
            double epsilon = random.nextDouble(.2, 2);
            String what = run + " at " + epsilon;
            BigDecimal[] truth = deltaOfTwo(run, epsilon);
            Enclosure exact = ExactAccountant.laws(twice(run), Adjacency.ADD_OR_REMOVE_ONE)
                    .get(0)
                    .delta(epsilon);
            assertBetween(what, exact.lower(), truth, exact.upper(), 1e-8);
            double both = new PldAccountant()
                    .delta(twice(run), Adjacency.ADD_OR_REMOVE_ONE, epsilon)
                    .delta();
            assertThat(real(both)).as(what).isGreaterThanOrEqualTo(truth[0].subtract(truth[1]));
        }
    }

    @Test
    void errorsOfTwoRuns_exact_encloseTheSecondEvaluation() {
        for (int i = 0; i < QUERIES; i++) {
            Run run = run();
            ErrorRates rates = ExactAccountant.laws(twice(run), Adjacency.ADD_OR_REMOVE_ONE)
                    .get(0)
                    .errorsAtFalsePositiveRate(Math.pow(10, -random.nextDouble(1, 4)));
            BigDecimal k = exp(real(rates.threshold()));
            String what = run + " " + rates;
            BigDecimal[] falsePositives = run.twice(run::falsePositives, false, k, run::qAbove);
            assertBetween(
                    what,
                    rates.falsePositive().lower(),
                    falsePositives,
                    rates.falsePositive().upper(),
                    1e-7);
            BigDecimal[] misses = run.twice(run::truePositives, true, k, run::pAbove);
            misses[0] = ONE.subtract(misses[0]);
            assertBetween(
                    what,
                    rates.falseNegative().lower(),
                    misses,
                    rates.falseNegative().upper(),
                    1e-7);
        }
    }

    @Test
    void renyiDivergence_anyOrder_isNotBelowTheSecondEvaluation() {
        for (int i = 0; i < QUERIES; i++) {
            Run run = run();
            BigDecimal order = real(random.nextDouble(1.05, 12));
            BigDecimal a = order.subtract(ONE);
            BigDecimal moment = run.mean(x -> exp(multiply(order, log(run.ratio(x)))), order.doubleValue(), 6);
            BigDecimal truth = divide(log(moment), a);
            DpEvent event = once(run);
            double found = new RdpAccountant()
                    .curve(event, Adjacency.ADD_OR_REMOVE_ONE)
                    .at(order.doubleValue());
            assertBetween(run + " order " + order, 0, truth, found, 1);
            assertThat(found).isLessThan(truth.doubleValue() * (1 + 1e-12));

            // Replaced: r(x)/r(−x) under r(−x).
            BigDecimal replaced = run.mean(
                    x -> exp(multiply(order, log(run.ratio(x))).subtract(multiply(a, log(run.ratio(x.negate()))))),
                    order.doubleValue() + 1,
                    6);
            double mixture =
                    new RdpAccountant().curve(event, Adjacency.REPLACE_ONE).at(order.doubleValue());
            assertBetween(run + " replaced, order " + order, 0, divide(log(replaced), a), mixture, 1);
        }
    }

    @Test
    void deltaOfAGaussian_closedForm_isNotBelowTheSecondEvaluation() {
        for (int i = 0; i < 40 * QUERIES; i++) {
            double mu = Math.exp(random.nextDouble(-10, 4));
            double epsilon = mu * random.nextDouble(0, 8);
            BigDecimal truth = HighReal.gaussianDelta(real(mu), real(epsilon));
            assertBetween(mu + " at " + epsilon, 0, truth, AnalyticGaussian.delta(mu, epsilon), 1);
        }
    }

    /** δ of two runs, by the second evaluation. */
    private static BigDecimal[] deltaOfTwo(Run run, double epsilon) {
        BigDecimal k = exp(real(epsilon));
        return run.twice(run::delta, true, k, x -> run.pAbove(x).subtract(multiply(k, run.qAbove(x))));
    }

    @Test
    void epsilonOfTwoRuns_exact_enclosesWhereTheSecondEvaluationHasThisDelta() {
        for (int i = 0; i < QUERIES; i++) {
            Run run = run();
            BigDecimal delta = real(Math.pow(10, -random.nextDouble(2, 9)));
            Enclosure epsilon = ExactAccountant.laws(twice(run), Adjacency.ADD_OR_REMOVE_ONE)
                    .get(0)
                    .epsilon(delta.doubleValue());
            String what = run + " at " + delta.doubleValue() + ": " + epsilon;
            assertThat(epsilon.lower()).as(what).isPositive();
            BigDecimal[] above = deltaOfTwo(run, epsilon.lower());
            BigDecimal[] below = deltaOfTwo(run, epsilon.upper());
            assertThat(above[0].add(above[1])).as(what).isGreaterThanOrEqualTo(delta);
            assertThat(below[0].subtract(below[1])).as(what).isLessThanOrEqualTo(delta);
            assertThat(epsilon.upper() - epsilon.lower()).as(what).isLessThan(1e-8 * epsilon.upper());
        }
    }

    /** Of tests with a given rate of false positives none is better than the line through one nearby whose slope is its threshold. */
    @Test
    void reconstructionFromTwoRuns_ofSoManyCandidates_isThatOfTheSecondEvaluation() {
        for (int i = 0; i < QUERIES; i++) {
            Run run = run();
            long candidates = random.nextLong(2, 2000);
            double found = new AttackRisk(TradeoffCurve.of(twice(run), Adjacency.ADD_OR_REMOVE_ONE))
                    .reconstruction(candidates);
            BigDecimal k = exp(real(ExactAccountant.laws(twice(run), Adjacency.ADD_OR_REMOVE_ONE)
                    .get(0)
                    .errorsAtFalsePositiveRate(1.0 / candidates)
                    .threshold()));
            BigDecimal[] falsePositives = run.twice(run::falsePositives, false, k, run::qAbove);
            BigDecimal[] truth = run.twice(run::truePositives, true, k, run::pAbove);
            BigDecimal off = divide(ONE, BigDecimal.valueOf(candidates)).subtract(falsePositives[0]);
            // Between two tests so close to each other the curve is no further from the line than the square of that.
            assertThat(off.abs().doubleValue()).isLessThan(1e-9 / candidates);
            truth[0] = truth[0].add(multiply(k, off));
            truth[1] = truth[1].add(multiply(k, falsePositives[1])).add(ONE.movePointLeft(16));
            assertBetween(run + " of " + candidates, truth[0].doubleValue() * (1 - 1e-7), truth, found, 1e-6);
        }
    }

    /**
     * One run's half-lines from x have α = Q[above x], of quantile x/σ, and β = P[below x], so that a Gaussian of μ has the error
     * Φ(x/σ − μ) there: not above β for any x with both errors at least the least rate, and above it for some x if μ is less.
     */
    @Test
    void muOfOneRun_aboveALeastRate_isTheLeastByTheSecondEvaluation() {
        for (int i = 0; i < QUERIES; i++) {
            Run run = run();
            double leastRate = Math.pow(10, -random.nextDouble(2, 8));
            double mu = new AttackRisk(TradeoffCurve.of(once(run), Adjacency.ADD_OR_REMOVE_ONE)).mu(leastRate);
            BigDecimal less = real(mu * .998);
            boolean reached = false;
            double most = quantile(leastRate);
            for (int part = 0; part <= 800; part++) {
                BigDecimal z = real(most - part / 50.0);
                BigDecimal x = multiply(z, run.sigma());
                BigDecimal missed = ONE.subtract(run.pAbove(x));
                if (run.qAbove(x).min(missed).doubleValue() >= leastRate) {
                    assertThat(survival(real(mu).subtract(z)))
                            .as("%s at %s from %s: %s", run, x, leastRate, mu)
                            .isLessThanOrEqualTo(missed);
                    reached |= survival(less.subtract(z)).compareTo(missed) > 0;
                }
            }
            assertThat(reached).as("%s from %s: %s", run, leastRate, mu).isTrue();
        }
    }

    /** The largest double, nearly, with so much of a normal law above it. */
    private static double quantile(double rate) {
        double low = 0;
        double high = 40;
        for (int i = 0; i < 60; i++) {
            double middle = (low + high) / 2;
            boolean above = survival(real(middle)).compareTo(real(rate)) >= 0;
            low = above ? middle : low;
            high = above ? high : middle;
        }
        return low;
    }

    /** Laws on two outcomes with p = δ + e^ε·q: all of them have more divergence than was given, and some less where ε or δ is less. */
    @Test
    void conversionOfARenyiDivergence_optimal_isTheLeastByTheSecondEvaluation() {
        for (int i = 0; i < 4 * QUERIES; i++) {
            double order = 1 + Math.exp(random.nextDouble(-3, 4));
            double divergence = Math.exp(random.nextDouble(-8, 1.5));
            double delta = Math.pow(10, -random.nextDouble(.5, 12));
            double epsilon = Conversion.OPTIMAL.epsilon(order, divergence, delta);
            String what = order + " " + divergence + " at " + delta + ": " + epsilon;
            BigDecimal given = exp(multiply(real(order).subtract(ONE), real(divergence)));
            assertThat(leastMoment(order, real(epsilon), real(delta))).as(what).isGreaterThanOrEqualTo(given);
            if (epsilon > 0) {
                assertThat(leastMoment(order, real(epsilon * (1 - 1e-7)), real(delta)))
                        .as(what)
                        .isLessThan(given);
                double back = Conversion.OPTIMAL.delta(order, divergence, epsilon);
                assertThat(leastMoment(order, real(epsilon), real(back)))
                        .as(what)
                        .isGreaterThanOrEqualTo(given);
                assertThat(back).as(what).isLessThan(delta * (1 + 1e-6));
            }
        }
    }

    /** min over q of p^α·q^(1−α) + (1−p)^α·(1−q)^(1−α), which is convex, by golden sections of log q. */
    private static BigDecimal leastMoment(double order, BigDecimal epsilon, BigDecimal delta) {
        BigDecimal a = real(order).subtract(ONE);
        BigDecimal slope = exp(epsilon);
        double high = Math.log(divide(ONE.subtract(delta), slope).doubleValue());
        double low = high - 60 - Math.abs(Math.log(delta.doubleValue()));
        double section = (Math.sqrt(5) - 1) / 2;
        double[] at = {high - section * (high - low), low + section * (high - low)};
        BigDecimal[] moments = {moment(a, slope, delta, at[0]), moment(a, slope, delta, at[1])};
        BigDecimal least = moments[0].min(moments[1]);
        for (int step = 0; step < 60; step++) {
            boolean left = moments[0].compareTo(moments[1]) < 0;
            high = left ? at[1] : high;
            low = left ? low : at[0];
            int fresh = left ? 0 : 1;
            at[1 - fresh] = at[fresh];
            moments[1 - fresh] = moments[fresh];
            at[fresh] = left ? high - section * (high - low) : low + section * (high - low);
            moments[fresh] = moment(a, slope, delta, at[fresh]);
            least = least.min(moments[fresh]);
        }
        return least;
    }

    private static BigDecimal moment(BigDecimal a, BigDecimal slope, BigDecimal delta, double logOfQ) {
        BigDecimal q = exp(real(logOfQ));
        BigDecimal p = delta.add(multiply(slope, q));
        BigDecimal outside = ONE.subtract(p);
        BigDecimal inside = multiply(p, exp(multiply(a, log(divide(p, q)))));
        return outside.signum() <= 0
                ? inside
                : inside.add(multiply(outside, exp(multiply(a, log(divide(outside, ONE.subtract(q)))))));
    }

    /** A second evaluation to eighty digits. */
    private static void assertBetween(String what, double lower, BigDecimal truth, double upper, double width) {
        assertBetween(what, lower, new BigDecimal[] {truth, truth.abs().movePointLeft(30)}, upper, width);
    }

    /** A second evaluation and its error. */
    private static void assertBetween(String what, double lower, BigDecimal[] evaluated, double upper, double width) {
        BigDecimal truth = evaluated[0];
        BigDecimal room = evaluated[1];
        assertThat(room).as(what).isLessThan(truth.abs().movePointLeft(13));
        assertThat(real(lower)).as(what).isLessThanOrEqualTo(truth.add(room));
        assertThat(real(upper)).as(what).isGreaterThanOrEqualTo(truth.subtract(room));
        assertThat(upper - lower).as(what).isLessThanOrEqualTo(width * upper + 1e-300);
    }
}
