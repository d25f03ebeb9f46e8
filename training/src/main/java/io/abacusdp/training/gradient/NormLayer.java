package io.abacusdp.training.gradient;

import io.abacusdp.kernels.FloatKernels;
import java.util.Arrays;

/**
 * Groups of channels of an example, over all places, to mean 0 and variance 1, then weight and bias for each channel. Layer
 * norm is the case of one place, one group, and every value a channel.
 */
final class NormLayer extends KeptGradientLayer {
    /** Added to the variance. */
    private static final double EPSILON = 1e-5;

    private final int places;
    private final int channels;
    private final int groupChannels;
    private final int groups;
    private float[] normalised = new float[0];
    private float[] inverseDeviations = new float[0];

    /**
     * @param weights of one input and as many outputs as channels: its weight and its bias
     */
    NormLayer(FloatKernels kernels, int places, int groups, Weights weights, int tileSumAt) {
        super(kernels, weights, tileSumAt);
        this.places = places;
        this.channels = weights.outputs;
        this.groups = groups;
        this.groupChannels = channels / groups;
    }

    @Override
    void forward(float[] x, float[] y, int rows) {
        int size = places * channels;
        if (normalised.length < rows * size) {
            normalised = new float[rows * size];
            inverseDeviations = new float[rows * groups];
        }
        float[] parameters = weights.parameters();
        for (int row = 0; row < rows; row++) {
            for (int group = 0; group < groups; group++) {
                normalise(x, row, group);
            }
            for (int i = 0; i < size; i++) {
                int channel = i % channels;
                y[row * size + i] = parameters[weights.weightAt + channel] * normalised[row * size + i]
                        + parameters[weights.biasAt + channel];
            }
        }
    }

    private void normalise(float[] x, int row, int group) {
        int from = row * places * channels + group * groupChannels;
        double sum = 0;
        for (int place = 0; place < places; place++) {
            for (int i = 0; i < groupChannels; i++) {
                sum += x[from + place * channels + i];
            }
        }
        double mean = sum / (places * groupChannels);
        double squares = 0;
        for (int place = 0; place < places; place++) {
            for (int i = 0; i < groupChannels; i++) {
                double difference = x[from + place * channels + i] - mean;
                squares += difference * difference;
            }
        }
        double inverse = 1 / Math.sqrt(squares / (places * groupChannels) + EPSILON);
        inverseDeviations[row * groups + group] = (float) inverse;
        for (int place = 0; place < places; place++) {
            for (int i = 0; i < groupChannels; i++) {
                int at = from + place * channels + i;
                normalised[at] = (float) ((x[at] - mean) * inverse);
            }
        }
    }

    /** dx = (g − mean g − n·mean(g·n)) / deviation, with n the normalised values and g = dy·weight. */
    @Override
    void backward(float[] x, float[] y, float[] dy, float[] dx, int rows) {
        for (int row = 0; row < rows; row++) {
            for (int group = 0; group < groups; group++) {
                backward(dy, dx, row, group);
            }
        }
    }

    private void backward(float[] dy, float[] dx, int row, int group) {
        int from = row * places * channels + group * groupChannels;
        int weightFrom = weights.weightAt + group * groupChannels;
        float[] parameters = weights.parameters();
        double sum = 0;
        double products = 0;
        for (int place = 0; place < places; place++) {
            for (int i = 0; i < groupChannels; i++) {
                int at = from + place * channels + i;
                double g = (double) dy[at] * parameters[weightFrom + i];
                sum += g;
                products += g * normalised[at];
            }
        }
        double mean = sum / (places * groupChannels);
        double slope = products / (places * groupChannels);
        float inverse = inverseDeviations[row * groups + group];
        for (int place = 0; place < places; place++) {
            for (int i = 0; i < groupChannels; i++) {
                int at = from + place * channels + i;
                double g = (double) dy[at] * parameters[weightFrom + i];
                dx[at] = (float) ((g - mean - normalised[at] * slope) * inverse);
            }
        }
    }

    @Override
    void form(float[] x, float[] dy, int row, float[] gradient) {
        Arrays.fill(gradient, 0);
        for (int place = 0; place < places; place++) {
            int from = (row * places + place) * channels;
            for (int i = 0; i < channels; i++) {
                gradient[i] += dy[from + i] * normalised[from + i];
                gradient[channels + i] += dy[from + i];
            }
        }
    }
}
