package io.abacusdp.training.audit;

/**
 * What one attack found.
 *
 * @param scene data on which the attack was made
 * @param attack its name
 * @param seen what was counted
 * @param level probability with which a true claim is refuted by it, at most
 * @param factor least factor on the claimed noise whose claim is refuted; +∞ if none is
 * @param epsilon of that claim, rounded down: the claims that are left have more
 */
public record Finding(String scene, String attack, String seen, double level, double factor, double epsilon) {
    static Finding of(Scene scene, String attack, Evidence evidence, double level) {
        double factor = scene.claim().leastRefuted(evidence);
        return new Finding(
                scene.name(),
                attack,
                evidence.toString(),
                level,
                factor,
                scene.claim().epsilonLower(factor));
    }

    /** Whether the claim itself is refuted. */
    public boolean isRefuted() {
        return factor <= 1;
    }
}
