package io.abacusdp.accounting.exact;

/**
 * Where the Laplace transform of a level is taken: at p_j = u + ijd, |j| up to a last one; and a bound on what that leaves out of its moments at every
 * frequency ({@link AllocationMoments}).
 *
 * @param level whose moments
 * @param c the real part of the power
 * @param u the real part of p
 * @param step d
 * @param terms the last j
 * @param methodError bound on aliases and on what lies beyond the last j
 */
record AllocationLattice(AllocationLevel level, double c, double u, double step, int terms, double methodError) {
    /** Aliases and what is left out are pushed below e^{−38} = 3e-17. */
    private static final double ACCURACY = 38;

    private static final int MAX_TERMS = 60_000;
    private static final double[] BELOW = {0.9, 0.75, 0.5, 0.25, 0.1};
    private static final double[] ABOVE = {1.1, 1.25, 1.5, 2, 3, 5};

    /** No u' is farther above u than by this factor. */
    static final double MOST_FACTOR = 5;

    private static final int MAX_STEPS = 200;

    /** A lattice for the level. */
    static AllocationLattice of(AllocationLevel level, double c, double u) {
        double[] below = logs(level, c, u, BELOW);
        double[] above = logs(level, c, u, ABOVE);
        double period = Math.max(period(u, below, BELOW), period(u, above, ABOVE));
        double step = QuadratureLattice.fewDigits(2 * Math.PI / period);
        double actual = 2 * Math.PI / step;
        double most = MellinKernel.logMost(1 + c, u);
        double count = Math.ceil(lastFrequency(level, u, most) / step);
        if (!(count < MAX_TERMS)) {
            throw new SlowDecayException("its mean ratio needs " + count + " terms");
        }
        int terms = (int) count;
        double error = alias(u, below, BELOW, actual)
                + alias(u, above, ABOVE, actual)
                + leftOut(level, u, most, (terms + 1) * step, step);
        return new AllocationLattice(level, c, u, step, terms, error * (1 + 1e-9));
    }

    /** Logarithms of (c/eu')^c·e^{u'}·Ψ(u') at multiples of u. */
    private static double[] logs(AllocationLevel level, double c, double u, double[] factors) {
        double[] logs = new double[factors.length];
        for (int i = 0; i < factors.length; i++) {
            logs[i] = logMoment(level, c, factors[i] * u);
        }
        return logs;
    }

    private static double logMoment(AllocationLevel level, double power, double u) {
        return power * (Math.log(power / u) - 1) + u + level.logReal(u) + 1e-8;
    }

    /** An upper bound of ∫ S^power, for a power of at most 3c: (power/eu')^power·e^{u'}·Ψ(u') at u' in proportion to the power. */
    double momentBound(double power) {
        return Math.exp(logMoment(level, power, u * power / (1 + c)));
    }

    private static double period(double u, double[] logs, double[] factors) {
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < logs.length; i++) {
            least = Math.min(least, Math.max(1e-3, logs[i] + ACCURACY) / (u * Math.abs(factors[i] - 1)));
        }
        return least;
    }

    private static double alias(double u, double[] logs, double[] factors, double period) {
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < logs.length; i++) {
            double distance = u * Math.abs(factors[i] - 1) * period;
            least = Math.min(least, Math.exp(logs[i] - distance) / -Math.expm1(-distance));
        }
        return least;
    }

    /** A frequency beyond which the terms matter little. */
    private static double lastFrequency(AllocationLevel level, double u, double most) {
        double low = u;
        double high = u;
        while (level.logTail(u, high) + most + Math.log(high) > -ACCURACY) {
            low = high;
            high *= 2;
            if (!(high < 1e30)) {
                throw new SlowDecayException("the characteristic function of its mean ratio does not fall");
            }
        }
        for (int i = 0; i < 4 && low < high; i++) {
            double middle = 0.5 * (low + high);
            if (level.logTail(u, middle) + most + Math.log(middle) > -ACCURACY) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    /** A bound on the sum of all terms from y on. */
    private static double leftOut(AllocationLevel level, double u, double most, double begin, double step) {
        double sum = 0;
        double factor = Math.exp(most) / Math.PI;
        AllocationNodes nodes = level.nodes();
        double sine = Math.sin(2 * nodes.height / nodes.sigma);
        double t = level.batches();
        // C of |φ| ≤ C/y² where y·sin β is at least 2u.
        double logC = 2 * nodes.height * nodes.height
                + 3 / (nodes.sigma * nodes.sigma)
                + 2 * Math.log(4 * t / (Math.E * sine))
                + 1e-9;
        double y = begin;
        for (int i = 0; i < MAX_STEPS; i++) {
            // The term itself, and those up to four times as far.
            sum += factor * Math.exp(level.logTail(u, y)) * (3 * y + step);
            y *= 4;
            double far = factor * 2 * t * Math.exp(t * (logC - 2 * Math.log(y))) * (y / (2 * t - 1) + step);
            if (y * sine >= 2 * u && far <= Math.exp(-ACCURACY)) {
                return sum + far;
            }
        }
        throw new SlowDecayException("the characteristic function of its mean ratio does not fall");
    }
}
