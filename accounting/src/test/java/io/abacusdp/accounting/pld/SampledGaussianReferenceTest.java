package io.abacusdp.accounting.pld;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.Repeated;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Rows of sgm_epsilon.csv, whose relative error is 1e-11: as many as -Dpld.reference.rows says, of 180. */
@Tag("slow")
class SampledGaussianReferenceTest {
    private static final double ERROR = 1e-11;
    private static final int ALL = 180;
    private static final int ROWS = Integer.getInteger("pld.reference.rows", 60);

    /** The row that would need more than 2^22 points for a ten-thousandth. */
    private static final String AT_THE_CAP =
            "3.76254:0.000316004:289299;0.701435:3.89693e-05:395826;0.506464:5.52552e-05:224410,";

    private record Row(String text, DpEvent event, double delta, double epsilon) {}

    @Test
    void epsilon_ofReferenceRows_isInAnIntervalOfAThousandth() throws IOException {
        PldAccountant accountant = PldAccountant.withTolerance(1e-3);
        for (Row row : rows()) {
            assertInside(row, accountant, 1e-3);
        }
    }

    @Test
    void epsilon_ofReferenceRows_isInAnIntervalOfATenThousandth() throws IOException {
        PldAccountant accountant = new PldAccountant();
        int atTheCap = 0;
        for (Row row : rows()) {
            boolean capped = row.text().startsWith(AT_THE_CAP);
            assertInside(row, accountant, capped ? 1.25e-4 : 1e-4);
            atTheCap += capped ? 1 : 0;
        }
        assertThat(atTheCap).isEqualTo(1);
    }

    private static void assertInside(Row row, PldAccountant accountant, double width) {
        Guarantee guarantee = accountant.epsilon(row.event(), Adjacency.ADD_OR_REMOVE_ONE, row.delta());
        double lower = guarantee.lower().getAsDouble();
        assertThat(lower).as(row.text()).isLessThanOrEqualTo(row.epsilon() * (1 + ERROR));
        assertThat(guarantee.epsilon()).as(row.text()).isGreaterThanOrEqualTo(row.epsilon() * (1 - ERROR));
        assertThat(guarantee.epsilon() - lower).as(row.text()).isLessThanOrEqualTo(width * row.epsilon() * (1 + width));
    }

    private static List<Row> rows() throws IOException {
        List<Row> rows = new ArrayList<>();
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(
                        SampledGaussianReferenceTest.class.getResourceAsStream("/reference/sgm_epsilon.csv")),
                StandardCharsets.UTF_8))) {
            reader.lines()
                    .filter(line -> !line.startsWith("#") && !line.startsWith("events"))
                    .forEach(line -> rows.add(row(line)));
        }
        assertThat(rows).hasSize(ALL);
        List<Row> some = new ArrayList<>();
        for (int i = 0; i < ALL; i++) {
            // Evenly over the table, and always the hardest of all.
            if (i * ROWS % ALL < ROWS || rows.get(i).text().startsWith(AT_THE_CAP)) {
                some.add(rows.get(i));
            }
        }
        return some;
    }

    private static Row row(String line) {
        List<String> fields = List.of(line.split(",", -1));
        List<DpEvent> phases = new ArrayList<>();
        for (String phase : fields.get(0).split(";", -1)) {
            List<String> numbers = List.of(phase.split(":", -1));
            DpEvent step = new PoissonSampled(
                    Double.parseDouble(numbers.get(1)), new Gaussian(Double.parseDouble(numbers.get(0))));
            phases.add(new Repeated(Long.parseLong(numbers.get(2)), step));
        }
        return new Row(
                line, new Composed(phases), Double.parseDouble(fields.get(1)), Double.parseDouble(fields.get(2)));
    }
}
