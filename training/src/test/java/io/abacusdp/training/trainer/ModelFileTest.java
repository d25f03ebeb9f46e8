package io.abacusdp.training.trainer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.format.EventJson;
import io.abacusdp.storage.Safetensors;
import io.abacusdp.storage.Tensor;
import io.abacusdp.storage.Tensors;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.data.PrivateRanges;
import io.abacusdp.training.model.Model;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelFileTest {
    @TempDir
    private Path directory;

    @Test
    void write_andRead_givesTheModelWithItsProvenance() throws IOException {
        TrainingConfig config = TrainingConfig.of(Blobs.model(), new PrivacyGoal.Noise(2, 1e-5, OptionalDouble.empty()))
                .lotSize(50)
                .epochs(1)
                .build();
        TrainingResult result = new PrivateTrainer(config, Blobs.of(500, 1)).train(directory.resolve("run"));
        Path file = directory.resolve("model.safetensors");

        ModelFile.write(file, result, "abacus 1");

        Model read = ModelFile.read(file);
        assertThat(read.spec()).isEqualTo(Blobs.model());
        assertThat(read.parameters()).isEqualTo(result.model().parameters());
        Map<String, String> metadata = Safetensors.read(file).metadata();
        assertThat(metadata)
                .containsEntry("version", "abacus 1")
                .doesNotContainKey("data_sha256")
                .containsEntry("adjacency", "add_or_remove_one")
                .containsEntry("event", EventJson.write(DpEvent.sampledGaussian(0.1, 2, 10)));
        assertThat(Double.parseDouble(metadata.get("epsilon")))
                .isEqualTo(result.record().privacy().guarantee().epsilon());
    }

    @Test
    void metadata_saysWhatIsNotPrivate() throws IOException {
        TrainingConfig config = TrainingConfig.of(Blobs.model(), new PrivacyGoal.Noise(2, 0.01, OptionalDouble.empty()))
                .lotSize(50)
                .epochs(1)
                .build();
        Dataset blobs = Blobs.of(100, 1);
        float[] features = new float[200];
        float[] targets = new float[100];
        for (int row = 0; row < 100; row++) {
            blobs.copyFeatures(row, features, 2 * row);
            targets[row] = blobs.target(row);
        }
        Dataset data =
                new Dataset("blobs", blobs.shape(), features, targets, blobs.classes(), List.of(PrivateRanges.NOTE));
        TrainingResult result =
                new PrivateTrainer(config, data).insecureSeedForTests(1).train(directory.resolve("run"));
        Path file = directory.resolve("model.safetensors");

        ModelFile.write(file, result, "abacus 1");

        Map<String, String> metadata = Safetensors.read(file).metadata();
        assertThat(metadata.get("epsilon"))
                .matches("not private: made under a test seed \\(would be [0-9.]+ with secret randomness\\)");
        assertThat(metadata.get("warnings"))
                .contains(PrivateRanges.NOTE, "nothing here is private", "delta 0.01 is not below 1/100");
        assertThat(Files.readString(directory.resolve("run").resolve("log.csv")))
                .startsWith("epoch,step,charged_steps,epsilon_with_secret_randomness,");
    }

    @Test
    void read_ofAFileWithoutAModel_refuses() throws IOException {
        Path file = directory.resolve("other.safetensors");
        Safetensors.write(file, Tensors.of(Map.of("x", Tensor.of(new float[1], 1)), Map.of()));
        assertThatThrownBy(() -> ModelFile.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("does not say what model it holds");

        String model = Blobs.model().toString();
        Safetensors.write(file, Tensors.of(Map.of("x", Tensor.of(new float[1], 1)), Map.of("model", model)));
        assertThatThrownBy(() -> ModelFile.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("0.weight must be of shape 2x1, got null");
    }
}
