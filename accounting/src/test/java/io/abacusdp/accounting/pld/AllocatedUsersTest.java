package io.abacusdp.accounting.pld;

import static io.abacusdp.accounting.Adjacency.ADD_OR_REMOVE_ONE;
import static io.abacusdp.accounting.Adjacency.REPLACE_ONE;
import static io.abacusdp.accounting.Adjacency.ZERO_OUT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.accounting.auto.AutoAccountant;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.Group;
import io.abacusdp.accounting.event.RandomAllocation;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.numeric.Enclosure;
import io.abacusdp.accounting.pair.DominatingPair.OneOf;
import io.abacusdp.accounting.pair.DominatingPairs;
import io.abacusdp.accounting.rdp.RdpAccountant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Users with several records, each dealt into a batch by itself, against sums over all of space of the laws themselves. */
class AllocatedUsersTest {
    private static final double[] NOISE = {0.8, 1, 2, 5};

    private static DpEvent user(int records, long batches, double noise) {
        return new Group(records, new RandomAllocation(batches, 1, new Gaussian(noise)));
    }

    @Test
    void delta_ofTwoBatches_enclosesTheSumOverThePlane() {
        for (double noise : NOISE) {
            for (int records = 2; records <= 8; records += 2) {
                assertEncloses(records, 2, noise, 0.05, 6);
            }
        }
    }

    /** With so little noise one record alone is the better bound from below. */
    @Test
    void delta_withLittleNoise_enclosesTheSumOverThePlane() {
        assertEncloses(2, 2, 0.5, 0.05, 6);
        assertEncloses(4, 2, 0.5, 0.05, 6);
    }

    @Test
    void delta_ofThreeBatches_enclosesTheSumOverSpace() {
        for (double noise : NOISE) {
            assertEncloses(2, 3, noise, 0.125, 2.5);
            assertEncloses(3, 3, noise, 0.125, 3.5);
        }
    }

    /** @param most by which factor δ may be above the truth, at an ε where that is about a hundredth */
    private static void assertEncloses(int records, int batches, double noise, double width, double most) {
        Truth truth = new Truth(records, batches, noise, width);
        List<Composite> directions = Directions.of(user(records, batches, noise), ADD_OR_REMOVE_ONE, 1 << 22)
                .composites();
        assertThat(directions).hasSize(2);
        double distance = records / noise / Math.sqrt(batches);
        for (double epsilon : new double[] {0, distance / 2, distance * distance / 2 + 2 * distance}) {
            double[] exact = truth.delta(epsilon);
            for (int way = 0; way < 2; way++) {
                Enclosure delta = directions.get(way).delta(epsilon, 1e-3);
                String what = "%d records in %d batches, noise %s, epsilon %s, direction %d: %s, exactly %s"
                        .formatted(records, batches, noise, epsilon, way, delta, exact[way]);
                assertThat(delta.upper()).as(what).isGreaterThanOrEqualTo(exact[way] * (1 - 1e-3) - 1e-9);
                assertThat(delta.lower()).as(what).isLessThanOrEqualTo(exact[way] * (1 + 1e-3) + 1e-9);
                if (exact[way] > 1e-3) {
                    assertThat(delta.upper()).as(what).isLessThanOrEqualTo(exact[way] * most);
                }
            }
        }
    }

    /** δ of removal and of addition, by the rectangle rule over z ~ N(0, I): the integrand is analytic but for one kink. */
    private record Truth(int records, int batches, double noise, double width) {
        double[] delta(double epsilon) {
            double[] sums = new double[2];
            int low = (int) Math.floor(-8 / width);
            int high = (int) Math.ceil((8 + records / noise) / width);
            double[][] power = new double[high - low + 1][records + 1];
            double[] density = new double[high - low + 1];
            for (int i = 0; i < power.length; i++) {
                double z = (low + i) * width;
                density[i] = Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI) * width;
                for (int j = 0; j <= records; j++) {
                    power[i][j] = Math.exp(j * z / noise - j * j / (2 * noise * noise));
                }
            }
            add(sums, power, density, 0, 1, unit(), Math.exp(epsilon));
            return sums;
        }

        private double[] unit() {
            double[] none = new double[records + 1];
            none[0] = 1;
            return none;
        }

