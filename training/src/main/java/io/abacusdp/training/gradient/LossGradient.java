package io.abacusdp.training.gradient;

import io.abacusdp.training.model.Loss;

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
