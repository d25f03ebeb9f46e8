package io.abacusdp.training.checkpoint;

import io.abacusdp.storage.Tensor;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A model in training. All of it was released with noise.
 *
 * @param step number of steps that the model has taken
 * @param charges number of charges in the journal when it was made
 * @param clippingNorm for the next step
 * @param tensors parameters and the optimiser's state, by name
 */
public record Checkpoint(long step, int charges, double clippingNorm, SortedMap<String, Tensor> tensors) {
    public Checkpoint {
        tensors = Collections.unmodifiableSortedMap(new TreeMap<>(tensors));
    }
}
