package io.abacusdp.training.predict;

import io.abacusdp.training.data.ExampleFormat;
import io.abacusdp.training.model.Loss;
import java.util.Arrays;
import java.util.List;

/**
 * What a model says of one example: a class with the probabilities of all, or a number. Immutable.
 *
 * <p>Formula: the probabilities are e^{y_j} / Σ_k e^{y_k} of outputs y, or 1/(1 + e^{−y}) of class 1 if there is one output; the class
 * is that of the largest output, of equal ones the first, as training counts accuracy.
 */
public final class Prediction {
    private final List<String> classNames;
    private final float[] outputs;
    private final double[] probabilities;
    private final int best;
    private final double value;

    private Prediction(List<String> classNames, float[] outputs, double[] probabilities, int best, double value) {
        this.classNames = classNames;
        this.outputs = outputs;
        this.probabilities = probabilities;
        this.best = best;
        this.value = value;
    }

    static Prediction of(Loss loss, ExampleFormat format, float[] y, int from, int count) {
        float[] outputs = Arrays.copyOfRange(y, from, from + count);
        return switch (loss) {
            case SOFTMAX_CROSS_ENTROPY ->
                new Prediction(format.classNames(), outputs, softmax(outputs), largest(outputs), 0);
            case LOGISTIC -> {
                double[] both = {1 / (1 + Math.exp(outputs[0])), 1 / (1 + Math.exp(-outputs[0]))};
                yield new Prediction(format.classNames(), outputs, both, outputs[0] > 0 ? 1 : 0, 0);
            }
            case SQUARED -> new Prediction(List.of(), outputs, new double[0], 0, format.unscaled(outputs[0]));
        };
    }

    private static int largest(float[] outputs) {
        int best = 0;
        for (int i = 1; i < outputs.length; i++) {
            best = outputs[i] > outputs[best] ? i : best;
        }
        return best;
    }

    private static double[] softmax(float[] outputs) {
        double most = outputs[largest(outputs)];
        double[] probabilities = new double[outputs.length];
        double sum = 0;
        for (int i = 0; i < outputs.length; i++) {
            probabilities[i] = Math.exp(outputs[i] - most);
            sum += probabilities[i];
        }
        for (int i = 0; i < outputs.length; i++) {
            probabilities[i] /= sum;
        }
        return probabilities;
    }

    /** The model's own outputs. */
    public float[] outputs() {
        return outputs.clone();
    }

    /** Whether it is one of some classes, and not a number. */
    public boolean isClass() {
        return probabilities.length > 0;
    }

    /** Number of the class. */
    public int classNumber() {
        requireClass();
        return best;
    }

    /** Name of the class. */
    public String className() {
        requireClass();
        return classNames.get(best);
    }

    /** Probabilities of all classes; of a number none. */
    public double[] probabilities() {
        return probabilities.clone();
    }

    double probability(int classNumber) {
        return probabilities[classNumber];
    }

    /** −log of a class's probability, without the rounding of a probability near 0. */
    double surprise(int classNumber) {
        if (outputs.length == 1) {
            double y = classNumber == 1 ? outputs[0] : -outputs[0];
            // log(1 + e^{−y}) without overflow.
            return Math.max(-y, 0) + Math.log1p(Math.exp(-Math.abs(y)));
        }
        double most = outputs[best];
        double sum = 0;
        for (float output : outputs) {
            sum += Math.exp(output - most);
        }
        return Math.log(sum) + most - outputs[classNumber];
    }

    /** The predicted number, in the label's own unit. */
    public double value() {
        if (isClass()) {
            throw new IllegalStateException("the model predicts classes, not numbers");
        }
        return value;
    }

    private void requireClass() {
        if (!isClass()) {
            throw new IllegalStateException("the model predicts numbers, not classes");
        }
    }
}
