package io.abacusdp.accounting.exact;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.PrivacyProfile;
import io.abacusdp.accounting.numeric.Enclosure;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** The larger of the profiles of both directions. */
final class ExactProfile implements PrivacyProfile {
    private final Adjacency adjacency;
    private final boolean nonPrivate;
    private final boolean nothingRun;
    private final List<LossLaw> laws;

    /**
     * A profile.
     *
     * @param nothingRun only then is there a loss that is never exceeded: Gaussian noise, however large, has none
     */
    ExactProfile(ComposedPairs pairs, boolean nothingRun, Adjacency adjacency) {
        this.nothingRun = nothingRun;
        this.adjacency = adjacency;
        nonPrivate = pairs.isNonPrivate();
        laws = nonPrivate ? List.of() : pairs.laws();
    }

    @Override
    public Guarantee epsilon(double delta) {
        PrivacyProfile.checkDelta(delta);
        if (nonPrivate) {
            return guarantee(Double.POSITIVE_INFINITY, delta, Double.POSITIVE_INFINITY);
        }
        Enclosure epsilon = Enclosure.of(0);
        // Both directions work on the same lattices.
        Map<Ratio, Quadrature> shared = new HashMap<>();
        for (LossLaw law : laws) {
            if (delta == 0) {
                epsilon = epsilon.max(nothingRun ? law.worst() : Enclosure.of(Double.POSITIVE_INFINITY));
            } else if (epsilon.lower() == 0 || !law.isCertainlyAtMost(epsilon.lower(), delta, shared)) {
                epsilon = epsilon.max(law.epsilon(delta, shared));
            }
        }
        return guarantee(epsilon.upper(), delta, epsilon.lower());
    }

    @Override
    public Guarantee delta(double epsilon) {
        PrivacyProfile.checkEpsilon(epsilon);
        if (nonPrivate) {
            return guarantee(epsilon, 1, 1);
        }
        Enclosure delta = Enclosure.of(0);
        Map<Ratio, Quadrature> shared = new HashMap<>();
        for (LossLaw law : laws) {
            if (delta.lower() == 0 || !law.isCertainlyAtMost(epsilon, delta.lower(), shared)) {
                delta = delta.max(law.delta(epsilon, shared));
            }
        }
        return guarantee(epsilon, delta.upper(), delta.lower());
    }

    private Guarantee guarantee(double epsilon, double delta, double lower) {
        return new Guarantee(
                epsilon,
                delta,
                OptionalDouble.of(lower),
                OptionalDouble.empty(),
                adjacency,
                ExactAccountant.NAME,
                List.of());
    }
}
