package io.abacusdp.federated.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.federated.aggregate.Aggregation;
import io.abacusdp.federated.budget.Attempt;
import io.abacusdp.federated.privacy.PrivacyStyle;
import io.abacusdp.federated.server.FederationServer.Ending;
import io.abacusdp.storage.DamagedFileException;
import io.abacusdp.storage.StrictJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs that end at a state, as if the process had, and are taken up again. */
class ResumeTest {
    /** Thrown where a process would have been killed. */
    private static final class Killed extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    @TempDir
    private Path directory;

    private static RoundListener killAt(RoundState state, int round) {
        return new RoundListener() {
            @Override
            public void entered(RoundState entered, Attempt attempt) {
                if (entered == state && attempt.equals(new Attempt(round, 0))) {
                    throw new Killed();
                }
            }
        };
    }

    private TestFederation uninterrupted(PrivacyStyle style) throws Exception {
        TestFederation federation = TestFederation.of(directory.resolve("whole"), style);
        federation.begin();
        return federation;
    }

    private List<Path> checkpoints(TestFederation federation) throws IOException {
        try (Stream<Path> files = Files.list(federation.serverDirectory())) {
            return files.filter(file -> file.getFileName().toString().startsWith("checkpoint-"))
                    .sorted(Comparator.reverseOrder())
                    .toList();
        }
    }

    /** An attempt that had been reserved is paid, and made again as another; one that was not is not. */
    @ParameterizedTest
    @EnumSource(
            value = RoundState.class,
            names = {"PLANNED", "RESERVED", "DISPATCHED", "COLLECTING", "AGGREGATED", "NOISED"})
    void killedBeforeTheCommit_isResumedWithTheAttemptPaid(RoundState state) throws Exception {
        TestFederation federation = TestFederation.of(directory, PrivacyStyle.HYBRID);
        federation.listener = killAt(state, 2);
        assertThatThrownBy(federation::begin).isInstanceOf(Killed.class);
        assertThat(federation.reports).hasSize(1);
        federation.listener = new RoundListener() {};

        assertThat(federation.resume().ending()).isEqualTo(Ending.PLAN_DONE);

        int expected = state == RoundState.PLANNED ? 3 : 4;
        assertThat(federation.history().recordEvents("site-0")).hasSize(expected);
        assertThat(federation.history().releasedEvents()).hasSize(expected);
        assertThat(federation.reports).hasSize(3);
        assertThat(federation.reports.get(1).attempt()).isEqualTo(expected - 3);
    }

    /** Nothing is made again, so that everything is as if nothing had happened, to the last bit. */
    @ParameterizedTest
    @CsvSource({"COMMITTED, 2", "RELEASED, 2", "COMMITTED, 3", "PLANNED, 2", "PLANNED, 1"})
    void killedWhereNothingIsMadeAgain_givesTheSameModelAndEpsilonsToTheLastBit(RoundState state, int round)
            throws Exception {
        TestFederation whole = uninterrupted(PrivacyStyle.HYBRID);
        TestFederation federation = TestFederation.of(directory.resolve("cut"), PrivacyStyle.HYBRID);
        federation.listener = killAt(state, round);
        assertThatThrownBy(federation::begin).isInstanceOf(Killed.class);
        federation.listener = new RoundListener() {};

        assertThat(federation.resume().ending()).isEqualTo(Ending.PLAN_DONE);

        assertThat(federation.parameters).containsExactly(whole.parameters);
        assertThat(federation.reports).isEqualTo(whole.reports);
        assertThat(federation.history().recordEvents("site-0"))
                .isEqualTo(whole.history().recordEvents("site-0"));
    }

    @Test
    void resume_ofADoneRun_reproducesEveryEpsilonAndTheModel() throws Exception {
        TestFederation federation = TestFederation.of(directory, PrivacyStyle.HYBRID);
        federation.aggregation = Aggregation.FEDADAM;
        federation.begin();
        List<RoundReport> reports = federation.reports;
        float[] parameters = federation.parameters;

        federation.resume();

        assertThat(federation.reports).isEqualTo(reports);
        assertThat(federation.parameters).containsExactly(parameters);
    }

    /** The server's optimiser has a state, which must come back too. */
    @Test
    void killedAndResumed_withFedAdam_givesTheSameModel() throws Exception {
        TestFederation whole = TestFederation.of(directory.resolve("whole"), PrivacyStyle.SAMPLE);
        whole.aggregation = Aggregation.FEDADAM;
        whole.begin();
        TestFederation federation = TestFederation.of(directory.resolve("cut"), PrivacyStyle.SAMPLE);
        federation.aggregation = Aggregation.FEDADAM;
        federation.listener = killAt(RoundState.COMMITTED, 2);
        assertThatThrownBy(federation::begin).isInstanceOf(Killed.class);
        federation.listener = new RoundListener() {};
        federation.resume();

        assertThat(federation.parameters).containsExactly(whole.parameters);
    }

