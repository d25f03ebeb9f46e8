package io.abacusdp.training.report;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.SafeFigures;
import io.abacusdp.training.trainer.PrivacyUnit;
import java.util.List;

/**
 * What is guaranteed, and what it rests on, in a few sentences that follow from figures alone: whoever has these can tell whether a
 * statement is true to them. Whoever reads one line has the most important one.
 *
 * @param unit whom it protects
 * @param isSecure whether all randomness was secret
 * @param epsilon of all that was charged; what would hold if the randomness was not secret
 * @param hasPrivateRanges whether ranges and categories were taken from the private data
 * @param isSizeDeclared whether the number of examples was declared and not counted
 * @param examples the number that was declared or counted
 */
public record GuaranteeSentences(
        PrivacyUnit unit,
        boolean isSecure,
        double epsilon,
        double delta,
        Adjacency adjacency,
        boolean hasPrivateRanges,
        boolean isSizeDeclared,
        long examples) {
    private static final int DIGITS = 5;

    /** The sentences. */
    public List<String> lines() {
        if (!isSecure) {
            return List.of(
                    "Not private: made under a test seed. Noise and lots came from it, and whoever knows it takes them off.");
        }
        if (!(epsilon < Double.POSITIVE_INFINITY)) {
            return List.of("Not private: no finite epsilon holds for this run.");
        }
        return List.of(
                "The model, and every model on the way to it, is (%s, %s)-differentially private under %s adjacency%s%s."
                        .formatted(
                                SafeFigures.up(epsilon, DIGITS),
                                SafeFigures.exact(delta),
                                adjacency.id().replace('_', '-'),
                                unit.isUser() ? ", for " + unit.words() : "",
                                hasPrivateRanges
                                        ? ", except for the ranges and categories of the data: they were taken from the private"
                                                + " data, and the guarantee does not cover what they reveal"
                                        : ""),
                isSizeDeclared
                        ? "The number of %s is not told: all that depends on it was taken from the declared public size, %d."
                                .formatted(unit.drawn(), examples)
                        : "The number of %s, %d, is taken as public: the guarantee does not hide it."
                                .formatted(unit.drawn(), examples));
    }
}
