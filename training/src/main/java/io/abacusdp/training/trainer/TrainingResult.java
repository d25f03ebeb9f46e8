package io.abacusdp.training.trainer;

import io.abacusdp.training.model.Model;

/** A trained model, and what is to be known of its training. */
public record TrainingResult(Model model, RunRecord record) {}
