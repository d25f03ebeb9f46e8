package io.abacusdp.accounting.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.abacusdp.testkit.RandomEvents;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompositionTest {
    private static final MathContext EXACT = new MathContext(60);
    /** Allows for the rounding of the expected values, to 60 digits, and for no more. */
    private static final BigDecimal ALMOST_ONE = BigDecimal.ONE.subtract(new BigDecimal("1e-50"));

    private static final long MAX_COUNT = 1L << 53;
    private static final DpEvent GAUSSIAN = new Gaussian(1);
    private static final DpEvent PURE = new PureDp(0.5);

    private final RandomEvents events = new RandomEvents(2024);

    @Test
    void composed_anyOrder_sameTerms() {
        Random random = new Random(1);
        for (int i = 0; i < 1000; i++) {
            List<DpEvent> parts = randomParts(5);
            List<DpEvent> shuffled = new ArrayList<>(parts);
            Collections.shuffle(shuffled, random);
            assertThat(terms(new Composed(shuffled))).isEqualTo(terms(new Composed(parts)));
        }
    }

    @Test
    void sortedTerms_anyOrder_areTheTermsInTheSameOrder() {
        Random random = new Random(2);
        for (int i = 0; i < 1000; i++) {
            List<DpEvent> parts = randomParts(5);
            List<DpEvent> shuffled = new ArrayList<>(parts);
            Collections.shuffle(shuffled, random);
            Composition composition = Composition.of(new Composed(parts));
            assertThat(composition.sortedTerms()).isEqualTo(composition.terms());
            assertThat(composition.sortedTerms().keySet())
                    .containsExactlyElementsOf(
                            Composition.of(new Composed(shuffled)).sortedTerms().keySet());
        }
    }

    @Test
    void composed_anyNesting_sameAsAddingOneByOne() {
        for (int i = 0; i < 1000; i++) {
            List<DpEvent> parts = randomParts(5);
            Composition oneByOne = new Composition();
            parts.forEach(oneByOne::add);
            DpEvent nested = new Composed(List.of(
                    new Composed(parts.subList(0, 2)), new Composed(List.of(new Composed(parts.subList(2, 5))))));
            assertThat(terms(nested)).isEqualTo(oneByOne.terms());
        }
    }

    @Test
    void repeated_anyEvent_sameAsAddingItThatOften() {
        for (int i = 0; i < 1000; i++) {
            DpEvent event = events.next();
            int count = i % 7;
            Composition added = new Composition();
            for (int k = 0; k < count; k++) {
                added.add(event);
            }
            assertThat(terms(new Repeated(count, event))).isEqualTo(added.terms());
        }
    }

    @Test
    void toEvent_anyEvent_isItsOwnCanonicalForm() {
        for (int i = 0; i < 1000; i++) {
            Composition composition = Composition.of(events.next());
            assertThat(terms(composition.toEvent())).isEqualTo(composition.terms());
        }
    }

    @Test
    void terms_anyEvent_holdNoCompositionRepetitionOrNoOp() {
        for (int i = 0; i < 1000; i++) {
            assertThat(terms(events.next()).keySet())
                    .noneMatch(term -> term instanceof Composed || term instanceof Repeated || term instanceof NoOp);
        }
    }

    @Test
    void terms_severalEvents_inOrderOfFirstOccurrenceAndUnmodifiable() {
        Composition composition = new Composition().add(PURE).add(GAUSSIAN).add(PURE);
        assertThat(composition.terms()).containsExactly(Map.entry(PURE, 2L), Map.entry(GAUSSIAN, 1L));
        assertThat(composition.toEvent()).isEqualTo(new Composed(List.of(new Repeated(2, PURE), GAUSSIAN)));
        assertThatThrownBy(() -> composition.terms().clear()).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void nothing_inAnyWrapping_vanishes() {
        List<DpEvent> nothing = List.of(
                new NoOp(),
                new Composed(List.of()),
                new Composed(List.of(new NoOp(), new Repeated(5, new NoOp()))),
                new Repeated(0, GAUSSIAN),
                new PoissonSampled(0, new NonPrivate()),
                new PoissonSampled(0.5, new NoOp()),
                new PoissonSampled(0.5, new Repeated(0, GAUSSIAN)),
                new PoissonSampled(0.5, new PoissonSampled(0, GAUSSIAN)),
                new Group(3, new NoOp()));
        for (DpEvent event : nothing) {
            assertThat(terms(event)).as("%s", event).isEmpty();
        }
        assertThat(new Composition().toEvent()).isEqualTo(new Composed(List.of()));
    }

    @Test
    void sampling_atRateOne_isWhatItHolds() {
        for (int i = 0; i < 1000; i++) {
            DpEvent event = events.next();
            assertThat(terms(new PoissonSampled(1, event))).isEqualTo(terms(event));
            assertThat(terms(new Group(1, event))).isEqualTo(terms(event));
        }
    }

    @Test
    void sampling_ofSample_atProductOfRatesRoundedUp() {
        for (int i = 0; i < 1000; i++) {
            double outer = Math.min(Math.nextDown(1.0), events.logUniform(1e-9, 1.0));
            double inner = Math.min(Math.nextDown(1.0), events.logUniform(1e-9, 1.0));
            PoissonSampled sampled =
                    (PoissonSampled) onlyTerm(new PoissonSampled(outer, new PoissonSampled(inner, PURE)));
            BigDecimal product = exact(outer).multiply(exact(inner));
            assertThat(sampled.event()).isEqualTo(PURE);
            assertThat(exact(sampled.rate())).isGreaterThanOrEqualTo(product);
            assertThat(sampled.rate())
                    .isLessThanOrEqualTo(outer * inner * (1 + 1e-15))
                    .isLessThan(1);
        }
        assertThat(onlyTerm(new PoissonSampled(1e-200, new PoissonSampled(1e-200, PURE))))
                .isEqualTo(new PoissonSampled(Double.MIN_VALUE, PURE));
    }

    @Test
    void sampling_ofRepeatedSamples_keepsTheOuterSample() {
        DpEvent inner = new Repeated(3, new PoissonSampled(0.5, PURE));
        assertThat(onlyTerm(new PoissonSampled(0.1, inner))).isEqualTo(new PoissonSampled(0.1, inner));
    }

    @Test
    void gaussians_onOneSample_areOneGaussianRoundedToLessNoise() {
        for (int i = 0; i < 1000; i++) {
            double scale = Math.pow(10, i % 5 * 70 - 140);
            double a = scale * events.logUniform(0.01, 100.0);
            double b = scale * events.logUniform(0.01, 100.0);
            long count = events.logUniform(2, 1_000_000);
            DpEvent both = new Composed(List.of(new Gaussian(a), PURE, new Repeated(count, new Gaussian(b))));
            PoissonSampled sampled = (PoissonSampled) onlyTerm(new PoissonSampled(0.25, both));
            Composed merged = (Composed) sampled.event();
            double noise = ((Gaussian) merged.events().get(1)).noiseMultiplier();
            BigDecimal exact = BigDecimal.ONE.divide(
                    inverseSquare(a)
                            .add(inverseSquare(b).multiply(BigDecimal.valueOf(count)))
                            .sqrt(EXACT),
                    EXACT);
            assertThat(merged.events()).hasSize(2).startsWith(PURE);
            assertThat(exact(noise)).isLessThanOrEqualTo(exact);
            assertThat(noise).isGreaterThan(exact.doubleValue() * (1 - 1e-14));
        }
    }

    @Test
    void gaussians_whoseSquaresLeaveTheRangeOfDoubles_allCount() {
        // The squares of both overflow; a sum of plain inverse squares would drop the larger one or both.
        DpEvent huge = new Composed(List.of(new Gaussian(1e155), new Repeated(1_000_000, new Gaussian(1e156))));
        PoissonSampled sampled = (PoissonSampled) onlyTerm(new PoissonSampled(0.5, huge));
        double exact = 1e155 / Math.sqrt(1 + 1e4);
        assertThat(((Gaussian) sampled.event()).noiseMultiplier()).isBetween(exact * (1 - 1e-14), exact);

        DpEvent tiny = new Repeated(4, new Gaussian(1e-200));
        sampled = (PoissonSampled) onlyTerm(new PoissonSampled(0.5, tiny));
        assertThat(((Gaussian) sampled.event()).noiseMultiplier()).isBetween(0.5e-200 * (1 - 1e-14), 0.5e-200);

        assertThat(onlyTerm(new PoissonSampled(0.5, new Repeated(4, new Gaussian(Double.MIN_VALUE)))))
                .isEqualTo(new PoissonSampled(0.5, new NonPrivate()));
    }

    @Test
    void gaussian_aloneOnASample_keepsItsNoiseExactly() {
        DpEvent event = new PoissonSampled(0.1, new Composed(List.of(GAUSSIAN, new Repeated(2, PURE))));
        assertThat(onlyTerm(event)).isEqualTo(event);
        assertThat(onlyTerm(new PoissonSampled(0.1, GAUSSIAN))).isEqualTo(new PoissonSampled(0.1, GAUSSIAN));
    }

    @Test
    void group_ofElementaryEvents_pushedIntoThemOnTheSideOfMoreLoss() {
        assertThat(((Gaussian) onlyTerm(new Group(3, new Gaussian(1)))).noiseMultiplier())
                .isEqualTo(down(1.0 / 3));
        assertThat(((Laplace) onlyTerm(new Group(3, new Laplace(1)))).noiseMultiplier())
                .isEqualTo(down(1.0 / 3));
        assertThat(onlyTerm(new Group(3, new TreeAggregation(1, 8)))).isEqualTo(new TreeAggregation(down(1.0 / 3), 8));
        assertThat(onlyTerm(new Group(3, new DiscreteGaussian(2, 1)))).isEqualTo(new DiscreteGaussian(2, up(3)));
        assertThat(onlyTerm(new Group(3, new DiscreteLaplace(2, 4)))).isEqualTo(new DiscreteLaplace(2, 12));
        assertThat(onlyTerm(new Group(3, new Skellam(2, 3, 1)))).isEqualTo(new Skellam(2, up(9), up(3)));
        assertThat(onlyTerm(new Group(3, new Exponential(0.5)))).isEqualTo(new Exponential(up(1.5)));
        assertThat(onlyTerm(new Group(3, new PermuteAndFlip(0.5)))).isEqualTo(new PureDp(up(1.5)));
        assertThat(onlyTerm(new Group(3, PURE))).isEqualTo(new PureDp(up(1.5)));
        assertThat(onlyTerm(new Group(3, new PureDp(0)))).isEqualTo(new PureDp(0));
        assertThat(onlyTerm(new Group(3, new NonPrivate()))).isEqualTo(new NonPrivate());
        assertThat(onlyTerm(new Group(1L << 40, new Gaussian(1e-320)))).isEqualTo(new NonPrivate());
        assertThat(onlyTerm(new Group(1L << 40, new Laplace(1e-320)))).isEqualTo(new NonPrivate());
        assertThat(onlyTerm(new Group(1L << 40, new TreeAggregation(1e-320, 1))))
                .isEqualTo(new NonPrivate());
        ZeroConcentratedDp concentrated = (ZeroConcentratedDp) onlyTerm(new Group(3, new ZeroConcentratedDp(0, 0.1)));
        assertThat(exact(concentrated.rho())).isGreaterThanOrEqualTo(exact(0.1).multiply(BigDecimal.valueOf(9)));
        assertThat(concentrated.rho()).isLessThan(0.9 * (1 + 1e-15));
    }

    @Test
    void group_ofWhatHasNoRule_staysAGroup() {
        List<DpEvent> kept = List.of(
                new RandomizedResponse(0.5, 3),
                new ZeroConcentratedDp(0.1, 0.1),
                new GivenRdp(List.of(2.0), List.of(1.0)),
                new PoissonSampled(0.1, PURE),
                new SampledWithoutReplacement(100, 10, GAUSSIAN));
        for (DpEvent event : kept) {
            assertThat(onlyTerm(new Group(3, event))).isEqualTo(new Group(3, event));
            assertThat(onlyTerm(new Group(2, new Group(3, event)))).isEqualTo(new Group(6, event));
        }
        DpEvent sampled = new PoissonSampled(0.1, GAUSSIAN);
        assertThat(onlyTerm(new Group(1001, sampled))).isEqualTo(new Group(1001, sampled));
    }

    @Test
    void group_ofComposition_pushedDownToItsTerms() {
        DpEvent event = new Group(2, new Composed(List.of(new Repeated(5, PURE), new Group(3, PURE), new NoOp())));
        assertThat(terms(event)).isEqualTo(Map.of(new PureDp(up(1)), 5L, new PureDp(up(up(1.5) * 2)), 1L));
    }

    @Test
    void group_ofApproximateDp_growsDeltaByTheGeometricSum() {
        assertThat(onlyTerm(new Group(4, new ApproximateDp(0, 1e-6)))).isEqualTo(new ApproximateDp(0, up(4e-6)));
        assertThat(onlyTerm(new Group(4, new ApproximateDp(0.5, 0)))).isEqualTo(new ApproximateDp(up(2), 0));
        assertThat(onlyTerm(new Group(2, new ApproximateDp(800, 1e-300)))).isEqualTo(new ApproximateDp(up(1600), 1));
        for (int i = 0; i < 1000; i++) {
            double epsilon = events.logUniform(1e-6, 3.0);
            int size = (int) events.logUniform(2, 200);
            ApproximateDp grown = (ApproximateDp) onlyTerm(new Group(size, new ApproximateDp(epsilon, 1e-280)));
            BigDecimal exact = geometricSum(epsilon, size).multiply(exact(1e-280));
            assertThat(exact(grown.delta())).isGreaterThanOrEqualTo(exact);
            assertThat(grown.delta()).isLessThan(exact.doubleValue() * (1 + 1e-12));
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-320, 1e-30, 1e-6, 0.01, 0.3, 0.5, 0.9, 0.999999, 1 - 0x1p-53})
    void group_ofSampledGaussian_isAMixtureThatDominatesTheBinomial(double rate) {
        for (int size : new int[] {2, 3, 17, 100, 1000}) {
            MixtureOfGaussians mixture =
                    (MixtureOfGaussians) onlyTerm(new Group(size, new PoissonSampled(rate, new Gaussian(2))));
            assertThat(mixture.standardDeviation()).isEqualTo(2);
            assertThat(mixture.sensitivities())
                    .hasSize(size + 1)
                    .startsWith(0.0, 1.0)
                    .endsWith((double) size);
            BigDecimal[] exact = binomial(size, rate);
            BigDecimal exactTail = BigDecimal.ZERO;
            BigDecimal tail = BigDecimal.ZERO;
            BigDecimal factor = exact(1 + 16 * size * 0x1p-52);
            for (int i = size; i > 0; i--) {
                exactTail = exactTail.add(exact[i], EXACT);
                tail = tail.add(exact(mixture.probabilities().get(i)), EXACT);
                BigDecimal upper = exactTail.multiply(factor).add(exact(0x1p-1021), EXACT);
                assertThat(tail).isBetween(exactTail.multiply(ALMOST_ONE, EXACT), upper);
            }
        }
    }

    @Test
    void add_pastTheLargestCount_refusedAndNothingChanged() {
        Composition composition =
                new Composition().add(new Repeated(MAX_COUNT - 1, GAUSSIAN)).add(PURE);
        Map<DpEvent, Long> before = Map.copyOf(composition.terms());
        List<DpEvent> refused = List.of(
                new Repeated(2, GAUSSIAN),
                new Composed(List.of(PURE, new Laplace(1), new Repeated(2, GAUSSIAN))),
                new Repeated(1L << 27, new Repeated(1L << 27, PURE)),
                new Repeated(MAX_COUNT, new Repeated(MAX_COUNT, new Laplace(1))),
                new Repeated(1L << 32, new Repeated(1L << 31, new Laplace(1))),
                new Group(1L << 27, new Group(1L << 27, new RandomizedResponse(0.5, 2))),
                new Group(1L << 53, new DiscreteLaplace(1, 1L << 53)));
        for (DpEvent event : refused) {
            assertThatThrownBy(() -> composition.add(event)).isInstanceOf(IllegalArgumentException.class);
            assertThat(composition.terms()).isEqualTo(before);
        }
        assertThatThrownBy(() -> composition.add(new Repeated(2, GAUSSIAN)))
                .hasMessage("an event must be repeated at most 2^53 times in all, got 9007199254740991 + 2");
        assertThat(composition.add(GAUSSIAN).terms()).containsEntry(GAUSSIAN, MAX_COUNT);
    }

    private List<DpEvent> randomParts(int count) {
        List<DpEvent> parts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            parts.add(i % 2 == 1 && i > 2 ? parts.get(0) : events.next());
        }
        return parts;
    }

    private static Map<DpEvent, Long> terms(DpEvent event) {
        return Composition.of(event).terms();
    }

    private static DpEvent onlyTerm(DpEvent event) {
        assertThat(terms(event)).hasSize(1).containsValue(1L);
        return terms(event).keySet().iterator().next();
    }

    private static BigDecimal inverseSquare(double value) {
        return BigDecimal.ONE.divide(exact(value).pow(2, EXACT), EXACT);
    }

    /** Σ_{i<k} e^{iε}, which is (e^{kε} − 1)/(e^ε − 1). */
    private static BigDecimal geometricSum(double epsilon, int k) {
        BigDecimal exp = BigDecimal.ONE;
        BigDecimal term = BigDecimal.ONE;
        for (int i = 1; i < 80; i++) {
            term = term.multiply(exact(epsilon), EXACT).divide(BigDecimal.valueOf(i), EXACT);
            exp = exp.add(term, EXACT);
        }
        BigDecimal sum = BigDecimal.ZERO;
        BigDecimal power = BigDecimal.ONE;
        for (int i = 0; i < k; i++) {
            sum = sum.add(power, EXACT);
            power = power.multiply(exp, EXACT);
        }
        return sum;
    }

    private static BigDecimal[] binomial(int k, double rate) {
        BigDecimal in = exact(rate).round(EXACT);
        BigDecimal out = BigDecimal.ONE.subtract(in, EXACT);
        BigDecimal[] mass = new BigDecimal[k + 1];
        BigDecimal choose = BigDecimal.ONE;
        for (int i = 0; i <= k; i++) {
            mass[i] = choose.multiply(in.pow(i, EXACT), EXACT).multiply(out.pow(k - i, EXACT), EXACT);
            choose = choose.multiply(BigDecimal.valueOf(k - i)).divide(BigDecimal.valueOf(i + 1), EXACT);
        }
        return mass;
    }

    private static BigDecimal exact(double value) {
        return new BigDecimal(value);
    }

    private static double up(double value) {
        return Math.nextUp(value);
    }

    private static double down(double value) {
        return Math.nextDown(value);
    }
}
