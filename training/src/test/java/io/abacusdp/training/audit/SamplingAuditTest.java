package io.abacusdp.training.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.training.noise.RandomStreams;
import io.abacusdp.training.sampling.Sampling;
import io.abacusdp.training.step.NoiseChoice;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Runs that say one sampling and do another. Claimed is epsilon 6 for one epoch of four lots: there is little noise, and what differs
 * is whether the record may be left out, and whether it is seen where it is.
 */
@Tag("slow")
class SamplingAuditTest {
    private static final int REPETITIONS = Integer.getInteger("audit.repetitions", 1);

    private static AuditSettings settings(Sampling claimed) {
        return new AuditSettings(6, 1e-5, claimed, 32, 8, 4, 20_000, 256, 100, new NoiseChoice.Independent(), 1, 0.95);
    }

    private static MechanismOutcome outcome(Sampling claimed, Trials.Steps steps, int seed) {
        MechanismOutcome outcome =
                new MechanismAudit(settings(claimed)).run(steps, RandomStreams.insecureForTests(seed), 2, runs -> {});
        System.out.printf("%s: measured %.3f, refuted %s%n", claimed.id(), outcome.measured(), outcome.isRefuted());
        return outcome;
    }

    /** A true claim is refuted with probability 0.05 at most; the seeds are fixed, and none of them is such a case of chance. */
    @Test
    void allocatedSteps_keepTheirClaimAndAreMeasuredCloseToIt() {
        for (int seed = 1; seed <= REPETITIONS; seed++) {
            MechanismOutcome outcome = outcome(Sampling.ALLOCATED, Trials.Steps.REAL, seed);
            if (seed == 1) {
                assertThat(outcome.isRefuted()).isFalse();
            }
            assertThat(outcome.measured()).isBetween(0.8 * 6, 1.15 * 6);
        }
    }

    @ParameterizedTest
    @CsvSource({"ALLOCATED, SHUFFLED", "POISSON, SHUFFLED", "POISSON, DEALT"})
    void stepsOfAnotherSampling_areCaught(Sampling claimed, Fault done) {
        for (int seed = 1; seed <= REPETITIONS; seed++) {
            assertThat(outcome(claimed, done.steps(), seed).isRefuted()).isTrue();
        }
    }
}
