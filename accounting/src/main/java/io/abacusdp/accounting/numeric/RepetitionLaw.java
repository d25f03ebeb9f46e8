package io.abacusdp.accounting.numeric;

/**
 * The law of a number K of repetitions: truncated negative binomial of shape η and success probability γ (η = 0 logarithmic, η = 1
 * geometric), or Poisson.
 *
 * <p>Formula: with f(x) = E x^K, 1 − f(1 − d) = (1 − (1 + u)^{−η})/(1 − γ^η) with u = (1/γ − 1)·d, log(1 + u)/log(1/γ) for η = 0, and 1 − e^{−μd} for Poisson.
 *
 * <p>Source: Papernot, Steinke 2022, arXiv:2110.03620.
 */
public final class RepetitionLaw {
    private static final double SLACK = 1e-12;

    private final double mean;
    private final double shape;
    private final double gamma;

    /**
     * A law.
     *
     * @param mean E K: positive, and at least 1 unless Poisson
     * @param shape η, at least 0; infinite for Poisson
     */
    public RepetitionLaw(double mean, double shape) {
        this.mean = mean;
        this.shape = shape;
        this.gamma = isPoisson() || mean == 1
                ? 1
                : Search.greatest(Double.MIN_NORMAL, 1, 1e-14, g -> mean(g, shape) >= mean);
    }

    public double mean() {
        return mean;
    }

    public double shape() {
        return shape;
    }

    public boolean isPoisson() {
        return shape == Double.POSITIVE_INFINITY;
    }

    /** The γ that gives the mean; the mean falls as γ rises, and a smaller γ is the safe side. */
    public double successProbability() {
        return gamma;
    }

    /** E K = η(1 − γ)/(γ(1 − γ^η)), or (1/γ − 1)/log(1/γ) for η = 0. */
    private static double mean(double gamma, double shape) {
        if (gamma == 1) {
            return 1;
        }
        double scaled = shape * Math.log(gamma);
        if (scaled == 0) {
            return (1 / gamma - 1) / -Math.log(gamma);
        }
        return shape * (1 / gamma - 1) / -Math.expm1(scaled);
    }

    /** At least the probability 1 − f(1 − d) that one of K independent runs has an outcome of probability d. */
    public double once(double d) {
        double exact;
        if (isPoisson()) {
            exact = -Math.expm1(-mean * d);
        } else if (gamma == 1) {
            exact = d;
        } else {
            double log = Math.log1p((1 / gamma - 1) * d);
            double scaled = shape * Math.log(gamma);
            exact = scaled == 0 ? log / -Math.log(gamma) : Math.expm1(-shape * log) / Math.expm1(scaled);
        }
        return Math.min(1, Math.min(exact, mean * d) * (1 + SLACK));
    }

    /** The greatest d, or a little less, at which {@link #once} is at most the given probability. */
    public double eachFor(double probability) {
        double exact;
        if (isPoisson()) {
            exact = -Math.log1p(-probability) / mean;
        } else if (gamma == 1) {
            exact = probability;
        } else {
            double scaled = shape * Math.log(gamma);
            double log = scaled == 0
                    ? -probability * Math.log(gamma)
                    : -Math.log1p(probability * Math.expm1(scaled)) / shape;
            exact = Math.expm1(log) / (1 / gamma - 1);
        }
        double d = Math.min(1, exact * (1 - 4 * SLACK));
        return once(d) <= probability ? d : Math.min(d, probability / mean * (1 - 4 * SLACK));
    }
}
