package io.abacusdp.training.gradient;

import io.abacusdp.training.model.Loss;
import io.abacusdp.training.model.LossSettings;

/**
 * Losses of one example, and their gradients by the outputs. Exponentials of gradients are strict: they have the same bits whether or
 * not the JVM has compiled this.
 */
final class LossGradient {
    private LossGradient() {}

    /** Returns the loss of the outputs y[at], y[at + 1], ... and sets its gradient by them at the same places of dy. */
    static double set(Loss loss, float[] y, float[] dy, int at, int outputs, float target) {
        return switch (loss) {
            case SOFTMAX_CROSS_ENTROPY -> softmax(y, dy, at, outputs, (int) target);
            case LOGISTIC -> {
                double probability = 1 / (1 + StrictMath.exp(-y[at]));
                dy[at] = (float) (probability - target);
                // log(1 + e^y) without overflow.
                yield Math.max(y[at], 0) + Math.log1p(Math.exp(-Math.abs(y[at]))) - target * y[at];
            }
            case SQUARED -> {
                double difference = (double) y[at] - target;
                dy[at] = (float) difference;
                yield difference * difference / 2;
            }
        };
    }

    /** The same with a loss that settings change. */
    static double set(Loss loss, LossSettings settings, float[] y, float[] dy, int at, int outputs, float target) {
        double plain = set(loss, y, dy, at, outputs, target);
        if (settings.isPlain()) {
            return plain;
        }
        double smoothed = plain
                + (loss == Loss.LOGISTIC
                        ? smoothLogistic(settings.smoothing(), y, dy, at, target)
                        : smoothSoftmax(settings.smoothing(), y, dy, at, outputs, (int) target));
        if (settings.classWeights().isEmpty()) {
            return smoothed;
        }
        double weight = settings.classWeights().get((int) target);
        for (int i = 0; i < outputs; i++) {
            dy[at + i] = (float) (weight * dy[at + i]);
        }
        return weight * smoothed;
    }

    /** What smoothing adds to log Σ e^{y_j} − y_t: s·(y_t − mean y). */
    private static double smoothSoftmax(double smoothing, float[] y, float[] dy, int at, int outputs, int target) {
        double mean = 0;
        for (int i = 0; i < outputs; i++) {
            mean += (double) y[at + i] / outputs;
            dy[at + i] = (float) (dy[at + i] + smoothing * ((i == target ? 1 : 0) - 1.0 / outputs));
        }
        return smoothing * (y[at + target] - mean);
    }

    /** What smoothing adds to log(1 + e^y) − t·y: s·(t − ½)·y. */
    private static double smoothLogistic(double smoothing, float[] y, float[] dy, int at, float target) {
        double slope = smoothing * (target - 0.5);
        dy[at] = (float) (dy[at] + slope);
        return slope * y[at];
    }

    private static double softmax(float[] y, float[] dy, int at, int outputs, int target) {
        float largest = y[at];
        for (int i = 1; i < outputs; i++) {
            largest = Math.max(largest, y[at + i]);
        }
        double sum = 0;
        for (int i = 0; i < outputs; i++) {
            double exponential = StrictMath.exp(y[at + i] - largest);
            dy[at + i] = (float) exponential;
            sum += exponential;
        }
        for (int i = 0; i < outputs; i++) {
            dy[at + i] = (float) (dy[at + i] / sum);
        }
        // 1 − p is the sum of the other probabilities, which is exact where p is near 1.
        double others = 0;
        for (int i = 0; i < outputs; i++) {
            others += i == target ? 0 : dy[at + i];
        }
        dy[at + target] = (float) -others;
        return Math.log(sum) + largest - y[at + target];
    }
}
