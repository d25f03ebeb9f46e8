package io.abacusdp.training.model;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One layer of a model. No layer mixes examples: the gradient of one example must not depend on another, or clipping it
 * would bound nothing.
 *
 * <p>Pictures are {height, width, channels}; parameters lie as Keras and Flax have them, outputs last.
 */
public sealed interface LayerSpec {
    /** Name in JSON. */
    String type();

    /**
     * Shape of the output of one example.
     *
     * @throws IllegalArgumentException if the layer cannot take such an input; the message says what it needs
     */
    Shape output(Shape input);

    /** Arrays of parameters by role, in the order in which they lie in the flat array. */
    default Map<String, Shape> parameters(Shape input) {
        return Map.of();
    }

    /** y_j = b_j + Σ_i x_i·W_ij; weight {inputs, outputs}, bias {outputs}. */
    record Linear(int outputs) implements LayerSpec {
        public Linear {
            LayerChecks.atLeastOne("outputs", outputs);
        }

        @Override
        public String type() {
            return "linear";
        }

        @Override
        public Shape output(Shape input) {
            LayerChecks.rank(this, input, 1, "a list of numbers; put flatten before it");
            return Shape.of(outputs);
        }

        @Override
        public Map<String, Shape> parameters(Shape input) {
            return LayerChecks.weightAndBias(Shape.of(input.size(0), outputs), Shape.of(outputs));
        }
    }

    /** Square cross-correlation; weight {kernel, kernel, input channels, channels}, bias {channels}. */
    record Conv2d(int channels, int kernel, int stride, int padding) implements LayerSpec {
        public Conv2d {
            LayerChecks.atLeastOne("channels", channels);
            LayerChecks.atLeastOne("kernel", kernel);
            LayerChecks.atLeastOne("stride", stride);
            if (padding < 0 || padding >= kernel) {
                throw new IllegalArgumentException(
                        "padding must be from 0 to kernel - 1, %d, got %d".formatted(kernel - 1, padding));
            }
        }

        @Override
        public String type() {
            return "conv2d";
        }

        @Override
        public Shape output(Shape input) {
            return LayerChecks.windows(this, input, kernel, stride, padding, channels);
        }

        @Override
        public Map<String, Shape> parameters(Shape input) {
            return LayerChecks.weightAndBias(Shape.of(kernel, kernel, input.size(2), channels), Shape.of(channels));
        }
    }

    /** Largest value of each square window, per channel; of equal ones the first takes the gradient. */
    record MaxPool(int kernel, int stride) implements LayerSpec {
        public MaxPool {
            LayerChecks.atLeastOne("kernel", kernel);
            LayerChecks.atLeastOne("stride", stride);
        }

        @Override
        public String type() {
            return "max_pool";
        }

        @Override
        public Shape output(Shape input) {
            return LayerChecks.windows(this, input, kernel, stride, 0, 0);
        }
    }

    /** Mean of each square window, per channel. */
    record AveragePool(int kernel, int stride) implements LayerSpec {
        public AveragePool {
            LayerChecks.atLeastOne("kernel", kernel);
            LayerChecks.atLeastOne("stride", stride);
        }

        @Override
        public String type() {
            return "average_pool";
        }

        @Override
        public Shape output(Shape input) {
            return LayerChecks.windows(this, input, kernel, stride, 0, 0);
        }
    }

    /** max(x, 0). */
    record Relu() implements LayerSpec {
        @Override
        public String type() {
            return "relu";
        }

        @Override
        public Shape output(Shape input) {
            return input;
        }
    }

    /** tanh x, which is the tempered sigmoid of scale 2, temperature 2, offset 1. */
    record Tanh() implements LayerSpec {
        @Override
        public String type() {
            return "tanh";
        }

        @Override
        public Shape output(Shape input) {
            return input;
        }
    }

    /**
     * scale / (1 + e^{−temperature·x}) − offset, which keeps activations, and so gradients, bounded.
     *
     * <p>Source: Papernot, Thakurta, Song, Chien, Erlingsson 2021, arXiv:2007.14191, equation 3.
     */
    record TemperedSigmoid(double scale, double temperature, double offset) implements LayerSpec {
        public TemperedSigmoid {
            LayerChecks.finite("scale", scale, scale > 0, "a finite number above 0");
            LayerChecks.finite("temperature", temperature, temperature > 0, "a finite number above 0");
            LayerChecks.finite("offset", offset, true, "a finite number");
        }

        @Override
        public String type() {
            return "tempered_sigmoid";
        }

        @Override
        public Shape output(Shape input) {
            return input;
        }
    }

    /**
     * Each group of neighbouring channels of an example, over all places, to mean 0 and variance 1; then weight and bias
     * {channels}. The variance is that of the values, plus 1e-5.
     *
     * <p>Source: Wu, He 2018, arXiv:1803.08494.
     */
    record GroupNorm(int groups) implements LayerSpec {
        public GroupNorm {
            LayerChecks.atLeastOne("groups", groups);
        }

        @Override
        public String type() {
            return "group_norm";
        }

        @Override
        public Shape output(Shape input) {
            int channels = input.size(input.rank() - 1);
            if (channels % groups != 0) {
                throw new IllegalArgumentException(
                        "group_norm needs a number of groups that divides the %d channels of %s, got %d"
                                .formatted(channels, input, groups));
            }
            return input;
        }

        @Override
        public Map<String, Shape> parameters(Shape input) {
            Shape channels = Shape.of(input.size(input.rank() - 1));
            return LayerChecks.weightAndBias(channels, channels);
        }
    }

    /**
     * All values of an example to mean 0 and variance 1; then weight and bias of the input's shape. The variance is that of
     * the values, plus 1e-5.
     *
     * <p>Source: Ba, Kiros, Hinton 2016, arXiv:1607.06450.
     */
    record LayerNorm() implements LayerSpec {
        @Override
        public String type() {
            return "layer_norm";
        }

        @Override
        public Shape output(Shape input) {
            return input;
        }

        @Override
        public Map<String, Shape> parameters(Shape input) {
            return LayerChecks.weightAndBias(input, input);
        }
    }

    /** A list of numbers from 0 to vocabulary − 1 to one row of weight {vocabulary, dimension} each. First layer only. */
    record Embedding(int vocabulary, int dimension) implements LayerSpec {
        public Embedding {
            LayerChecks.atLeastOne("vocabulary", vocabulary);
            LayerChecks.atLeastOne("dimension", dimension);
        }

        @Override
        public String type() {
            return "embedding";
        }

        @Override
        public Shape output(Shape input) {
            LayerChecks.rank(this, input, 1, "a list of numbers");
            return Shape.of(input.size(0), dimension);
        }

        @Override
        public Map<String, Shape> parameters(Shape input) {
            Map<String, Shape> weight = new LinkedHashMap<>();
            weight.put("weight", Shape.of(vocabulary, dimension));
            return weight;
        }
    }

    /** The same values as one list. */
    record Flatten() implements LayerSpec {
        @Override
        public String type() {
            return "flatten";
        }

        @Override
        public Shape output(Shape input) {
            return Shape.of(input.elements());
        }
    }
}
