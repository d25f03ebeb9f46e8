package io.abacusdp.training.trainer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.NoOp;
import io.abacusdp.training.checkpoint.RunDirectory;
import io.abacusdp.training.gradient.ClipBounds;
import io.abacusdp.training.sampling.Sampling;
import io.abacusdp.training.step.StepProbe;
import io.abacusdp.training.sum.Lot;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Lots that are paid for by epochs, in runs that are cut off again and again: between two charges no record is in two lots, and there are no
 * more lots than the epoch that was paid has. A run that went on with the lots of an epoch that it does not remember would take
 * records a second time for one charge.
 */
class EpochsPaidTest {
    private static final int LOTS_AN_EPOCH = 7;

    @TempDir
    private Path directory;

    private final List<Set<Integer>> lots = new ArrayList<>();

    /** Thrown where a process would have been killed. */
    private static final class Killed extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private PrivateTrainer trainer(TrainingConfig config, int records, int steps) {
        PrivateTrainer trainer = new PrivateTrainer(config, Blobs.of(records, 1)).threads(1);
        trainer.probe = new StepProbe() {
            private int drawn;

            @Override
            public Lot drawn(float[] parameters, Lot lot, ClipBounds clip) {
                if (drawn++ == steps) {
                    throw new Killed();
                }
                Set<Integer> rows = new HashSet<>();
                for (int i = 0; i < lot.size(); i++) {
                    rows.add(lot.row(i));
                }
                lots.add(rows);
                return lot;
            }
        };
        return trainer;
    }

    /** A killed process has charged a lot that was never summed; it counts as one of the epoch all the same. */
    @ParameterizedTest
    @CsvSource({"ALLOCATED, 100", "ALLOCATED, 94", "ALLOCATED, 103", "SHUFFLED, 100"})
    void lots_betweenTwoCharges_areOfOneEpoch(Sampling sampling, int records) throws IOException {
        TrainingConfig.Builder builder = TrainingConfig.of(
                        Blobs.model(), new PrivacyGoal.Noise(2, 1e-5, OptionalDouble.empty()))
                .sampling(sampling)
                .lotSize(15)
                .epochs(new BigDecimal("3.5"));
        TrainingConfig config =
                sampling == Sampling.ALLOCATED ? builder.publicSize(100).build() : builder.build();
        assertThatThrownBy(() -> trainer(config, records, 3).train(directory)).isInstanceOf(Killed.class);
        lots.add(Set.of());
        for (int steps : new int[] {1, 9, 0, 5}) {
            assertThatThrownBy(() -> trainer(config, records, steps).resume(directory))
                    .isInstanceOf(Killed.class);
            lots.add(Set.of());
        }
        trainer(config, records, Integer.MAX_VALUE).resume(directory);

        List<DpEvent> charges = RunDirectory.check(directory).charges();
        assertThat(charges).hasSameSizeAs(lots);
        assertThat(charges.get(0)).isNotInstanceOf(NoOp.class);
        Set<Integer> seen = new HashSet<>();
        int sincePaid = 0;
        for (int step = 0; step < charges.size(); step++) {
            if (!(charges.get(step) instanceof NoOp)) {
                seen.clear();
                sincePaid = 0;
            }
            sincePaid++;
            assertThat(sincePaid).as("lots of the epoch paid last").isLessThanOrEqualTo(LOTS_AN_EPOCH);
            assertThat(Collections.disjoint(seen, lots.get(step)))
                    .as("records of step %d were in no lot of its epoch before", step)
                    .isTrue();
            seen.addAll(lots.get(step));
        }
        assertThat(charges.stream().filter(charge -> !(charge instanceof NoOp)).count())
                .isGreaterThanOrEqualTo(6);
    }
}
