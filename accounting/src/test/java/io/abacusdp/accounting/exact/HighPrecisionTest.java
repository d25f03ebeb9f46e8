package io.abacusdp.accounting.exact;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.accounting.ReferenceCsv;
import io.abacusdp.accounting.event.NoOp;
import io.abacusdp.accounting.numeric.Enclosure;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class HighPrecisionTest {
    @Test
    void epsilon_thirtyFourDigitTable_isEnclosed() {
        for (String[] row : ReferenceCsv.rows("exact_epsilon.csv")) {
            double[] probabilities = numbers(row[2]);
            double none = 1 - Arrays.stream(probabilities).sum();
            MixtureRatio mixture = new MixtureRatio(Double.parseDouble(row[1]), none, numbers(row[3]), probabilities);
            Ratio ratio = row[0].equals("S") ? new Replacement(mixture) : new Presence(mixture);
            RatioRun run = new RatioRun(ratio, row[0].equals("A") ? -1 : 1, Long.parseLong(row[4]));
            double truth = Double.parseDouble(row[6]);
            Enclosure epsilon = new LossLaw(new NoOp(), 0, 0, List.of(run)).epsilon(Double.parseDouble(row[5]));
            String name = String.join(",", row);
            assertThat(epsilon.lower()).as(name).isLessThanOrEqualTo(truth);
            assertThat(epsilon.upper()).as(name).isGreaterThanOrEqualTo(truth);
            assertThat(epsilon.upper() - epsilon.lower()).as(name).isLessThan(1e-10 * truth);
            assertThat(Math.abs(epsilon.estimate() - truth)).as(name).isLessThan(1e-13 * truth);
        }
    }

    private static double[] numbers(String text) {
        return Arrays.stream(text.split(":", -1))
                .mapToDouble(Double::parseDouble)
                .toArray();
    }
}
