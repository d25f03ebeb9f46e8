package io.abacusdp.training.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.storage.Safetensors;
import io.abacusdp.storage.Tensor;
import io.abacusdp.storage.Tensors;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.model.Loss;
import io.abacusdp.training.model.Model;
import io.abacusdp.training.model.ModelSpec;
import io.abacusdp.training.predict.TrainedModel;
import io.abacusdp.training.trainer.ModelFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TorchOrderTest {
    private static final int HEIGHT = 5;
    private static final int WIDTH = 4;

    @TempDir
    private Path folder;

    /** Conv2d(2, 3, 2), LayerNorm([3, 4, 3]), Flatten, Linear, as PyTorch defines them on {channels, height, width}, give our outputs. */
    @Test
    void arrays_givePyTorchsLayersOurOutputs() throws IOException {
        ModelSpec spec = ModelSpec.of(HEIGHT, WIDTH, 2)
                .conv2d(3, 2, 1, 0)
                .layerNorm()
                .flatten()
                .relu()
                .linear(2)
                .loss(Loss.SOFTMAX_CROSS_ENTROPY);
        Random random = new Random(5);
        float[] parameters = new float[spec.parameterCount()];
        float[] example = new float[HEIGHT * WIDTH * 2];
        for (int i = 0; i < parameters.length; i++) {
            parameters[i] = (float) random.nextGaussian();
        }
        for (int i = 0; i < example.length; i++) {
            example[i] = (float) random.nextGaussian();
        }
        Model model = new Model(spec, parameters);
        Dataset one = new Dataset("one", new int[] {HEIGHT, WIDTH, 2}, example, new float[1], 2, List.of());
        Path file = folder.resolve("torch.safetensors");
        TorchOrder.write(file, new ModelFile.Contents(model, one.format(), Map.of("model", spec.toString())));
        Tensors read = Safetensors.read(file);

        try (TrainedModel trained = new TrainedModel(model, one.format(), 1)) {
            float[] ours = trained.predict(one).get(0).outputs();
            double[] theirs = torch(read.tensors(), example);
            for (int i = 0; i < 2; i++) {
                assertThat((double) ours[i]).isCloseTo(theirs[i], within(1e-5));
            }
        }
        // Nobody takes the arrays for ours.
        assertThat(read.metadata()).containsKey("torch_model").doesNotContainKey("model");
        assertThatThrownBy(() -> ModelFile.read(file)).hasMessageContaining("does not say what model it holds");
    }

    private static double[] torch(Map<String, Tensor> tensors, float[] example) {
        Tensor kernel = Objects.requireNonNull(tensors.get("0.weight"));
        assertThat(kernel.shape()).containsExactly(3, 2, 2, 2);
        assertThat(Objects.requireNonNull(tensors.get("1.weight")).shape()).containsExactly(3, 4, 3);
        assertThat(Objects.requireNonNull(tensors.get("4.weight")).shape()).containsExactly(2, 36);
        double[] x = new double[36];
        for (int out = 0; out < 3; out++) {
            for (int i = 0; i < 4; i++) {
                for (int j = 0; j < 3; j++) {
                    double sum = value(tensors, "0.bias", out);
                    for (int in = 0; in < 2; in++) {
                        for (int a = 0; a < 2; a++) {
                            for (int b = 0; b < 2; b++) {
                                sum += value(tensors, "0.weight", ((out * 2 + in) * 2 + a) * 2 + b)
                                        * example[((i + a) * WIDTH + j + b) * 2 + in];
                            }
                        }
                    }
                    x[(out * 4 + i) * 3 + j] = sum;
                }
            }
        }
        double mean = 0;
        double variance = 0;
        for (double value : x) {
            mean += value / 36;
        }
        for (double value : x) {
            variance += (value - mean) * (value - mean) / 36;
        }
        double[] y = {value(tensors, "4.bias", 0), value(tensors, "4.bias", 1)};
        for (int i = 0; i < 36; i++) {
            double normed = (x[i] - mean) / Math.sqrt(variance + 1e-5) * value(tensors, "1.weight", i)
                    + value(tensors, "1.bias", i);
            for (int j = 0; j < 2; j++) {
                y[j] += value(tensors, "4.weight", j * 36 + i) * Math.max(0, normed);
            }
        }
        return y;
    }

    private static double value(Map<String, Tensor> tensors, String name, int index) {
        return Objects.requireNonNull(tensors.get(name)).values()[index];
    }

    @Test
    void normOfAFlattenedPicture_isRefused() {
        ModelSpec spec = ModelSpec.of(2, 2, 2).flatten().layerNorm().linear(2).loss(Loss.SOFTMAX_CROSS_ENTROPY);
        assertThatThrownBy(() -> TorchOrder.tensors(spec, new float[spec.parameterCount()]))
                .hasMessageContaining("norm of a flattened picture");
    }
}
