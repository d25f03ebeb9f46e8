package io.abacusdp.training.export;

import io.abacusdp.storage.Safetensors;
import io.abacusdp.storage.Tensor;
import io.abacusdp.storage.Tensors;
import io.abacusdp.training.model.LayerSpec;
import io.abacusdp.training.model.ModelSpec;
import io.abacusdp.training.model.ParameterBlock;
import io.abacusdp.training.model.Shape;
import io.abacusdp.training.trainer.ModelFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * Parameters in the order of dimensions that PyTorch has, as safetensors: an nn.Sequential of the same layers, on pictures {channels,
 * height, width}, loads them by their names.
 *
 * <p>Weights of linear layers are {outputs, inputs}, of convolutions {outputs, inputs, height, width}. After a flattened picture the
 * inputs of a linear layer are in PyTorch's order as well, and so are the weights of a layer norm over a picture. In the metadata the
 * model is called {@code torch_model}, so that no program takes these arrays for ours.
 */
public final class TorchOrder {
    private TorchOrder() {}

    /** Replaces the file as a whole. */
    public static void write(Path file, ModelFile.Contents contents) throws IOException {
        Map<String, String> metadata = new TreeMap<>(contents.metadata());
        metadata.put("torch_model", String.valueOf(metadata.remove("model")));
        Safetensors.write(
                file,
                Tensors.of(tensors(contents.model().spec(), contents.model().parameters()), metadata));
    }

    static Map<String, Tensor> tensors(ModelSpec spec, float[] parameters) {
        Map<String, Tensor> tensors = new TreeMap<>();
        for (ParameterBlock block : spec.parameters()) {
            tensors.put(block.name(), tensor(spec, block, values(parameters, block)));
        }
        return tensors;
    }

    private static Tensor tensor(ModelSpec spec, ParameterBlock block, float[] values) {
        LayerSpec layer = spec.layers().get(block.layer());
        Shape shape = block.shape();
        if (layer instanceof LayerSpec.Conv2d && shape.rank() == 4) {
            return Tensor.of(convolution(values, shape), shape.size(3), shape.size(2), shape.size(0), shape.size(1));
        } else if (layer instanceof LayerSpec.Linear && shape.rank() == 2) {
            float[] inputs = pictureInputs(spec, block.layer(), values, shape.size(1));
            return Tensor.of(transposed(inputs, shape.size(0), shape.size(1)), shape.size(1), shape.size(0));
        } else if (layer instanceof LayerSpec.LayerNorm && shape.rank() == 3) {
            return Tensor.of(channelsFirst(values, shape, 1), shape.size(2), shape.size(0), shape.size(1));
        }
        return Tensor.of(values, sizes(shape));
    }

    /** Rows of a linear layer's weight, reordered if they belong to the places of a picture that was flattened before it. */
    private static float[] pictureInputs(ModelSpec spec, int layer, float[] values, int outputs) {
        for (int i = layer - 1; i >= 0; i--) {
            LayerSpec before = spec.layers().get(i);
            if (before instanceof LayerSpec.Flatten) {
                Shape shape = spec.shapeBefore(i);
                if (shape.rank() == 3) {
                    return channelsFirst(values, shape, outputs);
                }
            } else if (before instanceof LayerSpec.Linear) {
                return values;
            } else if (before instanceof LayerSpec.GroupNorm || before instanceof LayerSpec.LayerNorm) {
                requireNotFlat(spec, i);
            }
        }
        return values;
    }

    private static void requireNotFlat(ModelSpec spec, int layer) {
        for (int i = 0; i < layer; i++) {
            if (spec.layers().get(i) instanceof LayerSpec.Flatten
                    && spec.shapeBefore(i).rank() == 3) {
                throw new IllegalArgumentException(
                        "a norm of a flattened picture has another order in PyTorch, and is not exported: layer "
                                + layer);
            }
        }
    }

    /** {height, width, channels, rest} to {channels, height, width, rest}. */
    static float[] channelsFirst(float[] values, Shape shape, int rest) {
        int places = shape.size(0) * shape.size(1);
        int channels = shape.size(2);
        float[] moved = new float[values.length];
        for (int place = 0; place < places; place++) {
            for (int channel = 0; channel < channels; channel++) {
                System.arraycopy(
                        values, (place * channels + channel) * rest, moved, (channel * places + place) * rest, rest);
            }
        }
        return moved;
    }

    /** {height, width, inputs, outputs} to {outputs, inputs, height, width}. */
    static float[] convolution(float[] values, Shape shape) {
        int places = shape.size(0) * shape.size(1);
        int inputs = shape.size(2);
        int outputs = shape.size(3);
        float[] moved = new float[values.length];
        for (int place = 0; place < places; place++) {
            for (int in = 0; in < inputs; in++) {
                for (int out = 0; out < outputs; out++) {
                    moved[(out * inputs + in) * places + place] = values[(place * inputs + in) * outputs + out];
                }
            }
        }
        return moved;
    }

    private static float[] transposed(float[] values, int rows, int columns) {
        float[] moved = new float[values.length];
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns; column++) {
                moved[column * rows + row] = values[row * columns + column];
            }
        }
        return moved;
    }

    static float[] values(float[] parameters, ParameterBlock block) {
        return Arrays.copyOfRange(parameters, block.offset(), block.offset() + block.length());
    }

    static int[] sizes(Shape shape) {
        return shape.sizes().stream().mapToInt(Integer::intValue).toArray();
    }
}
