package io.abacusdp.cli.account;

import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.SafeFigures;

/** What is said of a shuffled run beside its epsilon. */
final class ShuffledClaim {
    private ShuffledClaim() {}

    /**
     * The claim and what is proven.
     *
     * @param claim epsilon as if batches were Poisson samples
     */
    static String sentence(double claim, Guarantee proven) {
        return "accounted as Poisson this would claim %s; what is proven is between %s and %s"
                .formatted(
                        SafeFigures.up(claim, 6),
                        SafeFigures.down(proven.lower().orElse(0), 6),
                        SafeFigures.up(proven.epsilon(), 6));
    }
}
