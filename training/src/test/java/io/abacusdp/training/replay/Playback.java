package io.abacusdp.training.replay;

import io.abacusdp.training.gradient.ClipBounds;
import io.abacusdp.training.gradient.LotGradient;
import io.abacusdp.training.step.ReleaseNoise;
import io.abacusdp.training.sum.GridSum;
import io.abacusdp.training.sum.Lot;
import java.util.Arrays;

/**
 * Leads a run on a neighbour along a recorded one. Each step takes the lot that the recorded step took, as far as the neighbour
 * has its records, and is kept as it came out; what goes on to the noise is the recorded sum. So whatever comes after the noise
 * is what a run on the neighbour does if it releases the same, and differs only by what reached it past the noise.
 */
public final class Playback extends Recording {
    private final Recording recorded;
    private final Neighbours neighbours;

    public Playback(Recording recorded, Neighbours neighbours) {
        this.recorded = recorded;
        this.neighbours = neighbours;
    }

    @Override
    public Lot drawn(float[] parameters, Lot own, ClipBounds clip) {
        SeenStep step = recorded.steps().get(steps().size());
        SeenStep mine = new SeenStep(parameters, own, clip);
        SeenStep coupled = new SeenStep(parameters, neighbours.coupled(step.drawn()), clip);
        if (neighbours.drawsTheSameLots()
                && !(Arrays.equals(mine.rows(), coupled.rows())
                        && Arrays.equals(mine.groupEnds(), coupled.groupEnds()))) {
            throw new AssertionError("step %d on the neighbour drew another lot from the same coins: %s, got %s"
                    .formatted(steps().size(), Arrays.toString(coupled.rows()), Arrays.toString(mine.rows())));
        }
        return super.drawn(parameters, coupled.drawn(), clip);
    }

    @Override
    public GridSum centred(GridSum sum, double deviation) {
        super.centred(sum, deviation);
        return recorded.centres().get(centres().size() - 1).sum();
    }

    @Override
    public LotGradient summed(LotGradient clipped, ReleaseNoise planned) {
        super.summed(clipped, planned);
        return recorded.steps().get(steps().size() - 1).lot();
    }
}
