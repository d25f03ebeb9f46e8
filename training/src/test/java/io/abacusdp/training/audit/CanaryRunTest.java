package io.abacusdp.training.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.auto.AutoAccountant;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.storage.DamagedFileException;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.noise.RandomStreams;
import io.abacusdp.training.sampling.Lots;
import io.abacusdp.training.sampling.PoissonLots;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CanaryRunTest {
    private static final Lots LOTS = new PoissonLots(60, 5);
    private static final DpEvent EVENT = new Repeated(20, new PoissonSampled(0.1, new Gaussian(1)));
    private static final Guarantee CLAIM = AutoAccountant.best().epsilon(EVENT, Adjacency.ADD_OR_REMOVE_ONE, 1e-5);

    @TempDir
    private Path folder;

    private Path file() {
        return folder.resolve("canaries.json");
    }

    private CanaryRun begin(int canaries) {
        return CanaryRun.begin(
                10, LOTS, canaries, RandomStreams.insecureForTests(5).source("canaries"), file());
    }

    @Test
    void withRows_keepsTheRecordsAndSaysSo() {
        Dataset data =
                new Dataset("two rows", new int[] {2, 2, 1}, new float[8], new float[] {0, 2}, 3, List.of("a note"));
        Dataset more = CanaryRun.withRows(data, 200);
        assertThat(more.size()).isEqualTo(202);
        assertThat(more.shape()).containsExactly(2, 2, 1);
        assertThat(more.rows("records", 0, 1).fingerprint()).isEqualTo(data.fingerprint());
        assertThat(more.notes()).contains("a note").anyMatch(note -> note.contains("200 of the examples are canaries"));
        assertThat(more.name()).isEqualTo("two rows with canaries");
    }

    /** 900 and 1,100 are 4.5 standard deviations of 22.4 from 1,000: falsely rejected with probability below 1e-5. */
    @Test
    void coins_areThereForAboutHalf() throws Exception {
        CanaryRun run = begin(2000);
        assertThat(IntStream.range(0, 2000).filter(run::isPresent).count()).isBetween(900L, 1100L);
    }

    @Test
    void sum_hasTheNormInTheCoordinatesOfCanariesThatAreDrawnAndThere() {
        CanaryRun run = begin(50);
        double[] sum = run.sum(IntStream.range(10, 50).toArray(), 0.7);
        assertThat(sum).hasSize(50);
        for (int i = 0; i < 50; i++) {
            assertThat(sum[i]).isEqualTo(i < 40 && run.isPresent(i) ? 0.7 : 0);
        }
        assertThatThrownBy(() -> run.sum(new int[0], Double.POSITIVE_INFINITY))
                .hasMessage("an audit needs a finite clipping norm, got Infinity");
    }

    /** A release at rate 5/60 of 1.5 times the norm, with noise 2: log(55/60 + 5/60·exp(2/8)) = 0.0233930. */
    @Test
    void released_addsTheLogarithmOfTheLikelihoodRatio() throws Exception {
        CanaryRun run = begin(50);
        float[] mean = new float[50];
        mean[7] = 1.5f * 0.5f / 5;
        run.released(mean, 0.5, 2);
        assertThat(run.scores()[7]).isCloseTo(0.02339302, within(1e-7));
        run.released(mean, 0.5, 2);
        assertThat(run.scores()[7]).isCloseTo(2 * 0.02339302, within(1e-7));
        assertThat(run.scores()[8]).isNegative();
    }

    @Test
    void judge_releasesThatTellAll_refute() throws Exception {
        CanaryRun run = begin(400);
        run.released(telling(run, 1), 1, 0.1);
        AuditOutcome outcome = run.judge(EVENT, CLAIM, 0.95);
        assertThat(outcome.guesses()).isEqualTo(120);
        assertThat(outcome.correct()).isEqualTo(120);
        assertThat(outcome.right()).isEqualTo(400);
        assertThat(outcome.epsilonLower()).isEqualTo(outcome.greatestPossible()).isGreaterThan(3);
        assertThat(outcome.measured()).isGreaterThan(CLAIM.epsilon());
        assertThat(outcome.noiseFactor()).isLessThan(1);
        assertThat(outcome.isRefuted()).isTrue();
        assertThat(outcome.verdict()).contains("400 of 400 canaries", "120 of the 120 surest", "refuted");
    }

    @Test
    void judge_releasesThatTellTheOpposite_refuteNothing() throws Exception {
        CanaryRun run = begin(400);
        run.released(telling(run, -1), 1, 0.1);
        AuditOutcome outcome = run.judge(EVENT, CLAIM, 0.95);
        assertThat(outcome.correct()).isZero();
        assertThat(outcome.right()).isZero();
        assertThat(outcome.epsilonLower()).isZero();
        assertThat(outcome.measured()).isZero();
        assertThat(outcome.isRefuted()).isFalse();
    }

    @Test
    void judge_claimWithoutEpsilon_refutesNothing() throws Exception {
        CanaryRun run = begin(400);
        run.released(telling(run, 1), 1, 0);
        Guarantee none = Guarantee.of(Double.POSITIVE_INFINITY, 1e-5, Adjacency.ADD_OR_REMOVE_ONE, "test");
        assertThat(run.judge(EVENT, none, 0.95).isRefuted()).isFalse();
    }

    private static float[] telling(CanaryRun run, float sign) {
        float[] mean = new float[400];
        for (int i = 0; i < mean.length; i++) {
            mean[i] = run.isPresent(i) ? sign : -sign;
        }
        return mean;
    }

    @Test
    void resumed_hasTheCoinsAndTheScoresOfTheLastCheckpoint() throws Exception {
        CanaryRun run = begin(50);
        float[] mean = new float[50];
        mean[3] = 0.123f;
        run.released(mean, 1, 1);
        run.checkpoint();
        double[] kept = run.scores();
        run.released(mean, 1, 1);

        CanaryRun again = CanaryRun.resume(10, LOTS, 50, file());
        assertThat(again.scores()).containsExactly(kept);
        assertThat(IntStream.range(0, 50).allMatch(i -> again.isPresent(i) == run.isPresent(i)))
                .isTrue();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
    }

    @Test
    void checkpoint_newRunWhereThereAreCoins_isRefusedAndTheFileStays() throws Exception {
        begin(50).checkpoint();
        String before = Files.readString(file());
        CanaryRun another = begin(60);
        assertThatThrownBy(another::checkpoint).isInstanceOf(FileAlreadyExistsException.class);
        assertThat(Files.readString(file())).isEqualTo(before);
    }

    @Test
    void begin_tooFewCanaries_isRefused() {
        assertThatThrownBy(() -> begin(49)).hasMessage("an audit needs at least 50 canaries, got 49");
    }

    @Test
    void resume_noFileOrThatOfAnotherRun_isRefused() throws Exception {
        assertThatThrownBy(() -> CanaryRun.resume(10, LOTS, 50, file()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("coins and scores are not in");
        begin(60).checkpoint();
        assertThatThrownBy(() -> CanaryRun.resume(10, LOTS, 50, file()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("must hold 50 canaries");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{\"canaries\":1",
                "{\"canaries\":1,\"present\":[1],\"scores\":[0.5]}",
                "{\"canaries\":1,\"present\":[-1],\"scores\":[0.5]}",
                "{\"canaries\":1,\"present\":[\"x\"],\"scores\":[0.5]}",
                "{\"canaries\":1,\"present\":[0],\"scores\":[\"NaN\"]}"
            })
    void read_damaged_isRefused(String text) throws Exception {
        Files.writeString(file(), text);
        assertThatThrownBy(() -> new CanaryFile(file()).read(1)).isInstanceOf(DamagedFileException.class);
    }
}
