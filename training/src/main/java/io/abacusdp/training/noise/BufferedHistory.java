package io.abacusdp.training.noise;

import io.abacusdp.accounting.matrix.BufferedLinear;
import java.util.Arrays;

/** One number for each buffer, for {@link NoiseMatrix.Buffered}, which says what is rounded. */
final class BufferedHistory implements NoiseHistory {
    private static final double ONE = 1L << BufferedLinear.FRACTION_BITS;

    private final long[] omegas;
    private final long[] lambdas;
    private final long[] buffers;

    BufferedHistory(BufferedLinear parameters, int coordinates) {
        this.omegas = whole(parameters.omegas());
        this.lambdas = whole(parameters.lambdas());
        this.buffers = new long[Math.multiplyExact(omegas.length, coordinates)];
    }

    private static long[] whole(double[] values) {
        return Arrays.stream(values).mapToLong(value -> (long) (value * ONE)).toArray();
    }

    @Override
    public long next(int coordinate, double fresh) {
        int from = coordinate * omegas.length;
        long noise = (long) Math.floor(fresh);
        for (int d = 0; d < omegas.length; d++) {
            noise -= product(omegas[d], buffers[from + d]);
        }
        for (int d = 0; d < omegas.length; d++) {
            buffers[from + d] = product(lambdas[d], buffers[from + d]) + noise;
        }
        return noise;
    }

    /** ⌊factor·value/2^30⌋, whose product of 128 bits is never rounded. */
    private static long product(long factor, long value) {
        return (Math.multiplyHigh(factor, value) << (Long.SIZE - BufferedLinear.FRACTION_BITS))
                | ((factor * value) >>> BufferedLinear.FRACTION_BITS);
    }
}
