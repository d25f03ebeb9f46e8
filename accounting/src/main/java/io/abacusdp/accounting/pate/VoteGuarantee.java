package io.abacusdp.accounting.pate;

import io.abacusdp.accounting.event.ApproximateDp;
import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.rdp.Conversion;
import java.util.ArrayList;
import java.util.List;

/**
 * What answers to questions guarantee: whatever the votes are, and by a figure that was published of them.
 *
 * <p><b>Whatever the votes.</b> A test is a function of v + N(0, σ_1²), and v moves by at most 1; an answer is one of all votes with noise N(0, σ²), of
 * which two move by 1. So a test is a Gaussian of noise multiplier σ_1, and an answer one of σ/√2. Which questions are answered depends on
 * what came out before; as at most so many tests and so many answers are made, come what may, they cost what as many in a fixed plan
 * would: of Gaussians, the squares of 1/multiplier add up, also where each is chosen in view of those before ({@code GdpFilter} names the
 * sources).
 *
 * <p><b>By a published figure.</b> The divergence of order λ at the actual votes is at most tests·λ/2σ_1² + V, V the sum of {@link VoteCosts}. Published
 * is a bound on V that fails with probability φ at most, made of two Gaussian releases: log S, which moves by at most β, and, once a bound on S is
 * known that fails with probability φ at most, V, which moves by at most S. Both cost λ/2z² each at noise multiplier z, but for φ. Hence
 * (ε, δ) with ε of order λ at divergence tests·λ/2σ_1² + V + λ/z² and δ − 2φ. This holds at the actual votes: any event is at most e^ε times as
 * likely as with one teacher changed, and δ more.
 *
 * <p><b>For any votes, by a test of the figure.</b> If answers are published only where the published bound is at most a limit that was fixed before,
 * then (ε, δ) with the limit in place of V holds for all votes: votes with a larger V pass with probability 2φ at most, and what does not pass
 * is a function of the two releases.
 *
 * <p>Source of the last: propose-test-release, Dwork, Lei 2009; for divergences of votes, Redberg, Zhu, Wang 2023, arXiv:2301.00301.
 *
 * @param questions how many tests, or answers where there is no test
 * @param answers at most so many
 * @param sigma noise of each vote
 */
public record VoteGuarantee(long questions, long answers, double sigma, VoteCosts.Threshold threshold) {
    /** φ over δ. */
    private static final double FAILURE = 0.1;

    /** The share of the cost of any votes that orders are chosen for. */
    private static final double HOPE = 0.05;

    /** What is done, whatever the votes. */
    public DpEvent event() {
        List<DpEvent> events = new ArrayList<>();
        if (threshold.isTest()) {
            events.add(new Repeated(questions, new Gaussian(threshold.sigma())));
        }
        events.add(new Repeated(answers, new Gaussian(Math.nextDown(sigma / Math.sqrt(2)))));
        return events.size() == 1 ? events.get(0) : new Composed(events);
    }

    /**
     * What is done, whatever the votes, if a figure is published besides.
     *
     * @param figureNoise z
     */
    public DpEvent eventWithFigure(double figureNoise, double delta) {
        return new Composed(
                List.of(event(), new Repeated(2, new Gaussian(figureNoise)), new ApproximateDp(0, failure(delta))));
    }

    /** φ: how probably a published figure may be wrong. */
    public static double failure(double delta) {
        return FAILURE * delta;
    }

    /** An order for a published figure, by public numbers alone. */
    public double order(double delta, double figureNoise) {
        double slope = perOrder(figureNoise) + HOPE * questions / (sigma * sigma);
        return 1 + Math.sqrt(-Math.log(remaining(delta)) / slope);
    }

    /**
     * ε by a bound on V.
     *
     * @param total V, or a limit on it
     * @param figureNoise z
     */
    public double epsilon(double order, double total, double figureNoise, double delta) {
        double divergence = (order * perOrder(figureNoise) + total) * (1 + 1e-12);
        return Conversion.OPTIMAL.epsilon(order, divergence, remaining(delta));
    }

    private double perOrder(double figureNoise) {
        double tests = threshold.isTest() ? questions / (2 * threshold.sigma() * threshold.sigma()) : 0;
        return tests + 1 / (figureNoise * figureNoise);
    }

    private static double remaining(double delta) {
        return delta * (1 - 2 * FAILURE) * (1 - 1e-15);
    }
}
