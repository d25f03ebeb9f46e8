package io.abacusdp.training.audit;

import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.SafeFigures;

/**
 * What an audit found.
 *
 * @param canaries how many there were, in the data or not
 * @param guesses how many of them were guessed, as was fixed beforehand
 * @param correct how many guesses were right
 * @param confidence of the lower bound
 * @param epsilonLower lower bound of epsilon at the guarantee's delta and the confidence, rounded down
 * @param greatestPossible what the lower bound would have been with all guesses right: nothing above it can be found out
 * @param claimed the guarantee that was put to the test
 */
public record AuditOutcome(
        int canaries,
        int guesses,
        int correct,
        double confidence,
        double epsilonLower,
        double greatestPossible,
        Guarantee claimed) {
    private static final int DIGITS = 4;

    /** What so many right guesses say about a guarantee. */
    static AuditOutcome of(int canaries, int guesses, int correct, double confidence, Guarantee claimed) {
        return new AuditOutcome(
                canaries,
                guesses,
                correct,
                confidence,
                AuditBound.epsilonLower(canaries, guesses, correct, claimed.delta(), confidence),
                AuditBound.epsilonLower(canaries, guesses, guesses, claimed.delta(), confidence),
                claimed);
    }

    /** Whether the claim is refuted at the confidence: the run was not as private as it says. */
    public boolean isRefuted() {
        return epsilonLower > claimed.epsilon();
    }

    /** Whether right guesses alone could have refuted the claim; if not, the audit had too few canaries to tell. */
    public boolean couldRefute() {
        return greatestPossible > claimed.epsilon();
    }

    /** The finding in words. */
    public String verdict() {
        String found =
                "%d of %d guesses on %d canaries were right: epsilon is at least %s at delta %s with %s confidence"
                        .formatted(
                                correct,
                                guesses,
                                canaries,
                                SafeFigures.down(epsilonLower, DIGITS),
                                SafeFigures.exact(claimed.delta()),
                                percent(confidence));
        String proven = SafeFigures.up(claimed.epsilon(), DIGITS);
        if (isRefuted()) {
            return found + ". That is above the claimed " + proven + ": the claim is refuted, do not release the model";
        }
        String consistent = found + ", and at most " + proven + " by proof";
        return couldRefute()
                ? consistent
                : consistent + ". With so few canaries nothing above " + SafeFigures.down(greatestPossible, DIGITS)
                        + " could have been found";
    }

    private static String percent(double share) {
        return SafeFigures.down(100 * share, 3) + " %";
    }
}
