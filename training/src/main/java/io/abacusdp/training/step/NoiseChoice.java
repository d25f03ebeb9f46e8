package io.abacusdp.training.step;

import io.abacusdp.accounting.matrix.BandedToeplitz;
import io.abacusdp.accounting.matrix.BufferedLinear;
import io.abacusdp.training.noise.NoiseMatrix;
import io.abacusdp.training.optimise.Schedule;
import io.abacusdp.training.sampling.Lots;
import io.abacusdp.training.sampling.Participation;
import io.abacusdp.training.sampling.PoissonLots;
import java.util.ArrayList;
import java.util.List;

/** Which noise the steps of a run get. Matrices are worked out for the lots and the number of steps, and for nothing of the data. */
public sealed interface NoiseChoice {
    /** Name in commands and reports. */
    String id();

    /**
     * The plans among which the one with the least expected error is to be taken; for now without noise.
     *
     * @param lots as they are drawn for independent noise
     * @param factor on the noise multiplier of each step; correlated noise takes no other than 1
     * @throws IllegalArgumentException if these lots do not go with this noise
     */
    List<StepPlan> plans(Lots lots, Clipping clipping, Schedule factor, long steps);

    /** Noise of its own for each step. */
    record Independent() implements NoiseChoice {
        @Override
        public String id() {
            return "independent";
        }

        @Override
        public List<StepPlan> plans(Lots lots, Clipping clipping, Schedule factor, long steps) {
            return List.of(StepPlan.independent(lots, clipping, factor, steps));
        }
    }

    /**
     * Noise correlated over so many steps. With Poisson lots the steps take their examples from as many groups in turn. One band is independent noise.
     *
     * @param bands at least 1
     */
    record Banded(int bands) implements NoiseChoice {
        public Banded {
            if (bands < 1) {
                throw new IllegalArgumentException("bands must be at least 1, got " + bands);
            }
        }

        @Override
        public String id() {
            return "banded:" + bands;
        }

        @Override
        public List<StepPlan> plans(Lots lots, Clipping clipping, Schedule factor, long steps) {
            if (bands == 1) {
                return new Independent().plans(lots, clipping, factor, steps);
            }
            if (bands > steps) {
                throw new IllegalArgumentException(
                        "bands must be at most the number of steps, %d, got %d".formatted(steps, bands));
            }
            Lots drawn = lots instanceof PoissonLots poisson ? poisson.inGroups(bands) : lots;
            NoiseMatrix matrix = NoiseMatrix.Banded.of(BandedToeplitz.leastMean(bands, Math.toIntExact(steps)));
            return List.of(StepPlan.correlated(drawn, clipping, matrix, steps));
        }
    }

    /** Bands of 1, 2, 4, …: as many as leave the least expected error. */
    record BestBanded() implements NoiseChoice {
        @Override
        public String id() {
            return "banded";
        }

        @Override
        public List<StepPlan> plans(Lots lots, Clipping clipping, Schedule factor, long steps) {
            long most =
                    Math.min(steps, lots instanceof PoissonLots ? lots.examples() / lots.size() : lots.lotsPerCharge());
            List<StepPlan> plans = new ArrayList<>();
            for (int bands = 1; bands <= most; bands *= 2) {
                plans.addAll(new Banded(bands).plans(lots, clipping, factor, steps));
            }
            return plans;
        }
    }

    /** A binary tree over all steps. */
    record Tree() implements NoiseChoice {
        @Override
        public String id() {
            return "tree";
        }

        @Override
        public List<StepPlan> plans(Lots lots, Clipping clipping, Schedule factor, long steps) {
            return List.of(StepPlan.correlated(inTurn(id(), lots), clipping, new NoiseMatrix.Tree(), steps));
        }
    }

    /** A few buffers ('BLT'), fitted to the number of steps and epochs. */
    record Buffered() implements NoiseChoice {
        @Override
        public String id() {
            return "blt";
        }

        @Override
        public List<StepPlan> plans(Lots lots, Clipping clipping, Schedule factor, long steps) {
            Lots drawn = inTurn(id(), lots);
            BufferedLinear fitted = BufferedLinear.fitted(Math.toIntExact(steps), drawn.lotsPerCharge());
            return List.of(StepPlan.correlated(drawn, clipping, new NoiseMatrix.Buffered(fitted), steps));
        }
    }

    private static Lots inTurn(String id, Lots lots) {
        if (lots.participation() == Participation.IN_TURN) {
            return lots;
        }
        throw new IllegalArgumentException(
                "noise %s needs cyclic sampling, where the steps of an example are an epoch apart, got %s"
                        .formatted(id, lots));
    }
}
