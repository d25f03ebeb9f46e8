package io.abacusdp.federated.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.federated.privacy.PrivacyHistory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real process, with secure aggregation and both kinds of noise, that halts at one state after the other. */
@Tag("slow")
class HaltTest {
    private static final Executor OWN_THREAD = task -> new Thread(task).start();

    @TempDir
    private Path directory;

    @Test
    void haltedAtStateAfterState_theRunIsMadeAndTheLedgerHoldsEveryReservation() throws Exception {
        // Three runs beside each other, each in processes one after the other.
        CompletableFuture<Void> twice = CompletableFuture.runAsync(this::haltTwice, OWN_THREAD);
        CompletableFuture<Void> noised = CompletableFuture.runAsync(() -> haltOnce("NOISED", 3), OWN_THREAD);
        CompletableFuture<Void> behindCommit = CompletableFuture.runAsync(() -> haltOnce("COMMITTED", 2), OWN_THREAD);
        CompletableFuture.allOf(twice, noised, behindCommit).get();

        // Nothing was made again after a halt behind the commit: the model is that of a run without one.
        TestFederation whole = CrashingFederation.federation(directory.resolve("whole"));
        whole.begin();
        assertThat(Files.readAllBytes(model(directory.resolve("COMMITTED"))))
                .hasSameSizeAs(Files.readAllBytes(model(directory.resolve("whole"))));
        TestFederation committed = CrashingFederation.federation(directory.resolve("COMMITTED"));
        committed.resume();
        assertThat(committed.parameters).containsExactly(whole.parameters);
    }

    private void haltTwice() {
        Path run = directory.resolve("run");
        // Attempt 0 of round 1 is reserved once; later processes make attempts of higher numbers, which do not halt.
        assertThat(process(run, "RESERVED", 1)).isEqualTo(CrashingFederation.HALTED);
        assertThat(process(run, "COLLECTING", 2)).isEqualTo(CrashingFederation.HALTED);
        assertThat(process(run, "NONE", 0)).isZero();

        TestFederation federation = CrashingFederation.federation(run);
        PrivacyHistory history = history(federation);
        // Two rounds were made, and an attempt at each was lost.
        assertThat(history.releasedEvents()).hasSize(4);
        for (String client : federation.data().keySet()) {
            assertThat(history.recordEvents(client)).hasSize(4);
        }
    }

    private void haltOnce(String state, int releases) {
        Path run = directory.resolve(state);
        assertThat(process(run, state, 2)).isEqualTo(CrashingFederation.HALTED);
        assertThat(process(run, "NONE", 0)).isZero();
        assertThat(history(CrashingFederation.federation(run)).releasedEvents())
                .as(state)
                .hasSize(releases);
    }

    private static PrivacyHistory history(TestFederation federation) {
        try {
            return federation.history();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path model(Path run) {
        return run.resolve("server").resolve("model-00000002-0000.safetensors");
    }

    private int process(Path run, String state, int round) {
        ProcessBuilder builder = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        CrashingFederation.class.getName(),
                        run.toString(),
                        state,
                        Integer.toString(round))
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve(run.getFileName() + ".output").toFile());
        try {
            return builder.start().waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
