package io.abacusdp.federated.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.federated.privacy.PrivacyHistory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real process, with secure aggregation and both kinds of noise, that halts at one state after the other. */
class HaltTest {
    @TempDir
    private Path directory;

    @Test
    void haltedAtStateAfterState_theRunIsMadeAndTheLedgerHoldsEveryReservation() throws Exception {
        Path run = directory.resolve("run");
        // Attempt 0 of round 1 is reserved once; later processes make attempts of higher numbers, which do not halt.
        assertThat(process(run, "RESERVED", 1)).isEqualTo(CrashingFederation.HALTED);
        assertThat(process(run, "COLLECTING", 2)).isEqualTo(CrashingFederation.HALTED);
        assertThat(process(run, "NONE", 0)).isZero();

        Federation federation = CrashingFederation.federation(run);
        PrivacyHistory history = federation.history();
        // Two rounds were made, and an attempt at each was lost.
        assertThat(history.releasedEvents()).hasSize(4);
        for (String client : federation.data().keySet()) {
            assertThat(history.recordEvents(client)).hasSize(4);
        }
        for (String state : List.of("NOISED", "COMMITTED")) {
            Path other = directory.resolve(state);
            assertThat(process(other, state, 2)).isEqualTo(CrashingFederation.HALTED);
            assertThat(process(other, "NONE", 0)).isZero();
            assertThat(CrashingFederation.federation(other).history().releasedEvents())
                    .as(state)
                    .hasSize(state.equals("COMMITTED") ? 2 : 3);
        }
        // Nothing was made again after a halt behind the commit: the model is that of a run without one.
        Federation whole = CrashingFederation.federation(directory.resolve("whole"));
        whole.begin();
        assertThat(Files.readAllBytes(model(directory.resolve("COMMITTED"))))
                .hasSameSizeAs(Files.readAllBytes(model(directory.resolve("whole"))));
        Federation committed = CrashingFederation.federation(directory.resolve("COMMITTED"));
        committed.resume();
        assertThat(committed.parameters).containsExactly(whole.parameters);
    }

    private static Path model(Path run) {
        return run.resolve("server").resolve("model-00000002-0000.safetensors");
    }

    private int process(Path run, String state, int round) throws IOException, InterruptedException {
        return new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        CrashingFederation.class.getName(),
                        run.toString(),
                        state,
                        Integer.toString(round))
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("output").toFile())
                .start()
                .waitFor();
    }
}
