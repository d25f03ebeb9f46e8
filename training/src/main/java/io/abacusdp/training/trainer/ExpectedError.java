package io.abacusdp.training.trainer;

/**
 * Noise on the sums of the first steps, as far as can be told beforehand: standard deviations in units of the clipping norm, root mean square over all steps of the plan. It
 * is the noise of a model that plain gradient descent trains at a constant rate, times its lot size.
 *
 * @param own with the noise of the plan
 * @param independent with independent noise on Poisson lots of the same expected size, calibrated to the same epsilon
 */
public record ExpectedError(double own, double independent) {}
