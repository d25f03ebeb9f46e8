package io.abacusdp.training.sampling;

import io.abacusdp.accounting.event.Composition;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.NonPrivate;
import java.util.Map;

/**
 * Which of two releases reveals at least as much as the other.
 *
 * <p>Formula: Gaussians on the same records together are one Gaussian of noise multiplier (Σ 1/z²)^(−1/2), and of two
 * Gaussians the one with less noise can be turned into the other by adding noise.
 */
final class MostRevealing {
    private MostRevealing() {}

    static DpEvent of(DpEvent one, DpEvent other) {
        if (one.equals(other)) {
            return one;
        }
        double precision = precision(one);
        double otherPrecision = precision(other);
        if (Math.max(precision, otherPrecision) == Double.POSITIVE_INFINITY) {
            // No noise, or so little that a double cannot tell which has less.
            return new NonPrivate();
        }
        return precision >= otherPrecision ? one : other;
    }

    /** Σ 1/z², for Gaussians and compositions of them; infinite without noise. */
    private static double precision(DpEvent release) {
        double sum = 0;
        for (Map.Entry<DpEvent, Long> term : Composition.of(release).terms().entrySet()) {
            if (term.getKey() instanceof NonPrivate) {
                return Double.POSITIVE_INFINITY;
            }
            if (!(term.getKey() instanceof Gaussian gaussian)) {
                throw new IllegalArgumentException("only Gaussian releases may change within an epoch, got "
                        + term.getKey() + "; keep the release the same for all lots of an epoch");
            }
            sum += term.getValue() / (gaussian.noiseMultiplier() * gaussian.noiseMultiplier());
        }
        return sum;
    }
}
