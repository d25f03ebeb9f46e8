package io.abacusdp.training.export;

import io.abacusdp.storage.DurableFile;
import io.abacusdp.training.data.Features;
import io.abacusdp.training.export.OnnxGraph.Attribute;
import io.abacusdp.training.model.LayerSpec;
import io.abacusdp.training.model.Loss;
import io.abacusdp.training.model.Model;
import io.abacusdp.training.model.ModelSpec;
import io.abacusdp.training.model.ParameterBlock;
import io.abacusdp.training.model.Shape;
import io.abacusdp.training.trainer.ModelFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Models as ONNX files, which many programs run.
 *
 * <p>The input is {examples, ...} with the shape of the model's own, pictures {height, width, channels}; it is called {@code examples}, or
 * {@code features} if the model sees features that have to be extracted first. The outputs are {@code outputs}, the model's own, and of
 * classes {@code probabilities}. What the model file says of model, examples, events and guarantee is in the file's metadata.
 *
 * <p>Accuracy: onnxruntime's outputs are within 1e-5 of ours, relative to the largest where that is above 1.
 */
public final class OnnxFile {
    private static final double NORM_FLOOR = 1e-5;

    private final ModelSpec spec;
    private final float[] parameters;
    private final OnnxGraph graph;

    private OnnxFile(Model model, OnnxGraph graph) {
        this.spec = model.spec();
        this.parameters = model.parameters();
        this.graph = graph;
    }

    /** Replaces the file as a whole. */
    public static void write(Path file, ModelFile.Contents contents) throws IOException {
        byte[] bytes = bytes(contents);
        DurableFile.replace(file, out -> out.write(bytes));
    }

    static byte[] bytes(ModelFile.Contents contents) {
        Map<String, String> metadata = new TreeMap<>(contents.metadata());
        String input = contents.format().features() == Features.PLAIN ? "examples" : "features";
        OnnxGraph graph = new OnnxGraph(input);
        ModelSpec spec = contents.model().spec();
        graph.input(input, spec.input().sizes().stream().map(Integer::longValue).toList());
        new OnnxFile(contents.model(), graph).layers();
        return graph.model(metadata.getOrDefault("version", ""), metadata);
    }

    private void layers() {
        for (int i = 0; i < spec.layers().size(); i++) {
            layer(i, spec.layers().get(i), spec.shapeBefore(i));
        }
        String outputs = graph.current();
        graph.output("outputs", spec.outputs());
        graph.goOnFrom(outputs);
        if (spec.loss() == Loss.SOFTMAX_CROSS_ENTROPY) {
            graph.node("Softmax", List.of(), Attribute.of("axis", 1L));
            graph.output("probabilities", spec.outputs());
        } else if (spec.loss() == Loss.LOGISTIC) {
            // Class 0 has the probability of the opposite output.
            String opposite = graph.node("Neg", List.of());
            graph.goOnFrom(outputs);
            graph.nodeAfter("Concat", opposite, Attribute.of("axis", 1L));
            graph.node("Sigmoid", List.of());
            graph.output("probabilities", 2);
        }
    }

    private void layer(int index, LayerSpec layer, Shape before) {
        if (layer instanceof LayerSpec.Linear) {
            graph.node("Gemm", List.of(weight(index), bias(index)));
        } else if (layer instanceof LayerSpec.Conv2d convolution) {
            channelsFirst();
            graph.node(
                    "Conv",
                    List.of(convolutionWeight(index), bias(index)),
                    both("kernel_shape", convolution.kernel()),
                    both("strides", convolution.stride()),
                    Attribute.of(
                            "pads",
                            convolution.padding(),
                            convolution.padding(),
                            convolution.padding(),
                            convolution.padding()));
            channelsLast();
        } else if (layer instanceof LayerSpec.MaxPool pool) {
            pool("MaxPool", pool.kernel(), pool.stride());
        } else if (layer instanceof LayerSpec.AveragePool pool) {
            pool("AveragePool", pool.kernel(), pool.stride());
        } else if (layer instanceof LayerSpec.Relu) {
            graph.node("Relu", List.of());
        } else if (layer instanceof LayerSpec.Tanh) {
            graph.node("Tanh", List.of());
        } else if (layer instanceof LayerSpec.TemperedSigmoid sigmoid) {
            graph.node("Mul", List.of(scalar(index + ".temperature", sigmoid.temperature())));
            graph.node("Sigmoid", List.of());
            graph.node("Mul", List.of(scalar(index + ".scale", sigmoid.scale())));
            graph.node("Sub", List.of(scalar(index + ".offset", sigmoid.offset())));
        } else if (layer instanceof LayerSpec.GroupNorm norm) {
            groupNorm(index, norm, before);
        } else if (layer instanceof LayerSpec.LayerNorm) {
            normalise(index, axesFrom1(before.rank()));
            scaleAndShift(index);
        } else if (layer instanceof LayerSpec.Embedding) {
            graph.node("Cast", List.of(), Attribute.of("to", 7L));
            graph.nodeAfter("Gather", weight(index), Attribute.of("axis", 0L));
        } else if (layer instanceof LayerSpec.Flatten) {
            graph.node("Flatten", List.of(), Attribute.of("axis", 1L));
        } else {
            throw new IllegalArgumentException("ONNX has no place for the layer " + layer.type());
        }
    }

