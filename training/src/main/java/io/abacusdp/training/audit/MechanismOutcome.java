package io.abacusdp.training.audit;

import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.SafeFigures;
import java.util.Comparator;
import java.util.List;

/**
 * What an audit of the mechanism found.
 *
 * @param settings of the audit
 * @param noiseMultiplier claimed in the scene of the crowd
 * @param claimed what is proven, if the code does what it says
 * @param findings of all attacks
 * @param noiseLevel probability with which true noise is refuted, at most
 * @param noiseFactor noise that was seen where there is nothing else over the claimed one, from above
 * @param plainLower lower bound on epsilon at delta from error rates alone, without any assumption; at the same confidence, but
 *     on its own
 */
public record MechanismOutcome(
        AuditSettings settings,
        double noiseMultiplier,
        Guarantee claimed,
        List<Finding> findings,
        double noiseLevel,
        double noiseFactor,
        double plainLower) {
    private static final int DIGITS = 4;

    public MechanismOutcome {
        findings = List.copyOf(findings);
    }

    /** The finding with the greatest epsilon. */
    public Finding strongest() {
        return findings.stream()
                .max(Comparator.comparingDouble(Finding::epsilon))
                .orElseThrow();
    }

    /** Epsilon of the strongest claim of the family that is not refuted, from below. */
    public double measured() {
        return strongest().epsilon();
    }

    /** Whether anything that was seen refutes the claim. */
    public boolean isRefuted() {
        return findings.stream().anyMatch(Finding::isRefuted) || hasTooLittleNoise();
    }

    /** Whether less noise was seen than is claimed, or none that is a number. */
    public boolean hasTooLittleNoise() {
        return !(noiseFactor >= 1);
    }

    /** The finding in words. */
    public String verdict() {
        String measured = "epsilon %s is claimed and %s was measured at delta %s"
                .formatted(
                        SafeFigures.up(claimed.epsilon(), DIGITS),
                        SafeFigures.down(measured(), DIGITS),
                        SafeFigures.exact(claimed.delta()));
        if (!isRefuted()) {
            return measured + ": the claim is not refuted";
        }
        String by = hasTooLittleNoise() && findings.stream().noneMatch(Finding::isRefuted)
                ? "there was less noise than claimed"
                : "by the attack '%s' on the data '%s'"
                        .formatted(strongest().attack(), strongest().scene());
        return measured + ": the claim is refuted, " + by + "; release nothing that this program makes";
    }
}
