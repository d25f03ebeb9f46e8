package io.abacusdp.training.trainer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.format.EventJson;
import io.abacusdp.training.model.Model;
import io.abacusdp.training.store.Safetensors;
import io.abacusdp.training.store.Tensor;
import io.abacusdp.training.store.Tensors;
import java.io.IOException;
import java.nio.file.Path;
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
                .containsEntry("data_sha256", Blobs.of(500, 1).fingerprint())
                .containsEntry("adjacency", "add_or_remove_one")
                .containsEntry("event", EventJson.write(DpEvent.sampledGaussian(0.1, 2, 10)));
        assertThat(Double.parseDouble(metadata.get("epsilon")))
                .isEqualTo(result.record().privacy().guarantee().epsilon());
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
