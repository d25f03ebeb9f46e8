package io.abacusdp.training.audit;

import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.SafeFigures;
import io.abacusdp.accounting.UnsupportedEventException;

/**
 * What an audit within a run found.
 *
 * @param canaries how many there were, in the data or not
 * @param guesses how many of them were guessed for the lower bound, as was fixed beforehand
 * @param correct how many of these guesses were right
 * @param right how many of all canaries were guessed right
 * @param confidence of all figures together
 * @param epsilonLower lower bound of epsilon at the guarantee's delta, for whatever mechanism, rounded down
 * @param greatestPossible what the lower bound would have been with all guesses right: nothing above it can be found out
 * @param noiseFactor least factor on the noise whose claim is refuted, from above; +∞ if none is, NaN if no trade-off curve is
 *     known for the sampling
 * @param measured epsilon of that claim, rounded down, or the lower bound if that is more or if there is no such claim
 * @param claimed the guarantee that was put to the test
 */
public record AuditOutcome(
        int canaries,
        int guesses,
        int correct,
        int right,
        double confidence,
        double epsilonLower,
        double greatestPossible,
        double noiseFactor,
        double measured,
        Guarantee claimed) {
    private static final int DIGITS = 4;

    /** What so many right guesses say about a guarantee. */
    static AuditOutcome of(
            int canaries,
            int guesses,
            int correct,
            int right,
            double confidence,
            Guarantee claimed,
            NoiseFamily family) {
        double level = AuditSettings.levelOf(confidence) / 2;
        double half = 1 - level;
        double lower = AuditBound.epsilonLower(canaries, guesses, correct, claimed.delta(), half);
        double factor = factor(Evidence.RightGuesses.of(right, canaries, level), claimed, family);
        return new AuditOutcome(
                canaries,
                guesses,
                correct,
                right,
                confidence,
                lower,
                AuditBound.epsilonLower(canaries, guesses, guesses, claimed.delta(), half),
                factor,
                Double.isNaN(factor) ? lower : Math.max(lower, family.epsilonLower(factor)),
                claimed);
    }

    private static double factor(Evidence evidence, Guarantee claimed, NoiseFamily family) {
        if (!Double.isFinite(claimed.epsilon())) {
            // There is nothing to refute.
            return Double.POSITIVE_INFINITY;
        }
        try {
            return family.leastRefuted(evidence);
        } catch (UnsupportedEventException noCurve) {
            return Double.NaN;
        }
    }

    /** Whether the claim is refuted at the confidence: the run was not as private as it says. */
    public boolean isRefuted() {
        return epsilonLower > claimed.epsilon() || noiseFactor <= 1;
    }

    /** Whether the lower bounds are those that so many right guesses give, as far as machines agree. */
    public boolean hasBoundsOfItsGuesses() {
        double half = 1 - AuditSettings.levelOf(confidence) / 2;
        double delta = claimed.delta();
        return right <= canaries
                && isAbout(epsilonLower, AuditBound.epsilonLower(canaries, guesses, correct, delta, half))
                && isAbout(greatestPossible, AuditBound.epsilonLower(canaries, guesses, guesses, delta, half))
                && measured >= epsilonLower;
    }

    private static boolean isAbout(double stated, double bound) {
        return Math.abs(stated - bound) <= 1e-9 * bound;
    }

    /** The finding in words. */
    public String verdict() {
        String found =
                ("an epsilon of %s is claimed and %s was measured at delta %s with %s confidence: %d of %d canaries were"
                                + " guessed right. Whatever the mechanism, epsilon is at least %s, as %d of the %d surest guesses were right")
                        .formatted(
                                SafeFigures.up(claimed.epsilon(), DIGITS),
                                SafeFigures.down(measured, DIGITS),
                                SafeFigures.exact(claimed.delta()),
                                percent(confidence),
                                right,
                                canaries,
                                SafeFigures.down(epsilonLower, DIGITS),
                                correct,
                                guesses);
        return isRefuted() ? found + ". The claim is refuted: do not release the model" : found;
    }

    private static String percent(double share) {
        return SafeFigures.down(100 * share, 3) + " %";
    }
}
