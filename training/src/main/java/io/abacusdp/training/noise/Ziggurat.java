package io.abacusdp.training.noise;

import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;

/**
 * Whether this JDK samples Gaussians correctly. One that does not (JDK-8273056) draws values from the overhangs of the
 * ziggurat, about one in a hundred, near 0 and not beyond the edge of their layer.
 */
final class Ziggurat {
    /** Low byte that no layer has, so that an overhang is drawn; the other bits choose its left end and the sign. */
    private static final long AN_OVERHANG_AT_ITS_LEFT = 0xFF;

    private Ziggurat() {}

    /**
     * Leads the algorithm into overhangs number 64, 128 and 192 of about 253, and to the edge of their layers. The edges of
     * these layers are at about 2.0, 1.5 and 1.1; the faulty algorithm gives about 0.
     *
     * @throws IllegalStateException if the Gaussians are not where they must be
     */
    static void requireCorrect(ToDoubleFunction<RandomGenerator> nextGaussian) {
        double last = 3;
        for (int overhang = 64; overhang <= 192; overhang += 64) {
            double edge = nextGaussian.applyAsDouble(script(AN_OVERHANG_AT_ITS_LEFT, Long.MIN_VALUE | overhang));
            if (!(edge > 0.5 && edge < last)) {
                throw new IllegalStateException("this JDK (" + Runtime.version()
                        + ") samples Gaussians wrongly, see JDK-8273056; use a later update, or JDK 18 or newer");
            }
            last = edge;
        }
    }

    /** The given numbers first; then the greatest, which puts the point at the bottom of the overhang. */
    private static RandomGenerator script(long... numbers) {
        int[] next = {0};
        return () -> next[0] < numbers.length ? numbers[next[0]++] : Long.MAX_VALUE;
    }
}
