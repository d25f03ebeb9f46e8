package io.abacusdp.accounting.rdp;

import java.util.Locale;

/**
 * How a Rényi divergence ε(α) at one order becomes (epsilon, delta)-DP. Results are rounded up by more than the error of
 * their few operations. Laws with no divergence are the same, so that epsilon and delta then are 0.
 */
public enum Conversion {
    /**
     * ε = ε(α) + log(1/δ)/(α − 1).
     *
     * <p>Source: Mironov 2017, arXiv:1702.07476, proposition 3.
     */
    MIRONOV {
        @Override
        public double epsilon(double order, double rdp, double delta) {
            double price = -Math.log(delta) / (order - 1);
            return rdp == 0 ? 0 : raised(rdp + price, rdp, price);
        }

        @Override
        public double delta(double order, double rdp, double epsilon) {
            return rdp == 0 ? 0 : exp((order - 1) * (rdp - epsilon), order * (rdp + epsilon));
        }
    },
    /**
     * ε = ε(α) + log((α − 1)/α) − (log δ + log α)/(α − 1), and 0 where that is negative.
     *
     * <p>Source: Balle et al. 2020, arXiv:1905.09982, theorem 21; Canonne, Kamath, Steinke 2020, arXiv:2004.00010,
     * proposition 12.
     */
    BALLE {
        @Override
        public double epsilon(double order, double rdp, double delta) {
            double gain = logShare(order);
            double price = -(Math.log(delta) + Math.log(order)) / (order - 1);
            // The two logarithms may cancel, and keep the error of each.
            double size = (Math.log(order) - Math.log(delta)) / (order - 1) - gain;
            return rdp == 0 ? 0 : raised(rdp + gain + price, rdp, size);
        }

        @Override
        public double delta(double order, double rdp, double epsilon) {
            double logExcess = Math.log(order - 1);
            double constant = order * logShare(order) - logExcess;
            double size = order * (rdp + epsilon + 1 - logShare(order)) + Math.abs(logExcess);
            return rdp == 0 ? 0 : exp((order - 1) * (rdp - epsilon) + constant, size);
        }
    },
    /**
     * The largest δ, and hence ε, that any pair of laws with this divergence can have: see {@link OptimalConversion}.
     *
     * <p>Source: Asoodeh, Liao, Calmon, Kosut, Sankar 2021, arXiv:2008.06529, theorem 3.
     */
    OPTIMAL {
        @Override
        public double epsilon(double order, double rdp, double delta) {
            return OptimalConversion.epsilon(order, rdp, delta);
        }

        @Override
        public double delta(double order, double rdp, double epsilon) {
            return OptimalConversion.delta(order, rdp, epsilon);
        }
    };

    /**
     * The epsilon that holds at the given delta.
     *
     * @param order finite, above 1
     * @param rdp bound on the divergence at that order, possibly infinite
     * @param delta in (0, 1)
     */
    public abstract double epsilon(double order, double rdp, double delta);

    /**
     * The delta that holds at the given epsilon.
     *
     * @param order finite, above 1
     * @param rdp bound on the divergence at that order, possibly infinite
     * @param epsilon not negative
     */
    public abstract double delta(double order, double rdp, double epsilon);

    /** Name in JSON and on the command line. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** log((α − 1)/α): next to 1 by α − 1, which is exact, as 1/α is not exact enough to be taken from 1. */
    private static double logShare(double order) {
        return order < 2 ? Math.log((order - 1) / order) : Math.log1p(-1 / order);
    }

    private static double raised(double epsilon, double rdp, double price) {
        return Math.max(0, epsilon + 4 * Math.ulp(rdp + Math.abs(price) + 1e-300));
    }

    /** e^exponent, at most 1, raised by the rounding of an exponent made of terms of the given size. */
    private static double exp(double exponent, double size) {
        double value = Math.exp(exponent + 4 * Math.ulp(size)) * (1 + 4 * Math.ulp(1.0));
        // What is positive is never given as 0, and what is subnormal errs by more than its relative error.
        return exponent >= 0 ? 1 : Math.min(1, value + 2 * Double.MIN_VALUE);
    }
}
