package io.abacusdp.training.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a model computes, without its parameters: input shape, layers, loss. Immutable.
 *
 * <p>All parameters lie in one flat array: layer after layer, in each the weight and then the bias, each with its last
 * dimension varying fastest ({@link #parameters()}). Weights are {inputs, outputs} and {height, width, inputs, outputs}, as
 * Keras and Flax have them; the names are {@code 0.weight}, {@code 0.bias} and so on, where the number counts all layers.
 */
public final class ModelSpec {
    private final Shape input;
    private final List<LayerSpec> layers;
    private final Loss loss;
    private final List<Shape> shapes;
    private final List<ParameterBlock> parameters;
    private final int parameterCount;

    /**
     * @throws InvalidModelException if a layer cannot take what the one before it gives, with the layer's path
     */
    public ModelSpec(Shape input, List<LayerSpec> layers, Loss loss) {
        this.input = input;
        this.layers = List.copyOf(layers);
        this.loss = loss;
        List<Shape> allShapes = new ArrayList<>();
        List<ParameterBlock> blocks = new ArrayList<>();
        allShapes.add(input);
        long offset = 0;
        for (int i = 0; i < layers.size(); i++) {
            Shape before = allShapes.get(i);
            allShapes.add(output(i, before));
            for (Map.Entry<String, Shape> block :
                    layers.get(i).parameters(before).entrySet()) {
                blocks.add(new ParameterBlock(i + "." + block.getKey(), block.getValue(), (int) offset, i));
                offset += block.getValue().elements();
                if (offset > Integer.MAX_VALUE) {
                    throw new InvalidModelException(path(i), "must leave the model below 2^31 parameters");
                }
            }
        }
        if (blocks.isEmpty()) {
            throw new InvalidModelException("$.layers", "must have a layer with parameters, such as linear");
        }
        Shape last = allShapes.get(layers.size());
        if (last.rank() != 1) {
            throw new InvalidModelException(
                    "$.layers", "must end in a list of outputs, got the shape %s; add flatten".formatted(last));
        }
        if (loss != Loss.SOFTMAX_CROSS_ENTROPY && last.size(0) != 1) {
            throw new InvalidModelException(
                    "$.loss", "%s needs a model with one output, got %d".formatted(loss.id(), last.size(0)));
        }
        this.shapes = List.copyOf(allShapes);
        this.parameters = List.copyOf(blocks);
        this.parameterCount = (int) offset;
    }

    private Shape output(int index, Shape before) {
        LayerSpec layer = layers.get(index);
        if (index > 0 && layer instanceof LayerSpec.Embedding) {
            throw new InvalidModelException(path(index), "embedding must be the first layer");
        }
        try {
            return layer.output(before);
        } catch (IllegalArgumentException e) {
            throw new InvalidModelException(path(index), String.valueOf(e.getMessage()), e);
        }
    }

    private static String path(int index) {
        return "$.layers[" + index + "]";
    }

    /** Starts a model of examples of a shape. */
    public static Builder of(int... input) {
        return new Builder(Shape.of(input));
    }

    /** Shape of one example. */
    public Shape input() {
        return input;
    }

    public List<LayerSpec> layers() {
        return layers;
    }

    public Loss loss() {
        return loss;
    }

    /** Shape before the layer of an index; that of the number of layers is the output's. */
    public Shape shapeBefore(int layer) {
        return shapes.get(layer);
    }

    /** Number of outputs of one example. */
    public int outputs() {
        return shapes.get(layers.size()).elements();
    }

    /** All arrays of parameters, in the order of the flat array, without gaps. */
    public List<ParameterBlock> parameters() {
        return parameters;
    }

    /** Length of the flat array. */
    public int parameterCount() {
        return parameterCount;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ModelSpec that
                && input.equals(that.input)
                && layers.equals(that.layers)
                && loss == that.loss;
    }

    @Override
    public int hashCode() {
        return 31 * (31 * input.hashCode() + layers.hashCode()) + loss.hashCode();
    }

    @Override
    public String toString() {
        return ModelJson.write(this);
    }

    /** Layers one after the other. Mutable, for use by one thread. */
    public static final class Builder {
        private final Shape input;
        private final List<LayerSpec> layers = new ArrayList<>();

        private Builder(Shape input) {
            this.input = input;
        }

        public Builder add(LayerSpec layer) {
            layers.add(layer);
            return this;
        }

        public Builder linear(int outputs) {
            return add(new LayerSpec.Linear(outputs));
        }

        public Builder conv2d(int channels, int kernel, int stride, int padding) {
            return add(new LayerSpec.Conv2d(channels, kernel, stride, padding));
        }

        public Builder maxPool(int kernel, int stride) {
            return add(new LayerSpec.MaxPool(kernel, stride));
        }

        public Builder averagePool(int kernel, int stride) {
            return add(new LayerSpec.AveragePool(kernel, stride));
        }

        public Builder relu() {
            return add(new LayerSpec.Relu());
        }

        public Builder tanh() {
            return add(new LayerSpec.Tanh());
        }

        public Builder temperedSigmoid(double scale, double temperature, double offset) {
            return add(new LayerSpec.TemperedSigmoid(scale, temperature, offset));
        }

        public Builder groupNorm(int groups) {
            return add(new LayerSpec.GroupNorm(groups));
        }

        public Builder layerNorm() {
            return add(new LayerSpec.LayerNorm());
        }

        public Builder embedding(int vocabulary, int dimension) {
            return add(new LayerSpec.Embedding(vocabulary, dimension));
        }

        public Builder flatten() {
            return add(new LayerSpec.Flatten());
        }

        /** The model, if its layers fit. */
        public ModelSpec loss(Loss loss) {
            return new ModelSpec(input, layers, loss);
        }
    }
}
