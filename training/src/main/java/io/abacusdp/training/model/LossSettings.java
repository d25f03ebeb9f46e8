package io.abacusdp.training.model;

import java.util.List;

/**
 * What is changed of a model's loss in training; what is measured and reported stays the plain loss. All of it is public: weights that
 * come from the private data's frequencies are a release that no epsilon covers.
 *
 * <p>Formula: w_t·((1 − s)·ℓ(t) + s·mean_j ℓ(j)) for an example of class t, ℓ(j) being the loss if its class were j.
 * <p>Source: Szegedy, Vanhoucke, Ioffe, Shlens, Wojna 2016, arXiv:1512.00567, section 7, for label smoothing.
 *
 * @param smoothing s, in [0, 1)
 * @param classWeights w, one for each class, finite and above 0; or none for all alike
 */
public record LossSettings(double smoothing, List<Double> classWeights) {
    /** The loss as it is. */
    public static final LossSettings PLAIN = new LossSettings(0, List.of());

    public LossSettings {
        classWeights = List.copyOf(classWeights);
        if (!(smoothing >= 0 && smoothing < 1)) {
            throw new IllegalArgumentException("label smoothing must be in [0, 1), got " + smoothing);
        }
        for (double weight : classWeights) {
            if (!(weight > 0 && weight < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("a class weight must be finite and above 0, got " + weight);
            }
        }
    }

    /** Whether the loss is as it is. */
    public boolean isPlain() {
        return smoothing == 0 && classWeights.isEmpty();
    }

    /**
     * Checks that the settings are of some use to a model.
     *
     * @throws IllegalArgumentException if there are no classes, or as many weights of others
     */
    public void check(ModelSpec model) {
        if (isPlain()) {
            return;
        }
        int classes = switch (model.loss()) {
            case SOFTMAX_CROSS_ENTROPY -> model.outputs();
            case LOGISTIC -> 2;
            case SQUARED ->
                throw new IllegalArgumentException("label smoothing and class weights are for classes, got the loss "
                        + model.loss().id());
        };
        if (!classWeights.isEmpty() && classWeights.size() != classes) {
            throw new IllegalArgumentException(
                    "there must be one weight for each of %d classes, got %d".formatted(classes, classWeights.size()));
        }
    }
}
