package io.abacusdp.training.model;

import io.abacusdp.training.data.Dataset;
import java.util.Locale;

/** Models that come along; each takes its input shape, its outputs and its loss from the data. */
public enum BuiltInModel {
    /**
     * Two convolutions and two linear layers with relu between them; on pictures of 28x28x1 and ten classes the 26,010
     * parameters that Opacus' MNIST example has. Smaller pictures get smaller kernels.
     */
    CNN,
    /**
     * The same with tanh in place of relu.
     *
     * <p>Source: Papernot, Thakurta, Song, Chien, Erlingsson 2021, arXiv:2007.14191, table 1.
     */
    CNN_TANH,
    /** One hidden layer of 1,000 with relu. */
    MLP,
    /** No hidden layer. */
    LOGISTIC;

    private static final int SMALLEST_SIDE_FOR_LARGE_KERNELS = 16;

    /** Name in commands. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The model for data of its shape and classes.
     *
     * @throws IllegalArgumentException if a picture is needed and the data has none
     */
    public ModelSpec forData(Dataset data) {
        return forData(Shape.of(data.shape()), data.classes());
    }

    /**
     * The model for a shape and a number of classes, 0 for regression.
     *
     * @throws IllegalArgumentException if a picture is needed and the shape is of none
     */
    public ModelSpec forData(Shape input, int classes) {
        ModelSpec.Builder layers =
                ModelSpec.of(input.sizes().stream().mapToInt(Integer::intValue).toArray());
        return switch (this) {
            case CNN -> last(convolutions(layers, input, new LayerSpec.Relu()), classes);
            case CNN_TANH -> last(convolutions(layers, input, new LayerSpec.Tanh()), classes);
            case MLP -> last(flat(layers, input).linear(1000).relu(), classes);
            case LOGISTIC ->
                classes == 2 ? flat(layers, input).linear(1).loss(Loss.LOGISTIC) : last(flat(layers, input), classes);
        };
    }

    private ModelSpec.Builder convolutions(ModelSpec.Builder layers, Shape input, LayerSpec activation) {
        if (input.rank() != 3) {
            throw new IllegalArgumentException(
                    "the model %s needs pictures, height x width x channels, got the shape %s; use %s"
                            .formatted(id(), input, MLP.id()));
        }
        if (Math.min(input.size(0), input.size(1)) >= SMALLEST_SIDE_FOR_LARGE_KERNELS) {
            layers.conv2d(16, 8, 2, 3).add(activation).maxPool(2, 1);
            layers.conv2d(32, 4, 2, 0).add(activation).maxPool(2, 1);
        } else {
            layers.conv2d(16, 3, 1, 1).add(activation).maxPool(2, 2);
            layers.conv2d(32, 3, 1, 1).add(activation).maxPool(2, 2);
        }
        return layers.flatten().linear(32).add(activation);
    }

    private static ModelSpec.Builder flat(ModelSpec.Builder layers, Shape input) {
        return input.rank() == 1 ? layers : layers.flatten();
    }

    private static ModelSpec last(ModelSpec.Builder layers, int classes) {
        return classes == 0
                ? layers.linear(1).loss(Loss.SQUARED)
                : layers.linear(classes).loss(Loss.SOFTMAX_CROSS_ENTROPY);
    }
}
