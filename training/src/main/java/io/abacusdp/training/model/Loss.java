package io.abacusdp.training.model;

import java.util.Locale;

/** What one example's output costs, given its target. */
public enum Loss {
    /** log Σ_j e^{y_j} − y_t for class t: one output for each class. */
    SOFTMAX_CROSS_ENTROPY,
    /** log(1 + e^y) − t·y for class t of 0 and 1: one output. */
    LOGISTIC,
    /** ½(y − t)² for a number t: one output. */
    SQUARED;

    /** Name in JSON. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Checks that outputs and targets fit this loss.
     *
     * @param classes of the data, 0 for regression
     * @throws IllegalArgumentException if they do not
     */
    public void check(int outputs, int classes) {
        switch (this) {
            case SOFTMAX_CROSS_ENTROPY ->
                require(
                        classes >= 2 && outputs == classes,
                        outputs,
                        classes,
                        "one output for each of two or more classes");
            case LOGISTIC -> require(classes == 2 && outputs == 1, outputs, classes, "one output and two classes");
            case SQUARED -> require(classes == 0 && outputs == 1, outputs, classes, "one output and no classes");
        }
    }

    private void require(boolean fits, int outputs, int classes, String needs) {
        if (!fits) {
            throw new IllegalArgumentException(
                    "the loss %s needs %s, got %d outputs of the model and %d classes of the data"
                            .formatted(id(), needs, outputs, classes));
        }
    }
}
