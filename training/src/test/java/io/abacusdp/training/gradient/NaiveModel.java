package io.abacusdp.training.gradient;

import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.model.LayerSpec;
import io.abacusdp.training.model.ModelSpec;
import io.abacusdp.training.model.ParameterBlock;
import io.abacusdp.training.model.Shape;
import java.util.Arrays;
import java.util.stream.IntStream;

/** The definitions of layers and losses, one scalar at a time, in double. */
final class NaiveModel {
    private final ModelSpec spec;

    NaiveModel(ModelSpec spec) {
        this.spec = spec;
    }

    /** Loss of one example. */
    double loss(double[] parameters, Dataset data, int row) {
        Tape tape = new Tape();
        return tape.value(loss(tape, constants(tape, parameters), data, row));
    }

    /** Gradient of one example's loss by the parameters. */
    double[] gradient(double[] parameters, Dataset data, int row) {
        Tape tape = new Tape();
        int[] variables = constants(tape, parameters);
        double[] derivatives = tape.derivatives(loss(tape, variables, data, row));
        return Arrays.stream(variables).mapToDouble(i -> derivatives[i]).toArray();
    }

    /** Gradient of one example, each group scaled to its bound. */
    double[] clipped(double[] parameters, Dataset data, int row, ClipBounds clip) {
        double[] gradient = gradient(parameters, data, row);
        double[] squares = new double[clip.groups()];
        for (ParameterBlock block : spec.parameters()) {
            for (int i = block.offset(); i < block.offset() + block.length(); i++) {
                squares[clip.group(block.layer())] += gradient[i] * gradient[i];
            }
        }
        for (ParameterBlock block : spec.parameters()) {
            int group = clip.group(block.layer());
            double factor = Math.min(1, clip.bound(group) / Math.sqrt(squares[group]));
            for (int i = block.offset(); i < block.offset() + block.length(); i++) {
                gradient[i] *= factor;
            }
        }
        return gradient;
    }

    private static int[] constants(Tape tape, double[] values) {
        return Arrays.stream(values).mapToInt(tape::constant).toArray();
    }

    private int loss(Tape tape, int[] parameters, Dataset data, int row) {
        float[] features = new float[data.featureCount()];
        data.copyFeatures(row, features, 0);
        int[] x = new int[features.length];
        for (int i = 0; i < x.length; i++) {
            x[i] = tape.constant(features[i]);
        }
        for (int layer = 0; layer < spec.layers().size(); layer++) {
            x = apply(tape, layer, parameters, x);
        }
        return loss(tape, x, data.target(row));
    }

    private int loss(Tape tape, int[] y, float target) {
        return switch (spec.loss()) {
            case SOFTMAX_CROSS_ENTROPY -> {
                int total = tape.sum(Arrays.stream(y).map(tape::exp).toArray());
                yield tape.subtract(tape.log(total), y[(int) target]);
            }
            case LOGISTIC ->
                tape.subtract(tape.log(tape.add(tape.constant(1), tape.exp(y[0]))), tape.multiply(y[0], target));
            case SQUARED -> tape.multiply(tape.power(tape.subtract(y[0], tape.constant(target)), 2), 0.5);
        };
    }

