package io.abacusdp.accounting;

import java.util.Optional;

/**
 * The warning for a delta that is too large for the number of records.
 *
 * <p>Formula: δ ≥ 1/n. To publish one of n records, drawn at random, is (0, 1/n)-differentially private under replace-one, and
 * under add-or-remove-one for all neighbours of at least n records; so a guarantee at such a delta may hold for a mechanism that
 * gives somebody's record away in every run.
 *
 * <p>Source: Dwork, Roth 2014, The Algorithmic Foundations of Differential Privacy, section 2.3.
 *
 * <p>Accuracy: δ is compared with the double that is nearest to 1/n. Rounding keeps order, so that every decimal that is at least
 * 1/n is found, as 1e-6 is for a million records although its double is below 10^-6; a decimal just below 1/n that no double tells
 * from it is found too.
 *
 * <p>Limits: a delta below 1/n, but not far below, is not good either, and has no warning.
 */
public final class LargeDelta {
    private LargeDelta() {}

    /**
     * What to say of the delta, if it is too large.
     *
     * @param records number of records that are protected, at least 1
     */
    public static Optional<String> warning(double delta, long records) {
        return warning(delta, records, "records");
    }

    /** The same for what is protected under another name, such as clients. */
    public static Optional<String> warning(double delta, long records, String name) {
        if (records < 1) {
            throw new IllegalArgumentException(name + " must be at least 1, got " + records);
        }
        return delta >= 1.0 / records
                ? Optional.of(
                        "delta %s is not below 1/%d: a mechanism that publishes one of the %d %s outright can satisfy such a guarantee; choose a delta far below"
                                .formatted(SafeFigures.exact(delta), records, records, name))
                : Optional.empty();
    }
}
