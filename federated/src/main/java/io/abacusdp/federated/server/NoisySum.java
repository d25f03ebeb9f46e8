package io.abacusdp.federated.server;

import java.util.OptionalDouble;

/**
 * The sum of an attempt, with its noise.
 *
 * @param updates weighted sum of updates
 * @param within noisy sum over clients of ½ if the update was within its bound and −½ if not; none if not asked
 */
@SuppressWarnings("ArrayRecordComponent") // Compared by nobody.
record NoisySum(double[] updates, OptionalDouble within) {}