    private int[] apply(Tape tape, int index, int[] parameters, int[] x) {
        LayerSpec layer = spec.layers().get(index);
        Shape in = spec.shapeBefore(index);
        Shape out = spec.shapeBefore(index + 1);
        int[][] blocks = spec.parameters().stream()
                .filter(block -> block.layer() == index)
                .map(block -> Arrays.copyOfRange(parameters, block.offset(), block.offset() + block.length()))
                .toArray(int[][]::new);
        if (layer instanceof LayerSpec.Linear) {
            int[] y = blocks[1].clone();
            for (int j = 0; j < y.length; j++) {
                for (int i = 0; i < x.length; i++) {
                    y[j] = tape.add(y[j], tape.multiply(x[i], blocks[0][i * y.length + j]));
                }
            }
            return y;
        } else if (layer instanceof LayerSpec.Conv2d c) {
            return convolution(tape, c, in, out, blocks, x);
        } else if (layer instanceof LayerSpec.MaxPool pool) {
            return pool(tape, in, out, pool.kernel(), pool.stride(), x, true);
        } else if (layer instanceof LayerSpec.AveragePool pool) {
            return pool(tape, in, out, pool.kernel(), pool.stride(), x, false);
        } else if (layer instanceof LayerSpec.Relu) {
            int zero = tape.constant(0);
            return Arrays.stream(x).map(i -> tape.max(zero, i)).toArray();
        } else if (layer instanceof LayerSpec.Tanh) {
            // (1 − e^{−2x}) / (1 + e^{−2x})
            return Arrays.stream(x)
                    .map(i -> {
                        int e = tape.exp(tape.multiply(i, -2.0));
                        int one = tape.constant(1);
                        return tape.multiply(tape.subtract(one, e), tape.power(tape.add(one, e), -1));
                    })
                    .toArray();
        } else if (layer instanceof LayerSpec.TemperedSigmoid s) {
            return Arrays.stream(x)
                    .map(i -> {
                        int e = tape.exp(tape.multiply(i, -s.temperature()));
                        int sigmoid = tape.power(tape.add(tape.constant(1), e), -1);
                        return tape.subtract(tape.multiply(sigmoid, s.scale()), tape.constant(s.offset()));
                    })
                    .toArray();
        } else if (layer instanceof LayerSpec.GroupNorm norm) {
            int channels = in.size(in.rank() - 1);
            int[] y = x.clone();
            for (int group = 0; group < norm.groups(); group++) {
                int size = channels / norm.groups();
                int chosen = group;
                int[] members = IntStream.range(0, x.length)
                        .filter(i -> i % channels / size == chosen)
                        .toArray();
                normalise(tape, x, members, y);
            }
            for (int i = 0; i < y.length; i++) {
                y[i] = tape.add(tape.multiply(y[i], blocks[0][i % channels]), blocks[1][i % channels]);
            }
            return y;
        } else if (layer instanceof LayerSpec.LayerNorm) {
            int[] y = x.clone();
            normalise(tape, x, IntStream.range(0, x.length).toArray(), y);
            for (int i = 0; i < y.length; i++) {
                y[i] = tape.add(tape.multiply(y[i], blocks[0][i]), blocks[1][i]);
            }
            return y;
        } else if (layer instanceof LayerSpec.Embedding e) {
            int[] y = new int[out.elements()];
            for (int i = 0; i < y.length; i++) {
                int id = (int) tape.value(x[i / e.dimension()]);
                y[i] = blocks[0][id * e.dimension() + i % e.dimension()];
            }
            return y;
        }
        return x;
    }

    private static void normalise(Tape tape, int[] x, int[] members, int[] y) {
        double share = 1.0 / members.length;
        int mean = tape.multiply(tape.sum(Arrays.stream(members).map(i -> x[i]).toArray()), share);
        int variance = tape.multiply(
                tape.sum(Arrays.stream(members)
                        .map(i -> tape.power(tape.subtract(x[i], mean), 2))
                        .toArray()),
                share);
        int inverse = tape.power(tape.add(variance, tape.constant(1e-5)), -0.5);
        for (int i : members) {
            y[i] = tape.multiply(tape.subtract(x[i], mean), inverse);
        }
    }

    private static int[] convolution(Tape tape, LayerSpec.Conv2d c, Shape in, Shape out, int[][] blocks, int[] x) {
        int inChannels = in.size(2);
        int[] y = new int[out.elements()];
        for (int i = 0; i < out.size(0); i++) {
            for (int j = 0; j < out.size(1); j++) {
                for (int o = 0; o < c.channels(); o++) {
                    int sum = blocks[1][o];
                    for (int ki = 0; ki < c.kernel(); ki++) {
                        for (int kj = 0; kj < c.kernel(); kj++) {
                            int row = i * c.stride() + ki - c.padding();
                            int column = j * c.stride() + kj - c.padding();
                            boolean inside = row >= 0 && row < in.size(0) && column >= 0 && column < in.size(1);
                            for (int ch = 0; inside && ch < inChannels; ch++) {
                                int weight = blocks[0][((ki * c.kernel() + kj) * inChannels + ch) * c.channels() + o];
                                int value = x[(row * in.size(1) + column) * inChannels + ch];
                                sum = tape.add(sum, tape.multiply(weight, value));
                            }
                        }
                    }
                    y[(i * out.size(1) + j) * c.channels() + o] = sum;
                }
            }
        }
        return y;
    }

    private static int[] pool(Tape tape, Shape in, Shape out, int kernel, int stride, int[] x, boolean isMax) {
        int channels = in.size(2);
        int[] y = new int[out.elements()];
        for (int at = 0; at < y.length; at++) {
            int channel = at % channels;
            int i = at / channels / out.size(1) * stride;
            int j = at / channels % out.size(1) * stride;
            int result = x[(i * in.size(1) + j) * channels + channel];
            for (int k = 1; k < kernel * kernel; k++) {
                int next = x[((i + k / kernel) * in.size(1) + j + k % kernel) * channels + channel];
                result = isMax ? tape.max(result, next) : tape.add(result, next);
            }
            y[at] = isMax ? result : tape.multiply(result, 1.0 / (kernel * kernel));
        }
        return y;
    }
}
