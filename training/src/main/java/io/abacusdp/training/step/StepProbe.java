package io.abacusdp.training.step;

import io.abacusdp.training.gradient.ClipBounds;
import io.abacusdp.training.gradient.LotGradient;
import io.abacusdp.training.sum.GridSum;
import io.abacusdp.training.sum.Lot;

/**
 * Where a test looks into a run between the data and the noise, and leads it: the same lots, the same sums, on other data. What
 * passes here is private and has no noise yet, so nothing that is shipped implements it, which a test sees to.
 */
public interface StepProbe {
    /** Looks at nothing. */
    StepProbe NONE = new StepProbe() {};

    /**
     * All examples were summed for their mean, and noise is about to be added.
     *
     * @param deviation of that noise
     * @return the sum to add it to
     */
    default GridSum centred(GridSum sum, double deviation) {
        return sum;
    }

    /**
     * A lot was drawn, and dealt into groups.
     *
     * @param parameters at which its gradients will be taken; not to be changed
     * @param clip how they will be clipped
     * @return the lot to take
     */
    default Lot drawn(float[] parameters, Lot lot, ClipBounds clip) {
        return lot;
    }

    /**
     * A lot was summed, and noise is about to be added.
     *
     * @return the lot to add it to
     */
    default LotGradient summed(LotGradient lot, ReleaseNoise noise) {
        return lot;
    }

    /**
     * A lot was released.
     *
     * @param gradient noisy, and divided
     * @param nextNorm clipping norm of the next lot
     */
    default void released(float[] gradient, double nextNorm) {}
}
