package io.abacusdp.accounting.exact;

import static io.abacusdp.accounting.Adjacency.ADD_OR_REMOVE_ONE;
import static io.abacusdp.accounting.event.DpEvent.sampledGaussian;
import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.ReferenceCsv;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Group;
import io.abacusdp.accounting.numeric.Enclosure;
import io.abacusdp.accounting.pld.PldAccountant;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Users with several records in Poisson-sampled training, against frontier-group.csv. */
class UserReferenceTest {
    @Test
    void delta_ofUsersWithSeveralRecords_isExact() {
        for (String[] cell : ReferenceCsv.rows("frontier-group.csv")) {
            String[] rate = cell[1].split("/", -1);
            double q = Double.parseDouble(rate[0]) / (rate.length == 2 ? Double.parseDouble(rate[1]) : 1);
            DpEvent event = new Group(
                    Long.parseLong(cell[0]), sampledGaussian(q, Double.parseDouble(cell[2]), Long.parseLong(cell[3])));
            double delta = Double.parseDouble(cell[6]);
            Enclosure found = ExactAccountant.laws(event, ADD_OR_REMOVE_ONE)
                    .get(cell[5].equals("addition") ? 1 : 0)
                    .delta(Double.parseDouble(cell[4]));
            String text = String.join(",", cell);
            assertThat(found.lower()).as(text).isBetween(delta * (1 - 1e-11), delta * (1 + 1e-12));
            assertThat(found.upper()).as(text).isBetween(delta * (1 - 1e-12), delta * (1 + 1e-11));
        }
    }

    @Test
    void epsilon_ofAUserWithOneRecord_isTheRecords() {
        DpEvent run = sampledGaussian(0.01, 1, 1000);
        assertThat(new ExactAccountant().epsilon(new Group(1, run), ADD_OR_REMOVE_ONE, 1e-5))
                .isEqualTo(new ExactAccountant().epsilon(run, ADD_OR_REMOVE_ONE, 1e-5));
    }

    @Test
    void epsilon_ofRandomUsers_risesWithRecordsAndStepsAndRateAndFallsWithNoise() {
        Random random = new Random(3);
        for (int i = 0; i < Integer.getInteger("user.draws", 40); i++) {
            long records = 1L + random.nextInt(16);
            double rate = Math.exp(-3 - 3 * random.nextDouble());
            double noise = 1 + 3 * random.nextDouble();
            long steps = (long) (20 / rate);
            double here = epsilon(records, rate, noise, steps);
            String text = "%d records, rate %s, noise %s, %d steps".formatted(records, rate, noise, steps);
            assertThat(epsilon(records + 1, rate, noise, steps)).as(text).isGreaterThan(here);
            assertThat(epsilon(records, rate * 1.1, noise, steps)).as(text).isGreaterThan(here);
            assertThat(epsilon(records, rate, noise * 1.1, steps)).as(text).isLessThan(here);
            assertThat(epsilon(records, rate, noise, steps + steps / 10))
                    .as(text)
                    .isGreaterThan(here);
        }
    }

    @Test
    void epsilon_whereARareLotTakesOver_isFound() {
        // All 14 records in one lot are rare, and dominate all moments beyond the second.
        DpEvent event = new Group(14, sampledGaussian(0.0038002015684219055, 1.1724104970473173, 5262));
        double exact =
                new ExactAccountant().epsilon(event, ADD_OR_REMOVE_ONE, 1e-6).epsilon();
        Guarantee pld = new PldAccountant().epsilon(event, ADD_OR_REMOVE_ONE, 1e-6);
        assertThat(exact).isBetween(pld.lower().orElseThrow(), pld.epsilon());
    }

    @Test
    void pld_ofALargeUser_enclosesTheSame() {
        // The largest shifts have a weight that a sum would lose.
        DpEvent event = new Group(32, sampledGaussian(1e-3, 4, 1000));
        Enclosure exact = ExactAccountant.laws(event, ADD_OR_REMOVE_ONE).get(0).delta(1);
        double upper = PldAccountant.withTolerance(1e-2)
                .delta(event, ADD_OR_REMOVE_ONE, 1)
                .delta();
        assertThat(upper).isBetween(exact.lower(), exact.upper() * 1.02);
    }

    private static double epsilon(long records, double rate, double noise, long steps) {
        return new ExactAccountant()
                .epsilon(new Group(records, sampledGaussian(rate, noise, steps)), ADD_OR_REMOVE_ONE, 1e-6)
                .epsilon();
    }
}
