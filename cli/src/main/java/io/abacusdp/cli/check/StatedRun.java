package io.abacusdp.cli.check;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.DpEvent;
import java.util.OptionalDouble;

/**
 * What a file says of a run, for comparison with other files of it.
 *
 * @param file its name
 * @param epsilon none if it claims none, as under a test seed
 * @param noise multiplier, if it is said
 * @param event everything that was charged
 * @param model as JSON; empty if it does not say
 * @param words what it says besides
 */
record StatedRun(
        String file,
        OptionalDouble epsilon,
        double delta,
        Adjacency adjacency,
        OptionalDouble noise,
        DpEvent event,
        String model,
        StatedWords words) {
    /** Compares with another file of the same run. */
    void compare(StatedRun other, Findings findings) {
        String subject = file + ", " + other.file;
        findings.require(
                event.equals(other.event),
                subject,
                "the same charges",
                "the charges of one are not those of the other");
        boolean same = epsilon.equals(other.epsilon) && delta == other.delta && adjacency == other.adjacency;
        findings.require(
                same, subject, "the same epsilon, delta and adjacency", "%s and %s".formatted(claim(), other.claim()));
        words.compare(other.words, findings, subject);
        if (!model.isEmpty() && !other.model.isEmpty()) {
            findings.require(
                    model.equals(other.model), subject, "the same model", "the model of one is not that of the other");
        }
    }

    private String claim() {
        return "epsilon %s at delta %s under %s"
                .formatted(
                        epsilon.isPresent() ? StatedEpsilon.exact(epsilon.getAsDouble()) : "none",
                        StatedEpsilon.exact(delta),
                        adjacency.id());
    }
}
