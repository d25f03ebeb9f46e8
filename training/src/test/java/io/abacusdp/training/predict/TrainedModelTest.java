package io.abacusdp.training.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.storage.Safetensors;
import io.abacusdp.storage.Tensors;
import io.abacusdp.training.data.CsvSchema;
import io.abacusdp.training.data.CsvTable;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.data.Digits;
import io.abacusdp.training.data.ExampleFormat;
import io.abacusdp.training.data.Features;
import io.abacusdp.training.data.PrivateRanges;
import io.abacusdp.training.features.FeatureExtraction;
import io.abacusdp.training.model.BuiltInModel;
import io.abacusdp.training.model.Loss;
import io.abacusdp.training.model.Model;
import io.abacusdp.training.model.ModelSpec;
import io.abacusdp.training.model.Shape;
import io.abacusdp.training.parallel.Workers;
import io.abacusdp.training.trainer.ModelFile;
import io.abacusdp.training.trainer.PrivacyGoal;
import io.abacusdp.training.trainer.PrivateTrainer;
import io.abacusdp.training.trainer.TrainingConfig;
import io.abacusdp.training.trainer.TrainingResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrainedModelTest {
    private static final String SCHEMA = """
            {"columns": {
               "age":  {"type": "numeric", "low": 0, "high": 100},
               "sex":  {"type": "categorical", "categories": ["f", "m"]},
               "id":   {"type": "ignored"},
               "cost": {"type": "numeric", "low": 100, "high": 300}}}
            """;

    @TempDir
    private Path folder;

    /** cost = 100 + 200·(0.5·age/100 + 0.25·[sex = m] + 0.125), by parameters that are set by hand. */
    private TrainedModel priceModel() throws IOException {
        Dataset rows = CsvSchema.fromJson(SCHEMA).dataset(table("age,sex,id,cost\n1,f,x,200\n"), "cost");
        ModelSpec spec = ModelSpec.of(4).linear(1).loss(Loss.SQUARED);
        return new TrainedModel(new Model(spec, new float[] {0.5f, 0, 0.25f, 0, 0.125f}), rows.format(), 1);
    }

    private CsvTable table(String text) throws IOException {
        return CsvTable.read(Files.writeString(folder.resolve("table.csv"), text));
    }

    @Test
    void predict_ofATable_takesColumnsInAnyOrderAndGivesTheLabelsOwnUnit() throws IOException {
        try (TrainedModel model = priceModel()) {
            List<Prediction> predictions =
                    model.predict(model.unlabelled(table("extra,sex,age\nz,m,40\nz,f,80\nz,other,500\n")));

            assertThat(predictions)
                    .extracting(Prediction::value)
                    .usingElementComparator((a, b) -> Math.abs(a - b) < 1e-4 ? 0 : 1)
                    .containsExactly(215.0, 205.0, 225.0);
            assertThat(model.predict(0.4f, 0, 1, 0).value()).isCloseTo(215.0, within(1e-4));
        }
    }

    @Test
    void table_withoutAColumn_isRefusedByItsName() throws IOException {
        try (TrainedModel model = priceModel()) {
            assertThatThrownBy(() -> model.unlabelled(table("sex,cost\nm,100\n")))
                    .hasMessageContaining("absent: [age]");
            assertThatThrownBy(() -> model.measured(table("age,sex\n3,m\n"))).hasMessageContaining("absent: [cost]");
            assertThatThrownBy(() -> model.unlabelled(table("sex,age\nm,young73\n")))
                    .hasMessageContaining("column age of row 1 must be a number")
                    .hasMessageNotContaining("young73");
        }
    }

    @Test
    void example_ofAnotherSizeOrWithoutANumber_isRefused() throws IOException {
        try (TrainedModel model = priceModel()) {
            assertThatThrownBy(() -> model.predict(1f, 2f))
                    .hasMessageContaining("example 0 must have 4 numbers, the shape [4], got 2");
            assertThatThrownBy(() -> model.predict(1f, 2f, Float.NaN, 0))
                    .hasMessageContaining("feature 2 of example 0 must be finite");
            assertThatThrownBy(() -> model.predict(1f, 2f, 0, 0).classNumber())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("predicts numbers");
        }
    }

    /** A batch, one by one and other company give the same bits, also through features. */
    @Test
    void predictions_areTheSameBitsOneByOne() {
        Dataset test = Digits.load().test();
        ExampleFormat format = test.format().with(Features.SCATTERING);
        ModelSpec spec = BuiltInModel.MLP.forData(Shape.of(2, 2, 81), 10);
        try (TrainedModel model = new TrainedModel(Model.initialise(spec, new Random(1)), format, 2);
                Workers workers = new Workers(1)) {
            List<Prediction> all = model.predict(test);
            List<Prediction> extracted = model.predict(FeatureExtraction.of(test, Features.SCATTERING, workers));
            for (int row : new int[] {0, 5, 100, 356}) {
                float[] picture = new float[64];
                test.copyFeatures(row, picture, 0);
                assertThat(model.predict(picture).outputs())
                        .containsExactly(all.get(row).outputs())
                        .containsExactly(extracted.get(row).outputs());
            }
        }
    }

    /** The file alone is enough, and gives the accuracy that training reported, to the last example. */
    @Test
    void modelFile_ofARun_reproducesItsReportedAccuracy() throws IOException {
        Dataset train = Digits.load().train();
        Dataset test = Digits.load().test();
        try (Workers workers = new Workers(1)) {
            for (Features features : Features.values()) {
                Dataset examples = FeatureExtraction.of(train, features, workers);
                TrainingConfig config = TrainingConfig.of(
                                BuiltInModel.LOGISTIC.forData(examples), new PrivacyGoal.Target(3, 1e-5))
                        .lotSize(512)
                        .epochs(4)
                        .build();
                TrainingResult result = new PrivateTrainer(config, examples)
                        .test(FeatureExtraction.of(test, features, workers))
                        .train(folder.resolve(features.id()));
                Path file = folder.resolve(features.id() + ".safetensors");
                ModelFile.write(file, result, "abacus 1");

                try (TrainedModel model = TrainedModel.read(file)) {
                    assertThat(model.format().features()).isEqualTo(features);
                    ClassQuality quality = ClassQuality.of(model.predict(test), test, model.format());
                    assertThat(quality.accuracy())
                            .isEqualTo(result.record()
                                    .last()
                                    .orElseThrow()
                                    .testAccuracy()
                                    .orElseThrow());
                    assertThat(quality.logLoss())
                            .isCloseTo(
                                    result.record()
                                            .last()
                                            .orElseThrow()
                                            .testLoss()
                                            .orElseThrow(),
                                    within(1e-6));
                }
            }
        }
    }

    @Test
    void modelFile_withoutOrWithADamagedSchema_isRefusedByName() throws IOException {
        Dataset train = Digits.load().train();
        TrainingConfig config = TrainingConfig.of(BuiltInModel.LOGISTIC.forData(train), new PrivacyGoal.Target(3, 1e-5))
                .lotSize(512)
                .epochs(1)
                .build();
        Path file = folder.resolve("model.safetensors");
        ModelFile.write(file, new PrivateTrainer(config, train).train(folder.resolve("run")), "abacus 1");
        Tensors good = Safetensors.read(file);
        String examples = Objects.requireNonNull(good.metadata().get("examples"));
        assertThat(ExampleFormat.fromJson(examples)).isEqualTo(train.format());

        Map<String, String> without = new HashMap<>(good.metadata());
        without.remove("examples");
        Safetensors.write(file, Tensors.of(good.tensors(), without));
        assertThatThrownBy(() -> TrainedModel.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("its metadata has no schema");
        for (String damaged : List.of(
                "",
                "[]",
                "{}",
                examples.substring(1),
                examples.replace("[8,8,1]", "[8,8,2]"),
                examples.replace("[8,8,1]", "[]"),
                examples.replace("\"9\"", "\"8\""),
                examples.replace(",\"9\"", ""),
                examples.replace("\"most\":16", "\"most\":0"),
                examples.replace("plain", "scattering"),
                examples.replace("plain", "plane"),
                examples.replace("pictures", "table"),
                examples.replace("from_0_to_1", "from_0_to_2"),
                examples.replace("\"shape\"", "\"form\""),
                examples.replace("{\"source\"", "{\"more\":1,\"source\""))) {
            assertThat(damaged).isNotEqualTo(examples);
            Map<String, String> metadata = new HashMap<>(good.metadata());
            metadata.put("examples", damaged);
            Safetensors.write(file, Tensors.of(good.tensors(), metadata));
            assertThatThrownBy(() -> TrainedModel.read(file))
                    .as(damaged)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("has a damaged schema");
        }
    }

    /** What ranges from private data reveal is in no file that is published, and predicting needs them. */
    @Test
    void schema_takenFromPrivateData_isWithheld() throws IOException {
        StringBuilder text = new StringBuilder("age,word,ill\n");
        for (int i = 0; i < 40; i++) {
            text.append(i * 3 + 17)
                    .append(",w")
                    .append(i % 3)
                    .append(',')
                    .append(i % 2 == 0 ? "ja" : "nein")
                    .append('\n');
        }
        CsvTable table = table(text.toString());
        CsvSchema ranges = PrivateRanges.takenFrom(table, "ill");
        Dataset data = ranges.dataset(table, "ill");
        String json = data.format().toJson();

        assertThat(json).doesNotContain("17", "134", "w0", "ja", "nein", "age", "word");
        assertThat(ExampleFormat.fromJson(json)).isEqualTo(data.format());
        ModelSpec spec = BuiltInModel.LOGISTIC.forData(data);
        try (TrainedModel model = new TrainedModel(Model.initialise(spec, new Random(1)), data.format(), 1)) {
            assertThatThrownBy(() -> model.unlabelled(table)).hasMessageContaining("withholds the schema");
            try (TrainedModel knowing = model.with(CsvSchema.fromJson(ranges.toJson()))) {
                assertThat(knowing.predict(knowing.unlabelled(table)).get(0).className())
                        .isIn("ja", "nein");
                assertThat(ClassQuality.of(
                                        knowing.predict(knowing.measured(table)),
                                        knowing.measured(table),
                                        knowing.format())
                                .classNames())
                        .containsExactly("ja", "nein");
                assertThatThrownBy(() -> knowing.with(ranges)).hasMessageContaining("has what it needs");
            }
            CsvSchema other = CsvSchema.fromJson(ranges.toJson().replace("\"word\"", "\"id\""));
            assertThat(other.columns()).containsKey("id");
            assertThatThrownBy(() -> model.with(CsvSchema.fromJson(SCHEMA))).hasMessageContaining("the label must be");
        }
    }
}