    @Test
    void checkpoint_hasVersionRoundModelHashEventsAndEpsilons() throws Exception {
        TestFederation federation = uninterrupted(PrivacyStyle.HYBRID);

        JsonNode node =
                StrictJson.parse(Files.readString(checkpoints(federation).get(0)));

        assertThat(node.path("version").intValue()).isEqualTo(1);
        assertThat(node.path("round").intValue()).isEqualTo(3);
        assertThat(federation
                        .serverDirectory()
                        .resolve(node.path("model").path("file").textValue()))
                .exists();
        JsonNode privacy = node.path("privacy");
        assertThat(privacy.path("target_delta").doubleValue()).isEqualTo(TestFederation.DELTA);
        assertThat(privacy.path("sample_history").propertyStream()).hasSize(4);
        assertThat(privacy.path("user_history").path("type").textValue()).isEqualTo("repeated");
        assertThat(privacy.path("cumulative_sample_epsilon").doubleValue())
                .isEqualTo(federation.reports.get(2).epsilonSample().getAsDouble());
        assertThat(privacy.path("cumulative_user_epsilon").doubleValue())
                .isEqualTo(federation.reports.get(2).epsilonUser().getAsDouble());
    }

    @Test
    void resume_withADamagedCheckpoint_takesTheOneBeforeAndForgetsNoSpend() throws Exception {
        TestFederation federation = uninterrupted(PrivacyStyle.SAMPLE);
        Path newest = checkpoints(federation).get(0);
        Files.writeString(newest, Files.readString(newest).replace("\"round\":3", "\"round\":2"));
        List<String> notes = new ArrayList<>();
        federation.listener = new RoundListener() {
            @Override
            public void noted(String message) {
                notes.add(message);
            }
        };

        assertThat(federation.resume().ending()).isEqualTo(Ending.PLAN_DONE);

        assertThat(notes).anyMatch(note -> note.contains("is damaged") && note.contains("nothing spent is forgotten"));
        assertThat(federation.reports.get(2).attempt()).isEqualTo(1);
        assertThat(federation.history().recordEvents("site-0")).hasSize(4);
    }

    @Test
    void resume_withADamagedModel_takesTheOneBefore() throws Exception {
        TestFederation federation = uninterrupted(PrivacyStyle.SAMPLE);
        Path model = federation.serverDirectory().resolve("model-00000003-0000.safetensors");
        byte[] bytes = Files.readAllBytes(model);
        bytes[bytes.length - 2] ^= 1;
        Files.write(model, bytes);

        federation.resume();

        assertThat(federation.reports.get(2).attempt()).isEqualTo(1);
    }

    /** A ledger put back from a backup lacks what the checkpoint knows of. */
    @Test
    void resume_withALedgerThatLacksEntries_refuses() throws Exception {
        TestFederation federation = uninterrupted(PrivacyStyle.SAMPLE);
        Path ledger = federation.serverDirectory().resolve("ledger.log");
        List<String> lines = Files.readAllLines(ledger);
        Files.write(ledger, lines.subList(0, lines.size() - 3));

        assertThatThrownBy(federation::resume)
                .isInstanceOf(DamagedFileException.class)
                .hasMessageContaining("what was spent is not known");
    }

    @Test
    void resume_withoutAnyWholeCheckpoint_refuses() throws Exception {
        TestFederation federation = uninterrupted(PrivacyStyle.SAMPLE);
        for (Path file : checkpoints(federation)) {
            Files.writeString(file, "{}");
        }
        assertThatThrownBy(federation::resume)
                .isInstanceOf(DamagedFileException.class)
                .hasMessageContaining("the model is lost");
    }

    @Test
    void resume_withOtherSettings_namesTheFirstThatDiffers() throws Exception {
        TestFederation federation = uninterrupted(PrivacyStyle.SAMPLE);
        federation.rounds = 5;
        assertThatThrownBy(federation::resume).hasMessageContaining("rounds was 3, got 5");
        federation.rounds = 3;
        assertThatThrownBy(federation::begin).hasMessageContaining("holds a run already");
        TestFederation none = TestFederation.of(directory.resolve("none"), PrivacyStyle.SAMPLE);
        assertThatThrownBy(none::resume).hasMessageContaining("holds no federated run");
    }

    @Test
    void resume_ofARunThatEndedBeforeItsFirstCheckpoint_beginsAnew() throws Exception {
        TestFederation federation = TestFederation.of(directory, PrivacyStyle.SAMPLE);
        federation.listener = killAt(RoundState.PLANNED, 1);
        assertThatThrownBy(federation::begin).isInstanceOf(Killed.class);
        for (Path file : checkpoints(federation)) {
            Files.delete(file);
        }
        federation.listener = new RoundListener() {};

        assertThat(federation.resume().ending()).isEqualTo(Ending.PLAN_DONE);
        assertThat(Optional.of(federation.parameters.length)).contains(650);
    }
}
