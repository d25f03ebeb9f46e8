package io.abacusdp.cli.check;

import java.util.List;

/** Whether the mean that examples were centred by was paid for: with the first step, and with each that a run was resumed at. */
final class CentringCheck {
    private static final String CENTRING = "centring";

    private CentringCheck() {}

    static void check(Findings findings, String file, JsonFields settings, ChargedSteps charges)
            throws UnreadableException {
        List<Double> centres = charges.centres();
        if (!settings.has(CENTRING)) {
            findings.require(
                    centres.isEmpty(),
                    file,
                    "no centre is charged, and none is stated",
                    "a centre is charged, and none is stated");
            return;
        }
        double noise;
        try {
            noise = Double.parseDouble(settings.text(CENTRING));
        } catch (NumberFormatException e) {
            throw new UnreadableException("has a noise of the centring that is no number", e);
        }
        findings.require(
                charges.isCentreFirst() && centres.stream().allMatch(one -> one <= noise),
                file,
                "the mean of noise multiplier %s that examples are centred by is charged".formatted(noise),
                "examples are centred by a mean of noise multiplier %s, which is not charged with the first step"
                        .formatted(noise));
    }
}
