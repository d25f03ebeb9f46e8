package io.abacusdp.training.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.data.ExampleFormat;
import io.abacusdp.training.data.Features;
import io.abacusdp.training.model.BuiltInModel;
import io.abacusdp.training.model.Loss;
import io.abacusdp.training.model.Model;
import io.abacusdp.training.model.ModelSpec;
import io.abacusdp.training.model.Shape;
import io.abacusdp.training.predict.Prediction;
import io.abacusdp.training.predict.TrainedModel;
import io.abacusdp.training.trainer.ModelFile;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Another program, onnxruntime, runs what is exported; its outputs are ours. */
class OnnxFileTest {
    private static final int EXAMPLES = 7;

    @TempDir
    private Path folder;

    @Test
    void onnxruntime_runsEveryKindOfLayer_toOurOutputs() throws Exception {
        List<ModelSpec> specs = new ArrayList<>(List.of(
                BuiltInModel.CNN.forData(Shape.of(28, 28, 1), 10),
                BuiltInModel.CNN_TANH.forData(Shape.of(8, 8, 3), 4),
                BuiltInModel.MLP.forData(Shape.of(7), 3),
                BuiltInModel.LOGISTIC.forData(Shape.of(5), 2),
                BuiltInModel.LOGISTIC.forData(Shape.of(5), 0),
                ModelSpec.of(9, 7, 2)
                        .groupNorm(2)
                        .conv2d(6, 3, 2, 1)
                        .temperedSigmoid(1.6, 3, 0.7)
                        .groupNorm(3)
                        .averagePool(2, 1)
                        .layerNorm()
                        .flatten()
                        .linear(5)
                        .layerNorm()
                        .groupNorm(5)
                        .relu()
                        .linear(3)
                        .loss(Loss.SOFTMAX_CROSS_ENTROPY)));
        for (ModelSpec spec : specs) {
            compare(spec, 0, 1);
        }
        compare(
                ModelSpec.of(6)
                        .embedding(11, 4)
                        .groupNorm(2)
                        .flatten()
                        .linear(2)
                        .loss(Loss.SOFTMAX_CROSS_ENTROPY),
                11,
                1);
    }

    /** Features are extracted before; the graph begins with them and says so in the name of its input. */
    @Test
    void model_ofFeatures_takesFeatures() throws Exception {
        ModelSpec spec = ModelSpec.of(2, 2, 81).flatten().linear(2).loss(Loss.SOFTMAX_CROSS_ENTROPY);
        Dataset pictures = new Dataset("pictures", new int[] {8, 8, 1}, new float[64], new float[1], 2, List.of());
        ExampleFormat format = pictures.format().with(Features.SCATTERING);
        Path file = write(new Model(spec, new float[spec.parameterCount()]), format);

        try (OrtSession session = OrtEnvironment.getEnvironment().createSession(file.toString())) {
            assertThat(session.getInputNames()).containsExactly("features");
            assertThat(session.getMetadata().getProducerName()).isEqualTo("abacus");
            assertThat(session.getMetadata().getCustomMetadata())
                    .containsEntry("epsilon", "2.5")
                    .containsEntry("examples", format.toJson());
        }
    }

    private Path write(Model model, ExampleFormat format) throws IOException {
        Path file = folder.resolve("model.onnx");
        OnnxFile.write(
                file,
                new ModelFile.Contents(
                        model, format, Map.of("epsilon", "2.5", "version", "abacus 1", "examples", format.toJson())));
        return file;
    }

    /** @param vocabulary below which examples are whole numbers, or 0 */
    private void compare(ModelSpec spec, int vocabulary, long seed) throws IOException, OrtException {
        Random random = new Random(seed);
        float[] parameters = Model.initialise(spec, random).parameters();
        for (int i = 0; i < parameters.length; i++) {
            parameters[i] += (float) (0.05 * random.nextGaussian());
        }
        int size = spec.input().elements();
        float[] features = new float[EXAMPLES * size];
        for (int i = 0; i < features.length; i++) {
            features[i] = vocabulary > 0 ? random.nextInt(vocabulary) : (float) random.nextGaussian();
        }
        int[] shape = TorchOrder.sizes(spec.input());
        int classes = spec.loss() == Loss.SQUARED ? 0 : spec.loss() == Loss.LOGISTIC ? 2 : spec.outputs();
        Dataset data = new Dataset("random", shape, features, new float[EXAMPLES], classes, List.of());
        Model model = new Model(spec, parameters);
        Path file = write(model, data.format());
        OrtEnvironment environment = OrtEnvironment.getEnvironment();
        long[] sizes = LongStream.concat(
                        LongStream.of(EXAMPLES), spec.input().sizes().stream().mapToLong(Integer::longValue))
                .toArray();
        try (TrainedModel ours = new TrainedModel(model, data.format(), 1);
                OrtSession session = environment.createSession(file.toString());
                OnnxTensor input = OnnxTensor.createTensor(environment, FloatBuffer.wrap(features), sizes);
                OrtSession.Result result = session.run(Map.of("examples", input))) {
            List<Prediction> predictions = ours.predict(data);
            float[][] outputs = (float[][]) result.get("outputs").orElseThrow().getValue();
            for (int row = 0; row < EXAMPLES; row++) {
                assertThat(outputs[row])
                        .as("%s", spec)
                        .containsExactly(predictions.get(row).outputs(), within(1e-5f));
                if (classes > 0) {
                    float[][] probabilities = (float[][])
                            result.get("probabilities").orElseThrow().getValue();
                    for (int j = 0; j < classes; j++) {
                        assertThat((double) probabilities[row][j])
                                .isCloseTo(predictions.get(row).probabilities()[j], within(1e-5));
                    }
                }
            }
        }
    }
}
