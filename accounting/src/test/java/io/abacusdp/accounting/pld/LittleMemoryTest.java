package io.abacusdp.accounting.pld;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.accounting.auto.AutoAccountant;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Laplace;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.Repeated;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A lattice that does not fit into memory is a refusal by name, and another accountant answers. */
@Tag("slow")
class LittleMemoryTest {
    /** What the process of the test runs; a million runs need the largest transform there is. */
    static final class Queries {
        private Queries() {}

        public static void main(String[] args) {
            DpEvent event = new Repeated(1_000_000, new PoissonSampled(.01, new Laplace(20)));
            try {
                new PldAccountant().epsilon(event, Adjacency.ADD_OR_REMOVE_ONE, 1e-9);
                System.out.println("answered");
            } catch (UnsupportedEventException refusal) {
                System.out.println(refusal.getMessage());
            }
            System.out.println("auto by "
                    + AutoAccountant.best()
                            .epsilon(event, Adjacency.ADD_OR_REMOVE_ONE, 1e-9)
                            .accountant());
        }
    }

    @Test
    void query_thatNeedsMoreMemoryThanThereIs_isRefusedByName() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx24m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Queries.class.getName())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output)
                .contains("needs more memory than this process may use")
                .contains("auto by ");
    }
}
