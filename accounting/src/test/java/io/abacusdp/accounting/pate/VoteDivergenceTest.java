package io.abacusdp.accounting.pate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

class VoteDivergenceTest {
    /** Values of a program of its own, at 150 digits. */
    @ParameterizedTest
    @CsvFileSource(resources = "/reference/frontier-pate.csv", numLinesToSkip = 1)
    void bound_isThatOfTheFormulaAndNotBelow(
            String counts, double sigma, double order, double logQ, double rdp, double independent) {
        long[] votes =
                Arrays.stream(counts.split(" ")).mapToLong(Long::parseLong).toArray();
        double logError = VoteDivergence.logError(votes, sigma, 0);
        double bound = VoteDivergence.bound(order, logError, sigma);

        assertThat(logError).isCloseTo(logQ, within(1e-12 * Math.abs(logQ)));
        assertThat(bound).isBetween(rdp * (1 - 1e-14), rdp * (1 + 1e-10));
        assertThat(VoteDivergence.bound(order, 0, sigma)).isCloseTo(independent, within(1e-15));
    }

    /** Law of the class with most votes after noise, by Simpson's rule: Pr[j] = ∫ φ(z) Π_{k≠j} Φ(z + (n_j − n_k)/σ) dz. */
    static double[] law(long[] votes, double sigma) {
        double[] law = new double[votes.length];
        int steps = 400;
        double from = -12;
        double width = 24.0 / steps;
        for (int i = 0; i <= steps; i++) {
            double z = from + i * width;
            double weight = (i == 0 || i == steps ? 1 : i % 2 == 1 ? 4 : 2) * width / 3;
            for (int j = 0; j < votes.length; j++) {
                double term = Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI);
                for (int k = 0; k < votes.length; k++) {
                    term *= k == j ? 1 : cdf(z + (votes[j] - votes[k]) / sigma);
                }
                law[j] += weight * term;
            }
        }
        return law;
    }

    /** Φ by a continued fraction in the tail and a series in the middle, as no library here has it. */
    static double cdf(double x) {
        if (x > 0) {
            return 1 - cdf(-x);
        }
        if (x < -3) {
            double fraction = 0;
            for (int k = 120; k >= 1; k--) {
                fraction = k / (-x + fraction);
            }
            return Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI) / (-x + fraction);
        }
        double term = x;
        double sum = x;
        for (int k = 1; k < 100; k++) {
            term *= x * x / (2 * k + 1);
            sum += term;
        }
        return 0.5 + Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI) * sum;
    }

    static double divergence(double[] p, double[] q, double order) {
        double sum = 0;
        for (int i = 0; i < p.length; i++) {
            sum += p[i] * Math.pow(p[i] / q[i], order - 1);
        }
        return Math.log(sum) / (order - 1);
    }

    /** All votes that one teacher can make of these. */
    static List<long[]> neighbours(long[] votes) {
        List<long[]> neighbours = new ArrayList<>();
        for (int from = 0; from < votes.length; from++) {
            for (int to = 0; to < votes.length; to++) {
                if (from != to && votes[from] > 0) {
                    long[] other = votes.clone();
                    other[from]--;
                    other[to]++;
                    neighbours.add(other);
                }
            }
        }
        return neighbours;
    }

    /** The truth, from the laws themselves, is never above the bound; and the bound is of use, well below the one for all votes. */
    @Test
    void truth_isNotAboveTheBound() {
        SplittableRandom random = new SplittableRandom(21);
        int useful = 0;
        for (int trial = 0; trial < 80; trial++) {
            double sigma = random.nextDouble(3, 20);
            long[] votes = LongStream.range(0, 2 + random.nextInt(3))
                    .map(i -> random.nextInt((int) (2.5 * sigma)))
                    .toArray();
            votes[0] += (long) (random.nextDouble(0, 7) * sigma);
            double order = random.nextDouble(1.1, 12);
            double bound = VoteDivergence.bound(order, VoteDivergence.logError(votes, sigma, 0), sigma);
            double[] here = law(votes, sigma);
            for (long[] other : neighbours(votes)) {
                assertThat(divergence(here, law(other, sigma), order))
                        .as("%s, sigma %s, order %s", Arrays.toString(votes), sigma, order)
                        .isLessThanOrEqualTo(bound + 1e-10);
            }
            useful += bound < 0.1 * order / (sigma * sigma) ? 1 : 0;
        }
        assertThat(useful).isGreaterThan(10);
    }
}