        /** Weight of counts so far: j records of the user in the first batches, in so many ways, each with its density ratio. */
        private void add(
                double[] sums, double[][] power, double[] density, int done, double mass, double[] ways, double k) {
            if (done == batches) {
                double ratio = ways[records] / Math.pow(batches, records);
                sums[0] += mass * Math.max(0, ratio - k);
                sums[1] += mass * Math.max(0, 1 - k * ratio);
                return;
            }
            for (int i = 0; i < density.length; i++) {
                double[] next = new double[records + 1];
                for (int had = 0; had <= records; had++) {
                    double choose = 1;
                    for (int more = 0; had + more <= records; more++) {
                        next[had + more] += ways[had] * choose * power[i][more];
                        choose = choose * (records - had - more) / (more + 1);
                    }
                }
                add(sums, power, density, done + 1, mass * density[i], next, k);
            }
        }
    }

    @Test
    void partitions_ofAnyNumberOfBatches_haveProbabilitiesThatSumToOne() {
        for (int records = 2; records <= 8; records++) {
            for (long batches : new long[] {2, 3, 7, 100, 100_000, 1L << 50}) {
                OneOf pair = (OneOf) DominatingPairs.of(user(records, batches, 1), ADD_OR_REMOVE_ONE, "test")
                        .get(0)
                        .above();
                double sum = 0;
                for (double probability : pair.probabilities()) {
                    sum += probability;
                }
                assertThat(sum).isCloseTo(1, within(1e-12)).isGreaterThanOrEqualTo(1);
                // What goes to a pair that dominates all: no more than roundings and rare partitions.
                assertThat(pair.probabilities().get(pair.probabilities().size() - 1))
                        .isLessThan(1e-12);
            }
        }
    }

    @Test
    void epsilon_ofUsersInAHundredBatches_isFarBelowTheGeneralRuleOfGroups() {
        DpEvent event = new Repeated(10, user(4, 100, 1));
        Guarantee users = AutoAccountant.best().epsilon(event, ADD_OR_REMOVE_ONE, 1e-5);
        assertThat(users.accountant()).isEqualTo("pld");
        assertThat(users.epsilon()).isBetween(11.3, 11.36);
        assertThat(users.epsilon())
                .isLessThan(new RdpAccountant()
                                .epsilon(event, ADD_OR_REMOVE_ONE, 1e-5)
                                .epsilon()
                        / 3);
        assertThat(users.lower().orElseThrow()).isBetween(5.75, 5.76);
        assertThat(AutoAccountant.best().epsilon(event, ZERO_OUT, 1e-5).epsilon())
                .isEqualTo(users.epsilon());
    }

    @Test
    void epsilon_ofUsersInAThousandBatches_isWhatTheDocumentsSay() {
        Guarantee users = AutoAccountant.best().epsilon(new Repeated(10, user(4, 1000, 1)), ADD_OR_REMOVE_ONE, 1e-5);
        assertThat(users.epsilon()).isBetween(3.3, 3.32);
        assertThat(users.lower().orElseThrow()).isBetween(1.55, 1.56);
    }

    @Test
    void epsilon_ofMoreRecordsOrFewerBatchesOrLessNoise_isNoLess() {
        double base = epsilon(3, 40, 1.5);
        assertThat(epsilon(4, 40, 1.5)).isGreaterThan(base);
        assertThat(epsilon(2, 40, 1.5)).isLessThan(base);
        assertThat(epsilon(3, 30, 1.5)).isGreaterThan(base);
        assertThat(epsilon(3, 40, 1.3)).isGreaterThan(base);
    }

    private static double epsilon(int records, long batches, double noise) {
        return new PldAccountant()
                .epsilon(user(records, batches, noise), ADD_OR_REMOVE_ONE, 1e-5)
                .epsilon();
    }

    @Test
    void pairs_ofUsersThatAreReplacedOrHaveTooManyRecords_areRefused() {
        PldAccountant pld = new PldAccountant();
        assertThatThrownBy(() -> pld.epsilon(user(2, 10, 1), REPLACE_ONE, 1e-5))
                .isInstanceOf(UnsupportedEventException.class);
        assertThatThrownBy(() -> pld.epsilon(user(9, 10, 1), ADD_OR_REMOVE_ONE, 1e-5))
                .isInstanceOf(UnsupportedEventException.class);
    }
}
