package io.abacusdp.accounting.event;

import static io.abacusdp.accounting.Adjacency.ADD_OR_REMOVE_ONE;
import static io.abacusdp.accounting.Adjacency.REPLACE_ONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.ReferenceCsv;
import io.abacusdp.accounting.auto.AutoAccountant;
import io.abacusdp.accounting.exact.ExactAccountant;
import io.abacusdp.accounting.pld.PldAccountant;
import io.abacusdp.accounting.rdp.RdpAccountant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Matrix mechanisms against frontier-mm.csv and frontier-bandmf.csv. */
class CorrelatedNoiseTest {
    @Test
    void sensitivity_ofSquareRootsAndBuffers_isTheReference() {
        int checked = 0;
        for (String[] cell : ReferenceCsv.rows("frontier-mm.csv")) {
            // A name in quotes holds commas of its own.
            int last = cell.length - 1;
            String name =
                    String.join(",", List.of(cell).subList(1, cell.length - 5)).replace("\"", "");
            if (!cell[0].equals("sensitivity") || name.startsWith("tree") || name.equals("blt rmse")) {
                continue;
            }
            int steps = Integer.parseInt(cell[last - 4]);
            List<Double> coefficients = name.startsWith("blt")
                    ? CorrelatedNoise.bufferedLinear(List.of(.30, .15, .05), List.of(.70, .95, .998), steps)
                    : CorrelatedNoise.squareRoot(
                            name.equals("sqrt_full") ? steps : Integer.parseInt(name.replace("banded_sqrt_", "")));
            double expected = Double.parseDouble(cell[last - 1]);
            double found = new CorrelatedNoise(
                            1, coefficients, steps, Long.parseLong(cell[last - 3]), Long.parseLong(cell[last - 2]))
                    .sensitivity();
            assertThat(found).as(String.join(",", cell)).isCloseTo(expected, within(1e-12 * expected + 5e-14));
            checked++;
        }
        assertThat(checked).isEqualTo(13);
    }

    @Test
    void squaredSensitivity_ofTrees_isTheReference() {
        int checked = 0;
        for (String[] cell : ReferenceCsv.rows("frontier-mm.csv")) {
            if (!String.join(",", cell).contains("tree")) {
                continue;
            }
            int last = cell.length - 1;
            double found = new TreeEpochs(
                            1,
                            Long.parseLong(cell[last - 4]),
                            Long.parseLong(cell[last - 3]),
                            Long.parseLong(cell[last - 2]))
                    .squaredSensitivity();
            double expected = Double.parseDouble(cell[last - 1]);
            if (cell[1].contains("bound")) {
                assertThat(found).as(String.join(",", cell)).isCloseTo(expected, within(1e-11));
            } else {
                assertThat(found).as(String.join(",", cell)).isGreaterThanOrEqualTo(expected);
            }
            checked++;
        }
        assertThat(checked).isEqualTo(6);
    }

    @Test
    void epsilon_ofAmplifiedBands_isTheReference() {
        for (String[] cell : ReferenceCsv.rows("frontier-bandmf.csv")) {
            Guarantee found = new ExactAccountant()
                    .epsilon(
                            DpEvent.bandedGaussian(
                                    Double.parseDouble(cell[5]),
                                    Double.parseDouble(cell[3]),
                                    Long.parseLong(cell[2]),
                                    Long.parseLong(cell[4])),
                            ADD_OR_REMOVE_ONE,
                            1e-5);
            double upper = Double.parseDouble(cell[7]);
            double lower = Double.parseDouble(cell[8]);
            assertThat(found.epsilon()).as(String.join(",", cell)).isBetween(lower, upper * (1 + 1e-10));
            assertThat(found.lower().orElseThrow()).as(String.join(",", cell)).isBetween(lower * (1 - 1e-10), upper);
        }
    }

    @Test
    void epsilon_ofOneBand_isThatOfIndependentNoise() {
        DpEvent banded = new CorrelatedNoise(4, List.of(1.0), 100, 10, 10);
        DpEvent plain = new Repeated(10, new Gaussian(4));
        assertThat(epsilon(banded)).isBetween(epsilon(plain), epsilon(plain) * (1 + 1e-12));
    }

    @Test
    void sensitivity_ofCoefficientsWhoseSquaresUnderflow_isNotLost() {
        assertThat(new CorrelatedNoise(1, List.of(1e-200, 1e-200), 10, 1, 1).sensitivity())
                .isCloseTo(Math.sqrt(2) * 1e-200, within(1e-213));
    }

    @Test
    void epsilon_ofMatrixAndNoiseScaledAlike_isTheSame() {
        CorrelatedNoise one = new CorrelatedNoise(4, CorrelatedNoise.squareRoot(16), 100, 5, 20);
        CorrelatedNoise three = new CorrelatedNoise(
                12, one.coefficients().stream().map(c -> 3 * c).toList(), 100, 5, 20);
        assertThat(epsilon(three)).isCloseTo(epsilon(one), within(1e-13 * epsilon(one)));
    }

