package io.abacusdp.accounting.pld;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every kind of pair, cut along coarse and fine lattices, against hockey_stick.csv. */
class HockeyStickReferenceTest {
    private record Row(String text, LossPair pair, boolean reversed, double epsilon, double delta) {}

    @ParameterizedTest
    @ValueSource(doubles = {0.7, 0.11, 0.013, 0.0017})
    void laws_anyStep_boundTheTruth(double step) throws IOException {
        for (Row row : rows()) {
            assertBounds(row, step, Double.NEGATIVE_INFINITY);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {-1.5, -0.1, 0})
    void laws_lumpedBelowAFloor_boundTheTruthAboveIt(double floor) throws IOException {
        for (Row row : rows()) {
            if (row.epsilon() > floor + 0.04) {
                assertBounds(row, 0.013, floor);
            }
        }
    }

    private static void assertBounds(Row row, double step, double floor) {
        List<RepeatedLaw> above = new ArrayList<>();
        List<RepeatedLaw> below = new ArrayList<>();
        new RepeatedPair(row.pair(), row.pair(), false, row.reversed(), 1).laws(step, 1e-25, floor, above, below);
        PrivacyLossDistribution upper = above.get(0).law();
        PrivacyLossDistribution lower = below.get(0).law();
        double most = upper.hockeyStick(row.epsilon() - upper.lossError());
        double least = lower.hockeyStick(row.epsilon() + lower.lossError());
        assertThat(most).as(row.text()).isGreaterThanOrEqualTo(row.delta() * (1 - 1e-15) - 1e-24);
        assertThat(least).as(row.text()).isLessThanOrEqualTo(row.delta() * (1 + 1e-15) + 1e-24);
        // Second order in the step on a smooth density, and never worse than first order.
        double width = row.text().startsWith("gaussian") ? 0.3 * step * step : 0.5 * step;
        assertThat(most - least).as(row.text()).isLessThanOrEqualTo(width + 1e-11);
        assertThat(upper.lossError()).isLessThan(1e-12);
    }

    private static List<Row> rows() throws IOException {
        List<Row> rows = new ArrayList<>();
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(
                        HockeyStickReferenceTest.class.getResourceAsStream("/reference/hockey_stick.csv")),
                StandardCharsets.UTF_8))) {
            reader.lines()
                    .filter(line -> !line.startsWith("#") && !line.startsWith("kind"))
                    .forEach(line -> rows.add(row(line)));
        }
        assertThat(rows).hasSize(430);
        return rows;
    }

    private static Row row(String line) {
        List<String> fields = List.of(line.split(",", -1));
        double[] p = fields.get(1).isEmpty()
                ? new double[0]
                : List.of(fields.get(1).split(" ", -1)).stream()
                        .mapToDouble(Double::parseDouble)
                        .toArray();
        return new Row(
                line,
                pair(fields.get(0), p),
                fields.get(2).equals("add"),
                Double.parseDouble(fields.get(3)),
                Double.parseDouble(fields.get(4)));
    }

    private static LossPair pair(String kind, double[] p) {
        return switch (kind) {
            case "gaussian" -> GaussianPair.of(new double[] {1}, p);
            case "sampled_gaussian" -> GaussianPair.of(new double[] {1 - p[0], p[0]}, new double[] {0, p[1]});
            case "replaced_gaussian" -> GaussianPair.mirrored(new double[] {1 - p[0], p[0]}, new double[] {0, p[1]});
            case "mixture" -> GaussianPair.of(new double[] {.5, .3, .2}, new double[] {0, 1, 2.5});
            case "laplace" -> ExponentialPair.laplace(p[1], p[0]);
            case "replaced_laplace" -> ExponentialPair.replacedLaplace(p[1], p[0]);
            case "discrete_gaussian" -> LatticePair.present(gaussian(p[1]), (int) p[2], p[0]);
            case "replaced_discrete_gaussian" -> LatticePair.replaced(gaussian(p[1]), (int) p[2], p[0]);
            case "skellam" -> LatticePair.present(skellam(p[1]), (int) p[2], p[0]);
            case "replaced_skellam" -> LatticePair.replaced(skellam(p[1]), (int) p[2], p[0]);
            case "discrete_laplace" -> DiscreteLaplacePair.present(p[1], (int) p[2], p[0]);
            case "replaced_discrete_laplace" -> DiscreteLaplacePair.replaced(p[1], (int) p[2], p[0]);
            default -> throw new IllegalArgumentException(kind);
        };
    }

    private static LatticePair.Noise gaussian(double sigma) {
        return (tail, extra) -> LatticeNoise.gaussian(sigma, tail, extra);
    }

    private static LatticePair.Noise skellam(double variance) {
        return (tail, extra) -> LatticeNoise.skellam(variance, tail, extra);
    }
}
