package io.abacusdp.training.step;

import io.abacusdp.training.noise.NoiseSource;
import java.util.function.IntFunction;

/**
 * The streams of random numbers that steps are made with.
 *
 * @param lots that draw rows
 * @param groups coins that deal rows into groups
 * @param noise gives for each range of a sum, from 0 on, a stream that nothing else has, or one stream for all if one thread makes the steps
 */
public record StepSources(NoiseSource lots, NoiseSource groups, IntFunction<NoiseSource> noise) {}