    @Test
    void sensitivity_ofSmallMatrices_isTheLargestOverAllPatterns() {
        Random random = new Random(5);
        for (int i = 0; i < 200; i++) {
            int steps = 1 + random.nextInt(9);
            int separation = 1 + random.nextInt(4);
            int participations = 1 + random.nextInt(4);
            double[] falling = new double[1 + random.nextInt(steps)];
            falling[0] = 1;
            for (int j = 1; j < falling.length; j++) {
                falling[j] = falling[j - 1] * random.nextDouble();
            }
            double most = 0;
            for (int pattern = 1; pattern < 1 << steps; pattern++) {
                if (allowed(pattern, steps, separation, participations)) {
                    most = Math.max(most, norm(falling, pattern, steps));
                }
            }
            double found = new CorrelatedNoise(
                            1, java.util.Arrays.stream(falling).boxed().toList(), steps, participations, separation)
                    .sensitivity();
            assertThat(found).isCloseTo(most, within(1e-13 * most)).isGreaterThanOrEqualTo(most);
            assertThat(new TreeEpochs(1, steps, participations, separation).squaredSensitivity())
                    .isGreaterThanOrEqualTo(treeNorm(steps, separation, participations));
        }
    }

    private static boolean allowed(int pattern, int steps, int separation, int participations) {
        int last = -separation;
        for (int i = 0; i < steps; i++) {
            if ((pattern >> i & 1) == 1) {
                if (i - last < separation) {
                    return false;
                }
                last = i;
            }
        }
        return Integer.bitCount(pattern) <= participations;
    }

    private static double norm(double[] coefficients, int pattern, int steps) {
        double squares = 0;
        for (int row = 0; row < steps; row++) {
            double sum = 0;
            for (int i = 0; i <= row; i++) {
                sum += (pattern >> i & 1) == 1 && row - i < coefficients.length ? coefficients[row - i] : 0;
            }
            squares += sum * sum;
        }
        return Math.sqrt(squares);
    }

    private static double treeNorm(int steps, int separation, int participations) {
        double most = 0;
        for (int pattern = 1; pattern < 1 << steps; pattern++) {
            if (allowed(pattern, steps, separation, participations)) {
                double squares = 0;
                for (int size = 1; size < 2 * steps; size *= 2) {
                    for (int from = 0; from < steps; from += size) {
                        double count = Integer.bitCount(pattern >> from & (1 << size) - 1);
                        squares += count * count;
                    }
                }
                most = Math.max(most, squares);
            }
        }
        return most;
    }

    @Test
    void epsilon_ofTreesOverEpochs_isBetweenOneParticipationAndTheBound() {
        TreeEpochs tree = new TreeEpochs(20, 1000, 4, 250);
        Guarantee found = new PldAccountant().epsilon(tree, ADD_OR_REMOVE_ONE, 1e-5);
        double upper = epsilon(new Gaussian(20 / Math.sqrt(66)));
        assertThat(found.epsilon()).isBetween(upper * (1 - 1e-9), upper * 1.001);
        assertThat(found.lower().orElseThrow()).isLessThan(upper);
        assertThat(new RdpAccountant().epsilon(tree, REPLACE_ONE, 1e-5).epsilon())
                .isCloseTo(
                        new RdpAccountant()
                                .epsilon(new Gaussian(20 / Math.sqrt(66)), REPLACE_ONE, 1e-5)
                                .epsilon(),
                        within(1e-6));
    }

    /** Records of one person may be in different groups, whose samples have rows in common: a turn by itself has no law that composes. */
    @Test
    void epsilon_ofAGroupWithAmplifiedBands_isThatOfTheoremsForAnyMechanism() {
        DpEvent turns = DpEvent.bandedGaussian(0.0683, 2, 1000, 16);
        DpEvent samples = DpEvent.sampledGaussian(0.0683, 2, 63);
        assertThat(epsilon(new Group(1, turns))).isEqualTo(epsilon(turns)).isEqualTo(epsilon(samples));
        // Mironov 2017, proposition 2: ε'(α) ≤ 3ε(2α) for two records; whole runs, as turns do not compose for a group.
        assertThat(Composition.of(new Group(2, turns)).terms())
                .containsExactly(java.util.Map.entry(new Group(2, turns), 1L));
        assertThat(epsilon(new Group(2, turns))).isGreaterThan(epsilon(new Group(2, samples)));
        assertThat(epsilon(new Group(2, new Group(3, turns)))).isEqualTo(epsilon(new Group(6, turns)));
        assertThat(epsilon(new PoissonSampled(0.5, turns))).isEqualTo(epsilon(turns));
    }

    private static double epsilon(DpEvent event) {
        return AutoAccountant.best().epsilon(event, ADD_OR_REMOVE_ONE, 1e-5).epsilon();
    }
}