    private void pool(String operator, int kernel, int stride) {
        channelsFirst();
        graph.node(operator, List.of(), both("kernel_shape", kernel), both("strides", stride));
        channelsLast();
    }

    private void groupNorm(int index, LayerSpec.GroupNorm norm, Shape before) {
        int channels = before.size(before.rank() - 1);
        long places = before.elements() / channels;
        graph.node(
                "Reshape",
                List.of(graph.constant(index + ".groups", 0, places, norm.groups(), channels / (long) norm.groups())));
        normalise(index, 1, 3);
        long[] shape = new long[before.rank() + 1];
        for (int i = 0; i < before.rank(); i++) {
            shape[i + 1] = before.size(i);
        }
        graph.node("Reshape", List.of(graph.constant(index + ".shape", shape)));
        scaleAndShift(index);
    }

    /** (x − mean)/√(mean square of that + 1e-5) over some axes. */
    private void normalise(int index, long... axes) {
        String x = graph.current();
        String mean = graph.node("ReduceMean", List.of(), Attribute.of("axes", axes), Attribute.of("keepdims", 1L));
        graph.goOnFrom(x);
        String centred = graph.node("Sub", List.of(mean));
        graph.node("Mul", List.of(centred));
        graph.node("ReduceMean", List.of(), Attribute.of("axes", axes), Attribute.of("keepdims", 1L));
        graph.node("Add", List.of(scalar(index + ".floor", NORM_FLOOR)));
        graph.node("Sqrt", List.of());
        graph.nodeAfter("Div", centred);
    }

    private void scaleAndShift(int index) {
        graph.node("Mul", List.of(weight(index)));
        graph.node("Add", List.of(bias(index)));
    }

    private static long[] axesFrom1(int rank) {
        long[] axes = new long[rank];
        Arrays.setAll(axes, i -> i + 1);
        return axes;
    }

    private static Attribute both(String name, long value) {
        return Attribute.of(name, value, value);
    }

    private void channelsFirst() {
        graph.node("Transpose", List.of(), Attribute.of("perm", 0, 3, 1, 2));
    }

    private void channelsLast() {
        graph.node("Transpose", List.of(), Attribute.of("perm", 0, 2, 3, 1));
    }

    private String scalar(String name, double value) {
        return graph.constant(name, new float[] {(float) value});
    }

    private String weight(int layer) {
        return constant(block(layer, 0));
    }

    private String bias(int layer) {
        return constant(block(layer, 1));
    }

    private String constant(ParameterBlock block) {
        return graph.constant(block.name(), TorchOrder.values(parameters, block), TorchOrder.sizes(block.shape()));
    }

    private String convolutionWeight(int layer) {
        ParameterBlock block = block(layer, 0);
        Shape shape = block.shape();
        return graph.constant(
                block.name(),
                TorchOrder.convolution(TorchOrder.values(parameters, block), shape),
                shape.size(3),
                shape.size(2),
                shape.size(0),
                shape.size(1));
    }

    private ParameterBlock block(int layer, int number) {
        return spec.parameters().stream()
                .filter(block -> block.layer() == layer)
                .skip(number)
                .findFirst()
                .orElseThrow();
    }
}
