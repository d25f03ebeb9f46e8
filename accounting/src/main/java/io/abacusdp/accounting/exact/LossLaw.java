package io.abacusdp.accounting.exact;

import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.numeric.Enclosure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The law of the privacy loss L = log dP/dQ of a composition in one direction, P being the law of the outcome on the data
 * set of interest and Q that on its neighbour. All results enclose the truth.
 *
 * <p>Formula: with M(z) = E_P[e^{zL}], δ(ε) = (1/2πi)·∫ M(z)·e^{−zε}/(z(z+1)) dz, Pr_P[L &gt; c] = (1/2πi)·∫ M(z)·e^{−zc}/z dz and
 * Pr_Q[L &gt; c] = (1/2πi)·∫ M(z)·e^{−(z+1)c}/(z+1) dz, each over a line Re z = t right of the poles ({@link Contour}). A single
 * run has a closed form instead, and so have Gaussians ({@link SingleRun}).
 *
 * <p>Accuracy: the bounds of epsilon are within 1e-9 relative on all rows of sgm_epsilon.csv.
 *
 * <p>Limits: with few expected participations the loss is nearly discrete and the integrals converge slowly; every method
 * then throws {@link UnsupportedEventException}. Immutable, safe for use by many threads.
 *
 * <p>Example: {@code ExactAccountant.laws(event, adjacency).get(0).errorsAtFalsePositiveRate(0.01)} is what an attacker gets
 * wrong who accuses one in a hundred of those who are not in the data.
 */
public final class LossLaw {
    private final DpEvent event;
    private final double precision;
    private final int roundings;
    private final List<RatioRun> runs;

    /**
     * A law.
     *
     * @param event what was run, to be named by a refusal
     * @param precision Σ 1/σ² over the Gaussian mechanisms
     * @param roundings bound on its relative error, in units of 2^−53
     * @param runs the other mechanisms
     */
    LossLaw(DpEvent event, double precision, int roundings, List<RatioRun> runs) {
        this.event = event;
        this.precision = precision;
        this.roundings = roundings;
        this.runs = List.copyOf(runs);
    }

    /**
     * δ(ε) = E_P[max(0, 1 − e^{ε − L})].
     *
     * @param epsilon finite
     */
    public Enclosure delta(double epsilon) {
        return delta(epsilon, new HashMap<>());
    }

    Enclosure delta(double epsilon, Map<Ratio, Quadrature> shared) {
        double c = finite("epsilon", epsilon);
        if (isConstant()) {
            return Enclosure.of(c >= 0 ? 0 : -Math.expm1(c));
        }
        if (hasClosedForm()) {
            return orRefused(() -> single().delta(c));
        }
        return orRefused(() -> {
            ComposedLoss loss = loss(shared);
            Enclosure delta =
                    Contour.forDelta(loss, ContourSaddle.rightOfPoles(loss, c)).delta(c);
            return Probability.enclosed(delta.lower(), delta.estimate(), delta.upper());
        });
    }

    /**
     * The least ε ≥ 0 with δ(ε) ≤ delta.
     *
     * @param delta in (0, 1)
     */
    public Enclosure epsilon(double delta) {
        return epsilon(delta, new HashMap<>());
    }

    Enclosure epsilon(double delta, Map<Ratio, Quadrature> shared) {
        inside("delta", delta);
        if (isConstant()) {
            return Enclosure.of(0);
        }
        if (hasClosedForm()) {
            return orRefused(() -> single().epsilon(delta));
        }
        return orRefused(() -> Inversion.epsilon(loss(shared), delta));
    }

    /**
     * Whether δ(epsilon) is certainly at most delta; mostly without a contour.
     *
     * @param epsilon finite
     */
    public boolean isDeltaAtMost(double epsilon, double delta) {
        Map<Ratio, Quadrature> shared = new HashMap<>();
        double c = finite("epsilon", epsilon);
        return (delta > 0 && isCertainlyAtMost(c, delta, shared))
                || delta(c, shared).upper() <= delta;
    }

    /**
     * Whether δ(epsilon) ≤ delta can be told without a contour; false says nothing.
     *
     * <p>Formula: no loss is above Σ −log(least R) where P is the base; and δ(ε) ≤ e^{K(s) − sε}·s^s/(s+1)^{s+1} for every
     * s &gt; 0, as max(0, 1 − e^{ε−L}) ≤ e^{s(L−ε)}·s^s/(s+1)^{s+1}.
     */
    boolean isCertainlyAtMost(double epsilon, double delta, Map<Ratio, Quadrature> shared) {
        if (isConstant() || largest() <= epsilon) {
            return epsilon >= 0;
        }
        if (hasClosedForm()) {
            return false;
        }
        return orRefused(() -> Inversion.isCertainlyAtMost(loss(shared), epsilon, delta));
    }

    /**
     * A lower bound of δ(0) without a contour; 0 says nothing.
     *
     * <p>Formula: the total variation distance is at least the square of Hellinger's, 1 − ∫ √(pq) = 1 − E_P[e^{−L/2}].
     */
    public double leastAdvantage() {
        if (isConstant() || hasClosedForm()) {
            return 0;
        }
        return orRefused(() -> {
            ComposedLoss loss = loss();
            double log = loss.cumulants(-0.5).value();
            return Math.max(0, -Math.expm1(log + loss.slack(log, -0.5)) * (1 - 1e-15));
        });
    }

