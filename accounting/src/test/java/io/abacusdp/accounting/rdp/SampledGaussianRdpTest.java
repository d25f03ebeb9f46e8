package io.abacusdp.accounting.rdp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.ReferenceCsv;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.PoissonSampled;
import org.junit.jupiter.api.Test;

class SampledGaussianRdpTest {
    @Test
    void at_everyReferenceRow_within1e12AndNeverBelow() {
        int rows = 0;
        for (String[] row : ReferenceCsv.rows("sgm_rdp.csv")) {
            double q = Double.parseDouble(row[0]);
            double sigma = Double.parseDouble(row[1]);
            double order = Double.parseDouble(row[2]);
            double truth = Double.parseDouble(row[3]);
            double value = new RdpAccountant()
                    .curve(new PoissonSampled(q, new Gaussian(sigma)), Adjacency.ADD_OR_REMOVE_ONE)
                    .at(order);
            // The truth is known to 1e-14.
            assertThat(value).as(String.join(",", row)).isBetween(truth * (1 - 1e-14), truth * (1 + 1e-12));
            rows++;
        }
        assertThat(rows).isEqualTo(300);
    }

    @Test
    void at_publishedRows_areReproducedToTheirLastDigit() {
        // known-values.md: q, sigma, alpha, value; about a unit of the last digit shown, as some are cut and ours are
        // raised.
        double[][] rows = {
            {.01, 1, 2, 1.718134220745e-4, 2e-16},
            {.01, 1, 16, 3.087850783696, 2e-12},
            {.04, 1.5, 8, 4.271584526737e-3, 2e-15},
            {1e-9, 1, 2, 1.718281828459e-18, 1e-30},
            {1e-12, 1, 8, 6.873127313948e-24, 3e-36},
            {.5, .5, 64, 127.2958504832, 1e-10},
            {.1, .3, 1.1, .424875340832, 1e-12},
            {.5, .5, 1.3, 1.10680583113, 5e-12},
            {.1, 1, 1.1, 8.0985684681e-3, 5e-14},
            {.01, 1, 1.1, 9.241471085e-5, 5e-15},
            {.01, 2.5, 1.5, 6.50070897e-4 / 50, 1e-14},
        };
        for (double[] row : rows) {
            assertThat(new SampledGaussianRdp(row[0], row[1]).at(row[2])).isCloseTo(row[3], offset(row[4]));
        }
    }

    @Test
    void at_integerOrder_agreesWithQuadratureNextToIt() {
        for (double q : new double[] {1e-10, 1e-4, 0.01, 0.3, 0.999}) {
            for (double sigma : new double[] {0.2, 0.7, 1, 5, 100}) {
                SampledGaussianRdp curve = new SampledGaussianRdp(q, sigma);
                for (int order : new int[] {2, 3, 7, 20, 63}) {
                    double below = curve.at(Math.nextDown(order));
                    double above = curve.at(Math.nextUp(order));
                    assertThat(curve.at(order)).isBetween(below * (1 - 1e-12), above * (1 + 1e-12));
                }
            }
        }
    }

    @Test
    void at_extremeParameters_isFinitePositiveAndRising() {
        for (double q : new double[] {1e-300, 1e-18, 1e-3, 1 - 1e-16}) {
            for (double sigma : new double[] {1e-3, 0.05, 1, 1e4, 1e8}) {
                SampledGaussianRdp curve = new SampledGaussianRdp(q, sigma);
                double last = 0;
                for (double order : new double[] {1 + 1e-9, 1.01, 1.5, 2, 2.5, 64, 64.5, 1000, 1000.5, 1e5, 3e5, 1e9}) {
                    double value = curve.at(order);
                    assertThat(value)
                            .as("q %s, sigma %s, order %s", q, sigma, order)
                            .isPositive()
                            .isLessThanOrEqualTo(order / (2 * sigma * sigma) * (1 + 1e-15))
                            .isGreaterThanOrEqualTo(last * (1 - 1e-12) - 1e-290);
                    last = value;
                }
            }
        }
    }

    @Test
    void at_noOrder_isRefused() {
        SampledGaussianRdp curve = new SampledGaussianRdp(0.1, 1);
        for (double order : new double[] {1, 0.5, -2, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatThrownBy(() -> curve.at(order)).hasMessageContaining("must be finite and above 1, got " + order);
        }
    }

    @Test
    void of_rateOutsideZeroToOne_isRefused() {
        assertThatThrownBy(() -> new SampledGaussianRdp(1, 1)).hasMessageContaining("0 < q < 1");
        assertThatThrownBy(() -> new SampledGaussianRdp(0.5, Double.NaN)).hasMessageContaining("sigma NaN");
    }
}
