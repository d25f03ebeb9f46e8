package io.abacusdp.accounting.risk;

import static io.abacusdp.accounting.Adjacency.ADD_OR_REMOVE_ONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.PureDp;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.event.ZeroConcentratedDp;
import io.abacusdp.accounting.numeric.Normal;
import io.abacusdp.accounting.tradeoff.Direction;
import io.abacusdp.accounting.tradeoff.TradeoffCurve;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AttackRiskTest {
    private static AttackRisk risk(DpEvent event) {
        return new AttackRisk(TradeoffCurve.of(event, ADD_OR_REMOVE_ONE));
    }

    private static AttackRisk sampled(double sigma, double rate, long steps) {
        return risk(new Repeated(steps, new PoissonSampled(rate, new Gaussian(sigma))));
    }

    @ParameterizedTest
    @CsvSource({
        "1,.01,1000,1e-3,.004068448,.003324432",
        "1,.01,1000,.01,.029139095,.026027415",
        "1,.01,1000,.1,.194201132,.187485066",
        ".5,.002,10000,1e-3,.047907453,.017910784",
        ".5,.002,10000,.01,.160544925,.098535193",
        ".5,.002,10000,.1,.478432137,.431515308"
    })
    void truePositiveRate_publishedRows_agree(
            double sigma, double rate, long steps, double fpr, double removed, double added) {
        AttackRisk risk = sampled(sigma, rate, steps);
        assertThat(risk.truePositiveRate(fpr, Direction.REMOVE)).isCloseTo(removed, within(1e-7));
        assertThat(risk.truePositiveRate(fpr, Direction.ADD)).isCloseTo(added, within(1e-7));
        assertThat(risk.truePositiveRate(fpr, Direction.SYMMETRIC)).isCloseTo(removed, within(1e-7));
    }

    /** A Gaussian of ρ = 0.1 has μ = √0.2, and is one of the mechanisms that the curve bounds. */
    @Test
    void risks_ofACurveOnly_areAboveThoseOfItsGaussian() {
        AttackRisk risk = risk(new ZeroConcentratedDp(0, .1));
        double mu = Math.sqrt(.2);
        for (double alpha : new double[] {1e-6, .001, .1, .5}) {
            double gaussian = Normal.cdf(Normal.quantile(alpha) + mu);
            assertThat(risk.truePositiveRate(alpha, Direction.SYMMETRIC))
                    .isBetween(gaussian, Math.min(1, 4 * gaussian));
        }
        assertThat(risk.advantage()).isBetween(2 * Normal.cdf(mu / 2) - 1, .4);
        assertThat(risk.reconstruction(10)).isBetween(Normal.cdf(Normal.quantile(.1) + mu), .5);
    }

    /** With the record absent no loss is above −log(1 − q), and nearly all are as close to it as doubles tell. */
    @ParameterizedTest
    @CsvSource({".17,.0007,1", ".3,1e-5,1", "1,.01,1", ".4,.9,1", ".5,.002,10000", ".8,.01,3"})
    void truePositiveRates_anyRun_riseAndExceedFalsePositivesByTheAdvantageAtMost(
            double sigma, double rate, long steps) {
        double[] rates = {1e-12, 1e-9, 1e-7, 1e-5, .001, .01, .1, .5, .9};
        AttackRisk risk = sampled(sigma, rate, steps);
        for (Direction direction : Direction.values()) {
            double[] found = risk.truePositiveRates(rates, direction);
            for (int i = 0; i < rates.length; i++) {
                assertThat(found[i]).isBetween(rates[i], Math.nextUp(rates[i] + risk.advantage()));
                assertThat(found[i]).isGreaterThanOrEqualTo(i == 0 ? 0 : found[i - 1]);
                assertThat(risk.truePositiveRate(rates[i], direction)).isCloseTo(found[i], within(1e-10));
            }
        }
    }

    /** Φ(Φ⁻¹(α) + 1/σ)·q + (1 − q)·α for the record present: the best test of a single step is a half-line. */
    @Test
    void truePositiveRate_oneStepOfLittleNoise_isThatOfTheHalfLine() {
        double sigma = .17;
        double q = .0007;
        for (double alpha : new double[] {1e-12, 1e-7, 1e-5, .001, .01}) {
            double present = q * Normal.cdf(Normal.quantile(alpha) + 1 / sigma) + (1 - q) * alpha;
            assertThat(sampled(sigma, q, 1).truePositiveRate(alpha, Direction.REMOVE))
                    .isBetween(present, present + 1e-12);
            // Below the flat part α·(1/(1 − q)) is all that the other direction gains.
            assertThat(sampled(sigma, q, 1).truePositiveRate(alpha, Direction.ADD))
                    .isBetween(alpha, alpha / (1 - q) + 1e-12);
        }
    }

    @Test
    void truePositiveRate_smallFalsePositiveRate_isAboveIt() {
        assertThat(sampled(.5, .002, 10000).truePositiveRate(1e-6, Direction.REMOVE))
                .isCloseTo(9.6e-4, within(5e-6));
    }

    @ParameterizedTest
    @CsvSource({
        "1.5,.04,2250,.5141351620",
        "1,.01,1000,.1610176197",
        ".8,.005,1000,.1181434642",
        "3,.1,512,.2994753595",
        "1,.2,500,.98558220"
    })
    void advantage_publishedRows_agree(double sigma, double rate, long steps, double advantage) {
        assertThat(sampled(sigma, rate, steps).advantage()).isCloseTo(advantage, within(1e-8));
    }

    @Test
    void gaussian_allFigures_areTheClosedForms() {
        AttackRisk one = risk(new Gaussian(1));
        assertThat(one.advantage()).isCloseTo(.38292492254803, within(1e-12));
        assertThat(risk(new Gaussian(.5)).advantage()).isCloseTo(.68268949213709, within(1e-12));
        assertThat(one.mu()).isCloseTo(1, within(1e-11));
        // The best threshold for the prior π is x = 1/2 + log((1 − π)/π).
        for (double prior : new double[] {.01, .2, .5, .7, .999}) {
            double x = .5 + Math.log((1 - prior) / prior);
            double truth = prior * Normal.cdf(1 - x) + (1 - prior) * Normal.cdf(x);
            assertThat(one.bayesSuccess(prior)).isCloseTo(truth, within(1e-11)).isGreaterThanOrEqualTo(truth - 1e-15);
            assertThat(one.bayesRisk(prior)).isCloseTo(1 - truth, within(1e-11));
        }
        for (long candidates : new long[] {2, 10, 1000}) {
            double truth = Normal.cdf(1 + Normal.quantile(1.0 / candidates));
            assertThat(one.reconstruction(candidates)).isCloseTo(truth, within(1e-11));
        }
    }

    @Test
    void bayesSuccess_evenPrior_isHalfOfOnePlusTheAdvantage() {
        AttackRisk risk = sampled(1, .01, 1000);
        assertThat(risk.bayesSuccess(.5)).isCloseTo((1 + .1610176197) / 2, within(1e-9));
        assertThat(risk.bayesSuccess(0)).isEqualTo(1);
        assertThat(risk.bayesRisk(1)).isZero();
        // Nothing is learnt about a record that is almost surely absent but by guessing so.
        assertThat(risk.bayesSuccess(1e-9)).isBetween(1 - 1e-9, 1.0);
    }

    @Test
    void bayesSuccess_oneSampledStep_isThatOfTheBestThreshold() {
        AttackRisk risk = sampled(1, .1, 1);
        for (double prior : new double[] {.3, .45, .5, .52, .9}) {
            double best = Math.max(prior, 1 - prior);
            for (double x = -4; x < 8; x += 1e-3) {
                double present = .9 * Normal.cdf(-x) + .1 * Normal.cdf(1 - x);
                best = Math.max(best, prior * present + (1 - prior) * Normal.cdf(x));
            }
            assertThat(risk.bayesSuccess(prior)).isBetween(best - 1e-14, best + 1e-6);
        }
    }

    @Test
    void reconstruction_pureDp_isAtMostTheFactor() {
        AttackRisk risk = risk(new PureDp(1));
        assertThat(risk.reconstruction(10)).isCloseTo(Math.E / 10, within(1e-9));
        assertThat(risk.reconstruction(1)).isEqualTo(1);
        double corner = -2 * Normal.quantile(1 / (1 + Math.E));
        assertThat(risk.mu()).isCloseTo(corner, within(1e-11));
        assertThat(risk.mu(1e-3)).isBetween(corner - 1e-12, corner + 1e-11);
    }

    @Test
    void figures_outOfRange_areRefused() {
        AttackRisk risk = risk(new Gaussian(1));
        assertThatThrownBy(() -> risk.bayesSuccess(Double.NaN)).hasMessage("prior must be in [0, 1], got NaN");
        assertThatThrownBy(() -> risk.reconstruction(0L)).hasMessage("candidates must be at least 1, got 0");
        assertThatThrownBy(() -> risk.reconstruction(1.5)).hasMessage("baseline must be in [0, 1], got 1.5");
    }
}
