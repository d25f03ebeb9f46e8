package io.abacusdp.training.noise;

/**
 * The noise of the last b − 1 steps, for {@link NoiseMatrix.Banded}.
 *
 * <p>Formula: w = ⌊z − v⌋ with v = Σ_j c_j·w_j, exactly. Coefficients are k_j/2^20 with whole k_j ≤ 2^20, and noise is below 2^53 steps. w_j is cut into its upper
 * part and 24 bits, so that sums of both parts' products are whole numbers of 64 bits, and v = 16·upper + lower/2^20. z, a double, is cut into a whole number and a
 * fraction, which is exact, and the fractions are compared.
 */
final class BandedHistory implements NoiseHistory {
    private static final int LOW_BITS = 24;
    private static final long LOW = (1L << LOW_BITS) - 1;
    private static final long FRACTION = (1L << NoiseMatrix.Banded.FRACTION_BITS) - 1;

    private final long[] coefficients;
    private final long[] past;
    private int slot;

    /** @param coefficients the second and those after it, times 2^20 */
    BandedHistory(long[] coefficients, int coordinates) {
        this.coefficients = coefficients;
        this.past = new long[Math.multiplyExact(coefficients.length, coordinates)];
    }

    @Override
    public long next(int coordinate, double fresh) {
        int from = coordinate * coefficients.length;
        long upper = 0;
        long lower = 0;
        for (int j = 0; j < coefficients.length; j++) {
            // The latest is in the place before this step's, which has the oldest.
            int place = slot - 1 - j;
            long w = past[from + (place < 0 ? place + coefficients.length : place)];
            upper += coefficients[j] * (w >> LOW_BITS);
            lower += coefficients[j] * (w & LOW);
        }
        long whole =
                (upper << (LOW_BITS - NoiseMatrix.Banded.FRACTION_BITS)) + (lower >> NoiseMatrix.Banded.FRACTION_BITS);
        double floor = Math.floor(fresh);
        double fraction = Math.scalb(fresh - floor, NoiseMatrix.Banded.FRACTION_BITS);
        long noise = (long) floor - whole - (fraction < (lower & FRACTION) ? 1 : 0);
        if (coefficients.length > 0) {
            past[from + slot] = noise;
        }
        return noise;
    }

    @Override
    public void stepDone() {
        slot = slot + 1 >= coefficients.length ? 0 : slot + 1;
    }
}
