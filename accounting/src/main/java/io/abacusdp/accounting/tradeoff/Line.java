package io.abacusdp.accounting.tradeoff;

/**
 * A straight line that is nowhere above a trade-off curve: f(α) ≥ height − e^logSlope·(α − anchor).
 *
 * @param logSlope logarithm of how steeply it falls; +∞ for a line that says something at its anchor only
 * @param method that found it
 */
record Line(double logSlope, double anchor, double height, String method) {
    private static final double ROUNDING = 0x1p-50;

    /** The line 1 − δ − e^ε·α of an (ε, δ) that holds; ε may be negative. */
    static Line of(double epsilon, double delta, String method) {
        return new Line(epsilon, 0, Math.nextDown(1 - delta), method);
    }

    /** The same line with the rates changing places. */
    Line inverse() {
        return new Line(-logSlope, height, anchor, method);
    }

    /** The height over α, rounded down; possibly below 0. */
    double at(double alpha) {
        if (alpha == anchor) {
            return height;
        }
        double fall = Math.exp(logSlope) * (alpha - anchor);
        double value = height - fall - ROUNDING * (Math.abs(height) + Math.abs(fall));
        return Double.isNaN(value) ? Double.NEGATIVE_INFINITY : value;
    }

    /** The δ that the line says something about, 1 − height − e^ε·anchor, rounded down. */
    double delta() {
        double rest = Math.exp(logSlope) * anchor;
        return 1 - height - rest - ROUNDING * (1 + rest);
    }

    /** Whichever of two lines is higher over α. */
    static Line higher(Line one, Line other, double alpha) {
        return other.at(alpha) > one.at(alpha) ? other : one;
    }
}
