package io.abacusdp.training.replay;

import io.abacusdp.training.gradient.ClipBounds;
import io.abacusdp.training.gradient.LotGradient;
import io.abacusdp.training.step.ReleaseNoise;
import io.abacusdp.training.step.StepProbe;
import io.abacusdp.training.sum.GridSum;
import io.abacusdp.training.sum.Lot;
import java.util.ArrayList;
import java.util.List;

/** Keeps every step of a run, whatever it is on, and leaves it as it is. For one run. */
public class Recording implements StepProbe {
    private final List<SeenStep> steps = new ArrayList<>();
    private final List<SeenCentre> centres = new ArrayList<>();

    /** The steps so far, that which is under way last. */
    public final List<SeenStep> steps() {
        return steps;
    }

    /** The sums of all examples that were released as their mean, with their noise. */
    public final List<SeenCentre> centres() {
        return centres;
    }

    /** A sum before it was released. */
    public record SeenCentre(GridSum sum, double deviation) {}

    @Override
    public GridSum centred(GridSum sum, double deviation) {
        centres.add(new SeenCentre(sum, deviation));
        return sum;
    }

    @Override
    public Lot drawn(float[] parameters, Lot lot, ClipBounds clip) {
        steps.add(new SeenStep(parameters, lot, clip));
        return lot;
    }

    @Override
    public LotGradient summed(LotGradient lot, ReleaseNoise noise) {
        last().summed(lot, noise);
        return lot;
    }

    @Override
    public final void released(float[] gradient, double nextNorm) {
        last().released(gradient, nextNorm);
    }

    private SeenStep last() {
        return steps.get(steps.size() - 1);
    }
}
