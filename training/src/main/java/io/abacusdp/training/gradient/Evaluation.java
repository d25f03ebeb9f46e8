package io.abacusdp.training.gradient;

import java.util.OptionalDouble;

/** How a model does on some data. Private if the data is. */
public final class Evaluation {
    private final int examples;
    private final double meanLoss;
    private final OptionalDouble accuracy;
    private final float[] scores;

    Evaluation(int examples, double meanLoss, OptionalDouble accuracy, float[] scores) {
        this.examples = examples;
        this.meanLoss = meanLoss;
        this.accuracy = accuracy;
        this.scores = scores;
    }

    public int examples() {
        return examples;
    }

    /** Mean loss; 0 of no examples. */
    public double meanLoss() {
        return meanLoss;
    }

    /** Share of examples whose class has the largest output; none for regression or no examples. */
    public OptionalDouble accuracy() {
        return accuracy;
    }

    /** With two classes the log-odds of class 1 for each example, to rank them by; otherwise empty. */
    public float[] scores() {
        return scores.clone();
    }
}
