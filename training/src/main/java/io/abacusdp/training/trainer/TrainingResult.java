package io.abacusdp.training.trainer;

import io.abacusdp.training.model.Model;

/**
 * A trained model, and what is to be known of its training.
 *
 * @param examplesPerSecond expected examples over the time that steps took, evaluation left out; private, as time depends on the
 *     data
 */
public record TrainingResult(Model model, RunRecord record, double examplesPerSecond) {}
