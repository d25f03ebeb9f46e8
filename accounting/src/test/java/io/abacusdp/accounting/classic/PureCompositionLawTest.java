package io.abacusdp.accounting.classic;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.accounting.event.ApproximateDp;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PureCompositionLawTest {
    private static AtomicLossLaw law(Map<ApproximateDp, Long> counts) {
        return PureCompositionLaw.of(ApproximateParts.of(counts));
    }

    private static double mass(AtomicLossLaw law) {
        double sum = law.infinite();
        for (int i = 0; i < law.size(); i++) {
            sum += law.mass(i);
        }
        return sum;
    }

    /** E e^{−L}, which is the mass under the other of the two neighbours: 1, less what is lost at infinity. */
    private static double otherMass(AtomicLossLaw law) {
        double sum = 0;
        for (int i = 0; i < law.size(); i++) {
            sum += law.mass(i) * Math.exp(-law.loss(i));
        }
        return sum;
    }

    @Test
    void of_equalEpsilons_losesNextToNothing() {
        AtomicLossLaw law = law(Map.of(new ApproximateDp(0.01, 0), 1_000_000L));
        assertThat(law.infinite()).isLessThan(1e-290);
        assertThat(mass(law)).isBetween(1.0, 1 + 1e-12);
        assertThat(otherMass(law(Map.of(new ApproximateDp(0.01, 0), 1000L)))).isBetween(1 - 1e-12, 1 + 1e-12);
    }

    @Test
    void of_tooManyAtoms_keepsBothMassesOnTheLattice() {
        AtomicLossLaw law = law(Map.of(
                new ApproximateDp(0.01, 0), 2000L, new ApproximateDp(0.0123, 0), 3000L, new ApproximateDp(0.3, 0), 2L));
        assertThat(law.infinite()).isLessThan(1e-115);
        assertThat(mass(law)).isBetween(1.0, 1 + 1e-9);
        assertThat(otherMass(law)).isBetween(1 - 1e-9, 1 + 1e-9);
    }

    @Test
    void of_severalEpsilons_listsAllAtoms() {
        AtomicLossLaw law = law(Map.of(new ApproximateDp(0.1, 0), 3L, new ApproximateDp(0.5, 0), 1L));
        assertThat(law.size()).isEqualTo(8);
        assertThat(law.infinite()).isLessThan(1e-300);
        assertThat(law.largest()).isBetween(0.8, 0.8 + 1e-14);
        assertThat(law.smallest()).isBetween(-0.8 - 1e-14, -0.8 + 1e-14);
    }
}
