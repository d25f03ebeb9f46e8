package io.abacusdp.training.trainer;

/**
 * How long an epoch took. Private: it depends on the sizes of lots and on what is in them. It goes to whoever runs the training
 * and to the run's private log, and into nothing that is published.
 *
 * @param seconds since the run began, or was resumed
 * @param examplesPerSecond expected examples of the epoch's steps over their time
 */
public record EpochTime(double seconds, double examplesPerSecond) {}
