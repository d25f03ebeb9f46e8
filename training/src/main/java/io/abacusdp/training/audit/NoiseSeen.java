package io.abacusdp.training.audit;

/**
 * Noise where there is nothing else: squares of coordinates in which no gradient has a part, in units of the claimed noise.
 *
 * <p>Formula: if n coordinates have independent Gaussian noise of at least s times the claimed deviation, the sum S of their
 * squares is at least s²·χ²_n in law, and Pr[χ²_n ≤ n − 2√(n·t)] ≤ e^−t. So s ≤ (S/(n − 2√(n·ln(1/level))))^½ with confidence
 * 1 − level.
 *
 * <p>Source: Laurent, Massart 2000, Annals of Statistics 28, lemma 1, for the tail.
 *
 * <p>Assumes: Gaussian noise, independent from one coordinate to the next. So this says something of the mechanism that is
 * claimed and not of its privacy: it can refute the claim, and is no measure of epsilon.
 */
record NoiseSeen(long values, double squares) {
    /** The greatest factor on the claimed noise that is not refuted, from above. */
    double factorUpper(double level) {
        double atLeast = values - 2 * Math.sqrt(values * -Math.log(level));
        return atLeast > 0 ? Math.sqrt(squares / atLeast) * (1 + 1e-9) : Double.POSITIVE_INFINITY;
    }
}
