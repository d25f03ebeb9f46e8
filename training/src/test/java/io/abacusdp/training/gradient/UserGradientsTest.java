package io.abacusdp.training.gradient;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.data.UserRows;
import io.abacusdp.training.model.LayerSpec;
import io.abacusdp.training.model.Loss;
import io.abacusdp.training.model.ModelSpec;
import io.abacusdp.training.model.Shape;
import io.abacusdp.training.sum.Lot;
import io.abacusdp.training.sum.SumSensitivity;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class UserGradientsTest {
    private static final int WIDTH = 5;
    private static final ModelSpec MODEL =
            new ModelSpec(Shape.of(new int[] {WIDTH}), List.of(new LayerSpec.Linear(3)), Loss.SOFTMAX_CROSS_ENTROPY);
    private static final double NORM = 0.7;
    private static final ClipBounds CLIP = ClipBounds.flat(MODEL, NORM);
    private static GradientEngine engine;

    @BeforeAll
    static void open() {
        engine = new GradientEngine(MODEL, 2);
    }

    @AfterAll
    static void close() {
        engine.close();
    }

    private static Dataset data(SplittableRandom random, int rows) {
        float[] features = new float[rows * WIDTH];
        float[] targets = new float[rows];
        for (int i = 0; i < features.length; i++) {
            features[i] = (float) (random.nextDouble(-1, 1) * Math.pow(10, random.nextInt(-3, 5)));
        }
        for (int i = 0; i < rows; i++) {
            targets[i] = random.nextInt(3);
        }
        return new Dataset("random", new int[] {WIDTH}, features, targets, 3, List.of());
    }

    private static float[] parameters(SplittableRandom random) {
        float[] parameters = new float[MODEL.parameterCount()];
        for (int i = 0; i < parameters.length; i++) {
            parameters[i] = (float) random.nextDouble(-1, 1);
        }
        return parameters;
    }

    private static double distance(LotGradient one, LotGradient other) {
        double squares = 0;
        for (int i = 0; i < MODEL.parameterCount(); i++) {
            double apart = one.sum().value(i) - other.sum().value(i);
            squares += apart * apart;
        }
        return Math.sqrt(squares);
    }

    /** Whatever the records and however many, a person moves the sum by no more than noise is made for. */
    @Test
    void person_movesTheSumByAtMostTheNorm() {
        SplittableRandom random = new SplittableRandom(11);
        double most = NORM * (1 + SumSensitivity.excessOneByOne(MODEL.parameterCount()));
        double greatest = 0;
        for (int trial = 0; trial < 200; trial++) {
            int rows = 40;
            Dataset data = data(random, rows);
            List<String> whose = new ArrayList<>();
            for (int row = 0; row < rows; row++) {
                whose.add(Integer.toString(random.nextInt(6)));
            }
            UserRows users = UserRows.of(whose, Integer.MAX_VALUE);
            float[] parameters = parameters(random);
            int gone = random.nextInt(users.count());
            Lot all = Lot.oneGroup(IntStream.range(0, users.count()).toArray());
            LotGradient with = UserGradients.sum(engine, parameters, data, users, all, CLIP);
            LotGradient without =
                    UserGradients.sum(engine, parameters, data, users, all.without(user -> user == gone), CLIP);
            greatest = Math.max(greatest, distance(with, without));
        }
        // Persons of several records reach the bound, so that the test would see a larger one.
        assertThat(greatest).isBetween(0.99 * NORM, most);
    }

    @Test
    void person_ofOneRecord_contributesWhatTheRecordDoes() {
        SplittableRandom random = new SplittableRandom(12);
        Dataset data = data(random, 8);
        float[] parameters = parameters(random);
        UserRows users = UserRows.of(List.of("a", "b", "c", "d", "e", "f", "g", "h"), 3);
        Lot lot = Lot.oneGroup(0, 3, 7);
        LotGradient byUser = UserGradients.sum(engine, parameters, data, users, lot, CLIP);
        LotGradient byRecord = engine.clippedSum(parameters, data, lot, CLIP);

        assertThat(distance(byUser, byRecord)).isLessThan(1e-6);
        assertThat(byUser.examples()).isEqualTo(3);
    }
}
