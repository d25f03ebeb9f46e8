package io.abacusdp.accounting.classic;

import io.abacusdp.accounting.PrivacyProfile;
import io.abacusdp.accounting.event.ApproximateDp;
import java.util.Map;

/**
 * Basic composition: epsilons and deltas add up.
 *
 * <p>Formula: (Σ ε_i, Σ δ_i).
 *
 * <p>Source: Dwork, Kenthapadi, McSherry, Mironov, Naor 2006, Our data, ourselves.
 *
 * <p>Assumes: nothing about how the mechanisms are chosen, if their ε and δ are fixed beforehand.
 *
 * <p>Accuracy: rounded up by (n + 1)·2.3e-16 relative for n different mechanisms.
 *
 * <p>Limits: says nothing below Σ ε_i (delta 1) or below Σ δ_i (epsilon +∞).
 */
final class BasicComposition implements CompositionTheorem {
    private final ApproximateParts parts;

    BasicComposition(ApproximateParts parts) {
        this.parts = parts;
    }

    /** Of the mechanisms, each as often as stated. */
    static BasicComposition of(Map<ApproximateDp, Long> counts) {
        return new BasicComposition(ApproximateParts.of(counts));
    }

    @Override
    public double epsilon(double delta) {
        return parts.deltaSum() <= PrivacyProfile.checkDelta(delta) ? parts.epsilonSum() : Double.POSITIVE_INFINITY;
    }

    @Override
    public double delta(double epsilon) {
        return parts.epsilonSum() <= PrivacyProfile.checkEpsilon(epsilon) ? parts.deltaSum() : 1;
    }
}
