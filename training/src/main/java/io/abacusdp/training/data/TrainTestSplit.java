package io.abacusdp.training.data;

/** Examples to learn from, and others of the same kind to test with. */
public record TrainTestSplit(Dataset train, Dataset test) {}
