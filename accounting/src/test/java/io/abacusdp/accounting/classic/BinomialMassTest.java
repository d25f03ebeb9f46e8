package io.abacusdp.accounting.classic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.junit.jupiter.api.Test;

class BinomialMassTest {
    @Test
    void mass_moderateCounts_agreesWithCommons() {
        for (double epsilon : new double[] {1e-3, 0.3, 1, 1.5, 4}) {
            for (int n : new int[] {1, 2, 9, 10, 11, 50, 1000}) {
                double p = 1 / (1 + Math.exp(-epsilon));
                BinomialDistribution expected = BinomialDistribution.of(n, p);
                BinomialMass mass = new BinomialMass(epsilon, n);
                for (int j = 0; j <= n; j++) {
                    double truth = expected.probability(j);
                    // Commons is given a rounded p, which costs n units in the last place.
                    assertThat(mass.mass(j))
                            .as("%s of %s at %s", j, n, epsilon)
                            .isCloseTo(truth, within(1e-11 * truth + 1e-300));
                }
            }
        }
    }

    @Test
    void mass_allOutcomes_sumToOneAtLeast() {
        for (double epsilon : new double[] {1e-9, 0.01, 0.99, 1.01, 3, 30, 700, 800}) {
            for (int n : new int[] {1, 7, 30, 10_000}) {
                BinomialMass mass = new BinomialMass(epsilon, n);
                double sum = 0;
                for (int j = 0; j <= n; j++) {
                    sum += mass.mass(j);
                }
                assertThat(sum).isBetween(1.0, 1 + 2e-13);
            }
        }
    }

    @Test
    void mode_anyLaw_isTheLargestMass() {
        for (double epsilon : new double[] {0.01, 0.5, 2, 800}) {
            BinomialMass mass = new BinomialMass(epsilon, 101);
            double largest = 0;
            for (int j = 0; j <= 101; j++) {
                largest = Math.max(largest, mass.mass(j));
            }
            assertThat(mass.mass(mass.mode())).isCloseTo(largest, within(0.05));
        }
    }
}
