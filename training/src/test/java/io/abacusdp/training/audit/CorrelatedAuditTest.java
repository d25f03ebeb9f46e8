package io.abacusdp.training.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.abacusdp.training.gradient.LotGradient;
import io.abacusdp.training.noise.NoiseSource;
import io.abacusdp.training.noise.RandomStreams;
import io.abacusdp.training.sampling.PoissonLots;
import io.abacusdp.training.sampling.Sampler;
import io.abacusdp.training.sampling.Sampling;
import io.abacusdp.training.step.NoiseChoice;
import io.abacusdp.training.step.PrivateStep;
import io.abacusdp.training.step.StepSources;
import io.abacusdp.training.sum.Lot;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Audits of steps whose noise is correlated, honest and broken. Claimed is epsilon 4 for eight steps. The attacker takes the correlation off, and does not know which
 * group or which lot of an epoch the record was dealt into, as the accounting lets it know: what is measured is a little below the claim.
 */
@Tag("slow")
class CorrelatedAuditTest {
    private static final int REPETITIONS = Integer.getInteger("audit.repetitions", 1);

    static Stream<Arguments> claims() {
        return Stream.of(
                Arguments.of(Sampling.POISSON, new NoiseChoice.Banded(2)),
                Arguments.of(Sampling.CYCLIC, new NoiseChoice.Banded(4)),
                Arguments.of(Sampling.CYCLIC, new NoiseChoice.Tree()),
                Arguments.of(Sampling.CYCLIC, new NoiseChoice.Buffered()),
                Arguments.of(Sampling.CYCLIC, new NoiseChoice.Independent()));
    }

    private static AuditSettings settings(Sampling sampling, NoiseChoice noise) {
        // Cyclic lots of half the records: two turns, four epochs.
        int lot = sampling == Sampling.CYCLIC ? 16 : 8;
        return new AuditSettings(4, 1e-5, sampling, 32, lot, 8, 12_000, 256, 100, noise, 1, 0.95);
    }

    private static MechanismOutcome outcome(Sampling sampling, NoiseChoice noise, Trials.Steps steps, int seed) {
        MechanismOutcome outcome = new MechanismAudit(settings(sampling, noise))
                .run(steps, RandomStreams.insecureForTests(seed), 2, runs -> {});
        System.out.printf(
                "%s, %s: measured %.3f, refuted %s, noise factor %.4f%n",
                sampling.id(), noise.id(), outcome.measured(), outcome.isRefuted(), outcome.noiseFactor());
        return outcome;
    }

    /** A true claim is refuted with probability 0.05 at most; the seeds are fixed, and the first is none of these cases. */
    @ParameterizedTest
    @MethodSource("claims")
    void honestSteps_keepTheirClaimAndAreMeasuredNotFarBelow(Sampling sampling, NoiseChoice noise) {
        for (int seed = 1; seed <= REPETITIONS; seed++) {
            MechanismOutcome outcome = outcome(sampling, noise, Trials.Steps.REAL, seed);
            if (seed == 1) {
                assertThat(outcome.isRefuted()).isFalse();
            }
            assertThat(outcome.measured()).isBetween(0.3 * 4, 1.15 * 4);
        }
    }

    /** Bands of 2 are claimed, for which a record is in every other step at most, and it is drawn for every step. */
    @Test
    void bandsWhoseRecordsAreSampledAtEveryStep_areCaught() {
        assertCaught(Sampling.POISSON, new NoiseChoice.Banded(2), parts -> {
            PoissonLots each = new PoissonLots(32, 16);
            Sampler sampler = each.sampler(parts.streams().source("each step", parts.piece()));
            return new Broken(parts) {
                @Override
                public Lot draw() {
                    return deal(sampler.next()).without(parts.absent());
                }
            };
        });
    }

    /** Noise that is right for one step, and not for the sensitivity of the matrix. */
    @ParameterizedTest
    @MethodSource("claims")
    void noiseWithoutTheSensitivityOfTheMatrix_isCaught(Sampling sampling, NoiseChoice noise) {
        if (noise instanceof NoiseChoice.Independent) {
            return;
        }
        assertCaught(sampling, noise, parts -> new Broken(parts) {
            @Override
            protected float[] release(LotGradient lot, double noiseMultiplier) {
                return super.release(lot, noiseMultiplier / parts.scene().plan().sensitivity());
            }
        });
    }

    private static void assertCaught(Sampling sampling, NoiseChoice noise, Breaking breaking) {
        Trials.Steps steps = (engine, scene, absent, streams, piece) ->
                breaking.step(new Fault.Parts(engine, scene, absent, streams, piece));
        for (int seed = 1; seed <= REPETITIONS; seed++) {
            assertThat(outcome(sampling, noise, steps, seed).isRefuted()).isTrue();
        }
    }

    /** Makes broken steps. */
    @FunctionalInterface
    private interface Breaking {
        PrivateStep step(Fault.Parts parts);
    }

    /** A step as the trainer's, to break. */
    private static class Broken extends PrivateStep {
        Broken(Fault.Parts parts) {
            super(parts.scene().plan(), parts.engine(), parts.scene().data(), sources(parts), Trials.Steps.START);
            without(parts.absent());
        }

        private static StepSources sources(Fault.Parts parts) {
            NoiseSource noise = parts.streams().source("noise", parts.piece());
            return new StepSources(
                    parts.streams().source("lots", parts.piece()),
                    parts.streams().source("groups", parts.piece()),
                    range -> noise);
        }
    }

    @Test
    void bandsThatAreToBeChosen_areRefused() {
        assertThatThrownBy(() -> settings(Sampling.POISSON, new NoiseChoice.BestBanded()))
                .hasMessageContaining("an audit needs a number of bands");
    }
}
