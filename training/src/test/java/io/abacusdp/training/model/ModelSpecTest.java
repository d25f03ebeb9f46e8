package io.abacusdp.training.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.abacusdp.training.data.Dataset;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ModelSpecTest {
    private static final Shape MNIST = Shape.of(28, 28, 1);

    @Test
    void cnn_ofMnist_isThatOfOpacus() {
        ModelSpec spec = BuiltInModel.CNN.forData(MNIST, 10);
        assertThat(spec.parameterCount()).isEqualTo(26_010);
        assertThat(spec.shapeBefore(1)).isEqualTo(Shape.of(14, 14, 16));
        assertThat(spec.shapeBefore(3)).isEqualTo(Shape.of(13, 13, 16));
        assertThat(spec.shapeBefore(4)).isEqualTo(Shape.of(5, 5, 32));
        assertThat(spec.shapeBefore(6)).isEqualTo(Shape.of(4, 4, 32));
        assertThat(spec.shapeBefore(7)).isEqualTo(Shape.of(512));
        assertThat(spec.parameters().stream().map(ParameterBlock::name))
                .containsExactly(
                        "0.weight", "0.bias", "3.weight", "3.bias", "7.weight", "7.bias", "9.weight", "9.bias");
        assertThat(spec.parameters().get(2))
                .isEqualTo(new ParameterBlock("3.weight", Shape.of(4, 4, 16, 32), 8 * 8 * 16 + 16, 3));
    }

    @Test
    void mlpAndLogistic_ofMnist_haveTheirSizes() {
        assertThat(BuiltInModel.MLP.forData(MNIST, 10).parameterCount()).isEqualTo(784 * 1000 + 1000 + 10_010);
        assertThat(BuiltInModel.LOGISTIC.forData(MNIST, 10).parameterCount()).isEqualTo(7850);
        assertThat(BuiltInModel.CNN_TANH.forData(MNIST, 10).parameterCount()).isEqualTo(26_010);
    }

    @ParameterizedTest
    @EnumSource(BuiltInModel.class)
    void builtIn_ofSmallPictures_adapts(BuiltInModel model) {
        Dataset digits = new Dataset("digits", new int[] {8, 8, 1}, new float[64], new float[1], 10, List.of());
        assertThat(model.forData(digits).outputs()).isEqualTo(10);
        assertThat(model.forData(digits).input()).isEqualTo(Shape.of(8, 8, 1));
    }

    @Test
    void builtIn_ofOtherTargets_takesOutputsAndLossFromThem() {
        assertThat(BuiltInModel.LOGISTIC.forData(Shape.of(5), 2).loss()).isEqualTo(Loss.LOGISTIC);
        assertThat(BuiltInModel.LOGISTIC.forData(Shape.of(5), 0).loss()).isEqualTo(Loss.SQUARED);
        assertThat(BuiltInModel.MLP.forData(Shape.of(5), 2).outputs()).isEqualTo(2);
        assertThatThrownBy(() -> BuiltInModel.CNN.forData(Shape.of(5), 2))
                .hasMessageContaining("cnn needs pictures")
                .hasMessageContaining("use mlp");
    }

    @Test
    void parameters_ofAnyModel_fillTheArrayWithoutGaps() {
        ModelSpec spec = everyLayer();
        int offset = 0;
        for (ParameterBlock block : spec.parameters()) {
            assertThat(block.offset()).isEqualTo(offset);
            offset += block.length();
        }
        assertThat(spec.parameterCount()).isEqualTo(offset);
    }

    @Test
    void json_ofEveryLayer_isReadAsWritten() {
        ModelSpec spec = everyLayer();
        assertThat(ModelJson.read(ModelJson.write(spec))).isEqualTo(spec).hasSameHashCodeAs(spec);
        ModelSpec words = ModelSpec.of(5).embedding(9, 4).flatten().linear(1).loss(Loss.SQUARED);
        assertThat(ModelJson.read(words.toString())).isEqualTo(words).isNotEqualTo(spec);
    }

    @Test
    void json_ofTheDocumentation_isRead() {
        String json = "{\"input\":[28,28,1],\"layers\":[{\"type\":\"conv2d\",\"channels\":16,\"kernel\":8,\"stride\":2,"
                + "\"padding\":3},{\"type\":\"relu\"},{\"type\":\"flatten\"},{\"type\":\"linear\",\"outputs\":10}],"
                + "\"loss\":\"softmax_cross_entropy\"}";
        assertThat(ModelJson.read(json))
                .isEqualTo(ModelSpec.of(28, 28, 1)
                        .conv2d(16, 8, 2, 3)
                        .relu()
                        .flatten()
                        .linear(10)
                        .loss(Loss.SOFTMAX_CROSS_ENTROPY));
    }

    private static ModelSpec everyLayer() {
        return ModelSpec.of(12, 12, 2)
                .conv2d(4, 3, 1, 1)
                .groupNorm(2)
                .relu()
                .maxPool(2, 2)
                .tanh()
                .averagePool(2, 1)
                .temperedSigmoid(1.5, 2, 0.75)
                .layerNorm()
                .flatten()
                .linear(3)
                .loss(Loss.SOFTMAX_CROSS_ENTROPY);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "[]|$: must be a model, an object with input, layers and loss, got JSON array",
                "{`layers`:[{`type`:`relu`}],`loss`:`squared`}|$.input: is missing",
                "{`input`:[0],`layers`:[{`type`:`relu`}],`loss`:`squared`}|$.input: must have sizes of at least 1",
                "{`input`:[2.5],`layers`:[{`type`:`relu`}],`loss`:`squared`}|$.input[0]: must be an integer, got 2.5",
                "{`input`:[1],`layers`:[],`loss`:`squared`}|$.layers: must be an array that is not empty",
                "{`input`:[1],`layers`:[3],`loss`:`squared`}|$.layers[0]: must be a layer, an object with a type",
                "{`input`:[1],`layers`:[{`type`:`relu`}],`loss`:`squared`}|$.layers: must have a layer with parameters",
                "{`input`:[1],`layers`:[{`type`:`linear`}],`loss`:`squared`}|$.layers[0].outputs: is missing",
                "{`input`:[1],`layers`:[{`type`:`linear`,`outputs`:0}],`loss`:`squared`}|$.layers[0]: outputs must be at least 1, got 0",
                "{`input`:[1],`layers`:[{`type`:`linear`,`outputs`:`1`}],`loss`:`squared`}|$.layers[0].outputs: must be an integer, got JSON string",
                "{`input`:[1],`layers`:[{`type`:`linear`,`outputs`:1,`bias`:1}],`loss`:`squared`}|has a field bias",
                "{`input`:[1],`layers`:[{`type`:`linear`,`outputs`:1}],`loss`:`hinge`}|$.loss: must be one of softmax_cross_entropy, logistic, squared, got hinge",
                "{`input`:[1],`layers`:[{`type`:`linear`,`outputs`:2}],`loss`:`squared`}|$.loss: squared needs a model with one output, got 2",
                "{`input`:[1],`layers`:[{`type`:3}],`loss`:`squared`}|$.layers[0].type: must be a string",
                "{`input`:[1],`layers`:[{`type`:`dropout`}],`loss`:`squared`}|$.layers[0].type: must be one of linear, conv2d, max_pool",
                "{`input`:[1],`layers`:[{`type`:`batch_norm`}],`loss`:`squared`}|mixes examples, so that clipping one example's gradient would bound nothing; use group_norm",
                "{`input`:[1],`layers`:[{`type`:`BatchNorm2d`}],`loss`:`squared`}|use group_norm",
                "{`input`:[4,4,3],`layers`:[{`type`:`linear`,`outputs`:1}],`loss`:`squared`}|$.layers[0]: linear needs a list of numbers; put flatten before it, got the shape 4x4x3",
                "{`input`:[4],`layers`:[{`type`:`conv2d`,`channels`:1,`kernel`:1,`stride`:1,`padding`:0}],`loss`:`squared`}|$.layers[0]: conv2d needs a picture, height x width x channels, got the shape 4",
                "{`input`:[4,4,1],`layers`:[{`type`:`conv2d`,`channels`:1,`kernel`:3,`stride`:1,`padding`:3}],`loss`:`squared`}|padding must be from 0 to kernel - 1, 2, got 3",
                "{`input`:[4,4,1],`layers`:[{`type`:`max_pool`,`kernel`:5,`stride`:1}],`loss`:`squared`}|$.layers[0]: max_pool needs a picture of at least its kernel, 5, got 4x4x1",
                "{`input`:[4,4,3],`layers`:[{`type`:`group_norm`,`groups`:2}],`loss`:`squared`}|divides the 3 channels of 4x4x3, got 2",
                "{`input`:[4,4,1],`layers`:[{`type`:`layer_norm`}],`loss`:`squared`}|must end in a list of outputs, got the shape 4x4x1; add flatten",
                "{`input`:[4],`layers`:[{`type`:`linear`,`outputs`:3},{`type`:`embedding`,`vocabulary`:2,`dimension`:2}],`loss`:`squared`}|$.layers[1]: embedding must be the first layer",
                "{`input`:[1],`layers`:[{`type`:`tempered_sigmoid`,`scale`:0,`temperature`:1,`offset`:1}],`loss`:`squared`}|scale must be a finite number above 0, got 0.0",
                "{`input`:[1],`layers`:[{`type`:`tempered_sigmoid`,`scale`:`a`,`temperature`:1,`offset`:1}],`loss`:`squared`}|$.layers[0].scale: must be a finite number",
                "{`input`:[1000000,1000000],`layers`:[{`type`:`relu`}],`loss`:`squared`}|at most 2^31 - 1 elements",
                "{`input`:[50000],`layers`:[{`type`:`linear`,`outputs`:50000}],`loss`:`squared`}|at most 2^31 - 1 elements",
                "{`input`:[30000],`layers`:[{`type`:`linear`,`outputs`:60000},{`type`:`linear`,`outputs`:30000}],`loss`:`squared`}|below 2^31 parameters",
                "{`input`:[1]|must be valid JSON",
            })
    void json_ofNoModel_isRefusedWithItsPath(String json, String message) {
        assertThatThrownBy(() -> ModelJson.read(json.replace('`', '"')))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void refusal_ofAModelInCode_hasThePathOfTheLayer() {
        assertThatThrownBy(() -> ModelSpec.of(8, 8, 1).relu().linear(3).loss(Loss.SQUARED))
                .isInstanceOfSatisfying(
                        InvalidModelException.class, e -> assertThat(e.path()).isEqualTo("$.layers[1]"));
    }

    @Test
    void initialise_ofEveryLayer_isWithinItsRange() {
        ModelSpec spec = everyLayer();
        float[] parameters = Model.initialise(spec, new SplittableRandom(1)).parameters();
        for (ParameterBlock block : spec.parameters()) {
            LayerSpec layer = spec.layers().get(block.layer());
            double bound = layer instanceof LayerSpec.Conv2d ? 1 / Math.sqrt(18) : 1 / Math.sqrt(100);
            for (int i = block.offset(); i < block.offset() + block.length(); i++) {
                if (layer instanceof LayerSpec.Conv2d || layer instanceof LayerSpec.Linear) {
                    assertThat(Math.abs(parameters[i]))
                            .isLessThanOrEqualTo((float) bound)
                            .isNotZero();
                } else {
                    assertThat(parameters[i]).isEqualTo(block.name().endsWith("weight") ? 1 : 0);
                }
            }
        }
    }

    @Test
    void model_ofParameters_keepsItsOwn() {
        ModelSpec spec = ModelSpec.of(2).linear(1).loss(Loss.SQUARED);
        float[] parameters = {1, 2, 3};
        Model model = new Model(spec, parameters);
        parameters[0] = 9;
        model.parameters()[1] = 9;
        assertThat(model.parameters()).containsExactly(1, 2, 3);
        assertThat(model.spec()).isSameAs(spec);
        assertThatThrownBy(() -> new Model(spec, new float[2])).hasMessage("the model has 3 parameters, got 2");
    }

    @Test
    void loss_ofOtherTargets_isRefused() {
        Loss.SOFTMAX_CROSS_ENTROPY.check(3, 3);
        Loss.LOGISTIC.check(1, 2);
        Loss.SQUARED.check(1, 0);
        assertThatThrownBy(() -> Loss.SOFTMAX_CROSS_ENTROPY.check(3, 4)).hasMessageContaining("one output for each");
        assertThatThrownBy(() -> Loss.LOGISTIC.check(1, 3)).hasMessageContaining("two classes");
        assertThatThrownBy(() -> Loss.SQUARED.check(1, 2)).hasMessageContaining("no classes");
    }
}
