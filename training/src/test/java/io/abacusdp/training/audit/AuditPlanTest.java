package io.abacusdp.training.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.noise.NoiseSource;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AuditPlanTest {
    private static final Guarantee CLAIM = Guarantee.of(2, 1e-5, Adjacency.ADD_OR_REMOVE_ONE, "test");
    private static final Dataset DATA =
            new Dataset("two rows", new int[] {2, 2, 1}, new float[8], new float[] {0, 2}, 3, List.of("a note"));

    @Test
    void dataset_hasAllRecordsThenAllCanaries_andSaysSo() {
        Dataset dataset = plan(200).dataset();
        assertThat(dataset.size()).isEqualTo(202);
        assertThat(dataset.shape()).containsExactly(2, 2, 1);
        assertThat(dataset.rows("records", 0, 1).fingerprint()).isEqualTo(DATA.fingerprint());
        assertThat(dataset.notes())
                .contains("a note")
                .anyMatch(note -> note.contains("200 of the examples are canaries"));
        assertThat(dataset.name()).isEqualTo("two rows with canaries");
    }

    /** 900 and 1,100 are 4.5 standard deviations of 22.4 from 1,000: falsely rejected with probability below 1e-5. */
    @Test
    void absent_isNoRecordAndAboutHalfOfTheCanaries() {
        AuditPlan plan = plan(2000);
        assertThat(plan.absent().test(0)).isFalse();
        assertThat(plan.absent().test(1)).isFalse();
        assertThat(IntStream.range(2, 2002).filter(plan.absent()).count()).isBetween(900L, 1100L);
    }

    @Test
    void judge_lossesThatTellAll_allGuessesAreRightAndTheBoundIsTheGreatestPossible() {
        AuditPlan plan = plan(400);
        AuditOutcome outcome = plan.judge(losses(plan, absent -> absent ? 3 : 1), CLAIM, 0.95);
        assertThat(outcome.canaries()).isEqualTo(400);
        assertThat(outcome.guesses()).isEqualTo(120);
        assertThat(outcome.correct()).isEqualTo(120);
        assertThat(outcome.epsilonLower()).isEqualTo(outcome.greatestPossible()).isGreaterThan(3.6);
        assertThat(outcome.isRefuted()).isTrue();
        assertThat(outcome.verdict()).contains("120 of 120 guesses on 400 canaries", "above the claimed 2", "refuted");
    }

    @Test
    void judge_lossesThatTellTheOpposite_allGuessesAreWrong() {
        AuditPlan plan = plan(400);
        AuditOutcome outcome = plan.judge(losses(plan, absent -> absent ? 1 : 3), CLAIM, 0.95);
        assertThat(outcome.correct()).isZero();
        assertThat(outcome.epsilonLower()).isZero();
        assertThat(outcome.isRefuted()).isFalse();
        assertThat(outcome.verdict()).contains("epsilon is at least 0 at delta 1e-5", "at most 2 by proof");
    }

    /** 41 and 79 of 120 fair coins are beyond with probability 4e-4 together; the seed is fixed. */
    @Test
    void judge_lossesThatAreNoNumbersOrAllEqual_guessesAreChance() {
        AuditPlan plan = plan(400);
        for (double loss : new double[] {Double.NaN, Double.POSITIVE_INFINITY, 1}) {
            AuditOutcome outcome = plan.judge(canary -> loss, CLAIM, 0.95);
            assertThat(outcome.guesses()).isEqualTo(120);
            assertThat(outcome.correct()).isBetween(41, 79);
        }
    }

    @Test
    void judge_oneClassIsMuchEasier_theOtherIsGuessedAllTheSame() {
        AuditPlan plan = plan(400);
        ToDoubleFunction<Dataset> telling = losses(plan, absent -> absent ? 0.3 : 0.1);
        AuditOutcome outcome = plan.judge(canary -> telling.applyAsDouble(canary) + 10 * canary.target(0), CLAIM, 0.95);
        assertThat(outcome.correct()).isEqualTo(outcome.guesses());
    }

    @Test
    void judge_tooFewCanariesForTheClaim_saysSo() {
        AuditPlan plan = plan(50);
        Guarantee loose = Guarantee.of(8, 1e-5, Adjacency.ADD_OR_REMOVE_ONE, "test");
        AuditOutcome outcome = plan.judge(losses(plan, absent -> absent ? 3 : 1), loose, 0.95);
        assertThat(outcome.couldRefute()).isFalse();
        assertThat(outcome.verdict()).contains("With so few canaries nothing above 1.", "at most 8 by proof");
    }

    @Test
    void of_tooFewCanaries_isRefused() {
        assertThatThrownBy(() -> plan(49)).hasMessage("an audit needs at least 50 canaries, got 49");
    }

    @Test
    void of_regression_targetsAreNumbers() {
        Dataset numbers = new Dataset("numbers", new int[] {3}, new float[6], new float[] {0.5f, -2}, 0, List.of());
        Dataset dataset = AuditPlan.of(numbers, 50, new SplittableRandom(1)).dataset();
        assertThat(IntStream.range(2, 52).mapToDouble(dataset::target)).containsOnly(0.0, 1.0);
    }

    private static AuditPlan plan(int canaries) {
        return AuditPlan.of(DATA, canaries, NoiseSource.insecureForTests(5));
    }

    /** Losses by whether the canary was absent; the canaries come in their order. */
    private static ToDoubleFunction<Dataset> losses(AuditPlan plan, BooleanToDouble loss) {
        int[] row = {DATA.size()};
        return canary -> loss.of(plan.absent().test(row[0]++));
    }

    private interface BooleanToDouble {
        double of(boolean absent);
    }
}