    /** An upper bound of the loss, possibly infinite. */
    private double largest() {
        double sum = precision > 0 ? Double.POSITIVE_INFINITY : 0;
        for (RatioRun run : runs) {
            sum += run.sign() > 0
                    ? Double.POSITIVE_INFINITY
                    : run.count() * -run.ratio().leastLog();
        }
        return sum * (1 + 1e-12);
    }

    /** The ε at δ = 0: infinite, as Gaussian noise has no largest loss in the direction in which the record is present. */
    Enclosure worst() {
        return Enclosure.of(isConstant() ? 0 : Double.POSITIVE_INFINITY);
    }

    /** The errors of the test that decides for P when the loss is above the threshold. */
    public ErrorRates errorsAt(double threshold) {
        double c = finite("threshold", threshold);
        if (isConstant()) {
            double above = c < 0 ? 1 : 0;
            return new ErrorRates(c, Enclosure.of(above), Enclosure.of(1 - above));
        }
        if (hasClosedForm()) {
            return orRefused(() -> single().errorsAt(c));
        }
        return orRefused(() -> {
            ComposedLoss loss = loss();
            return Contour.forTails(loss, ContourSaddle.forTails(loss, c)).errorsAt(c);
        });
    }

    /**
     * The errors of the test whose rate of false positives is the given one, to about twelve digits; what it is exactly is
     * enclosed in the result.
     *
     * @param falsePositiveRate in (0, 1)
     */
    public ErrorRates errorsAtFalsePositiveRate(double falsePositiveRate) {
        inside("false positive rate", falsePositiveRate);
        if (isConstant()) {
            throw new IllegalStateException("a loss that is always zero allows no test");
        }
        if (hasClosedForm()) {
            return orRefused(() -> single().errorsAtFalsePositiveRate(falsePositiveRate));
        }
        return orRefused(() -> Inversion.errorsAtFalsePositiveRate(loss(), falsePositiveRate));
    }

    /**
     * The errors of tests whose rates of false positives are near the given ones, one for each. Many of them take little
     * more time than a few.
     *
     * @param falsePositiveRates rising, each in (0, 1)
     */
    public List<ErrorRates> errorsNear(double[] falsePositiveRates) {
        if (falsePositiveRates.length == 0) {
            return List.of();
        }
        double previous = 0;
        for (double rate : falsePositiveRates) {
            inside("false positive rate", rate);
            if (rate < previous) {
                throw new IllegalArgumentException(
                        "false positive rates must rise, got " + rate + " after " + previous);
            }
            previous = rate;
        }
        if (hasClosedForm()) {
            return Arrays.stream(falsePositiveRates)
                    .mapToObj(this::errorsAtFalsePositiveRate)
                    .toList();
        }
        return orRefused(() -> Inversion.errorsNear(loss(), falsePositiveRates));
    }

    /** Whether no contour is needed: Gaussians, which are one Gaussian however many they are, or one run of anything else. */
    boolean hasClosedForm() {
        return runs.isEmpty()
                || (precision == 0 && runs.size() == 1 && runs.get(0).count() == 1);
    }

    private SingleRun single() {
        if (runs.isEmpty()) {
            // Σ 1/σ² is known to so many roundings, its root to half as many, and to two of its own.
            MixtureRatio gaussian = new MixtureRatio(1 / Math.sqrt(precision), 0, new double[] {1}, new double[] {1});
            return new SingleRun(new Presence(gaussian), 1, roundings + 2);
        }
        RatioRun run = runs.get(0);
        return new SingleRun(run.ratio(), run.sign(), 0);
    }

    /** The loss for one query. */
    ComposedLoss loss() {
        return loss(new HashMap<>());
    }

    /** Whether the loss is always zero, as that of no mechanism at all is. */
    public boolean isConstant() {
        return precision == 0 && runs.isEmpty();
    }

    /** The loss for one query; both directions may share the quadratures of one query, one after the other. */
    private ComposedLoss loss(Map<Ratio, Quadrature> shared) {
        List<MechanismLoss> factors = new ArrayList<>();
        if (precision > 0) {
            factors.add(new GaussianLoss(precision, roundings));
        }
        for (RatioRun run : runs) {
            Quadrature quadrature = shared.computeIfAbsent(run.ratio(), Quadrature::new);
            factors.add(new QuadratureLoss(quadrature, run.sign(), run.count()));
        }
        return new ComposedLoss(factors);
    }

    private <T> T orRefused(Supplier<T> query) {
        try {
            return query.get();
        } catch (SlowDecayException slow) {
            throw new UnsupportedEventException(ExactAccountant.NAME, event, String.valueOf(slow.getMessage()));
        }
    }

    private static double finite(String name, double value) {
        if (Math.abs(value) < Double.POSITIVE_INFINITY) {
            return value;
        }
        throw new IllegalArgumentException(name + " must be finite, got " + value);
    }

    private static void inside(String name, double value) {
        if (!(value > 0 && value < 1)) {
            throw new IllegalArgumentException(name + " must be in (0, 1), got " + value);
        }
    }
}
