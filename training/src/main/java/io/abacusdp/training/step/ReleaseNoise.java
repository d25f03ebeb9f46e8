package io.abacusdp.training.step;

/**
 * What is done to a lot's sum. All of it is public.
 *
 * @param gradientDeviation standard deviation of the noise on each coordinate of the sum; 0 for none
 * @param countDeviation that of the noise on the count of adaptive clipping; 0 if there is no count, or no noise
 * @param norm with which the lot was clipped
 * @param divisor of the noisy sum
 */
public record ReleaseNoise(double gradientDeviation, double countDeviation, double norm, int divisor) {}
