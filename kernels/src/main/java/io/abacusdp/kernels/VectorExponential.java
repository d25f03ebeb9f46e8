package io.abacusdp.kernels;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;

/**
 * e^x for each lane.
 *
 * <p>Formula: e^x = 2^n·e^r with n the integer nearest to x/log 2 and r = x − n·log 2; e^r by its Taylor series to degree 7.
 * <p>Accuracy: relative 3e-7 for x in [−87, 87]; beyond, the value at the nearer end. NaN gives NaN.
 */
final class VectorExponential {
    private static final float LIMIT = 87;
    private static final float PER_LOG_2 = (float) (1 / Math.log(2));
    /** log 2 in two parts, the first with few enough digits that n times it is exact. */
    private static final float LOG_2_HIGH = 0x1.62ep-1f;

    private static final float LOG_2_LOW = (float) (Math.log(2) - LOG_2_HIGH);
    /** Adding this rounds to an integer, which the lowest bits then hold. */
    private static final float ROUNDER = 0x1.8p23f;

    private static final int EXPONENT_AT = 23;
    private static final int EXPONENT_OF_ONE = 127;

    private VectorExponential() {}

    static FloatVector of(FloatVector given) {
        FloatVector limit = FloatVector.broadcast(given.species(), LIMIT);
        FloatVector x = given.blend(limit, given.compare(VectorOperators.GT, LIMIT));
        x = x.blend(limit.neg(), x.compare(VectorOperators.LT, -LIMIT));
        FloatVector rounder = FloatVector.broadcast(given.species(), ROUNDER);
        FloatVector shifted = x.mul(PER_LOG_2).add(rounder);
        FloatVector n = shifted.sub(rounder);
        FloatVector r = x.sub(n.mul(LOG_2_HIGH)).sub(n.mul(LOG_2_LOW));
        FloatVector sum = r.mul(1f / 5040).add(1f / 720);
        sum = sum.mul(r).add(1f / 120);
        sum = sum.mul(r).add(1f / 24);
        sum = sum.mul(r).add(1f / 6);
        sum = sum.mul(r).add(0.5f);
        sum = sum.mul(r).add(1f);
        sum = sum.mul(r).add(1f);
        IntVector exponent = shifted.reinterpretAsInts().sub(Float.floatToRawIntBits(ROUNDER) - EXPONENT_OF_ONE);
        return sum.mul(exponent.lanewise(VectorOperators.LSHL, EXPONENT_AT).reinterpretAsFloats());
    }
}
