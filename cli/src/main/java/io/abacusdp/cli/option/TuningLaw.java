package io.abacusdp.cli.option;

/**
 * How often a run is repeated before the best is released.
 *
 * @param mean number of runs
 * @param shape 0 logarithmic, 1 geometric, infinite for Poisson
 */
record TuningLaw(double mean, double shape) {}
