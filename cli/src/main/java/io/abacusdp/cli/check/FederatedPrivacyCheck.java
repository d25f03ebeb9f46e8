package io.abacusdp.cli.check;

import io.abacusdp.accounting.Accountant;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.federated.privacy.ClientAdjacency;
import io.abacusdp.federated.privacy.HistoryJson;
import io.abacusdp.federated.privacy.PrivacyHistory;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** What a checkpoint or a report of a federation says of privacy: that its epsilons are those of its events. */
final class FederatedPrivacyCheck {
    /** Clients with histories of their own; equal ones are priced once. */
    private static final int MAX_HISTORIES = 2_000;

    static final String RECORDS = "cumulative_sample_epsilon";
    static final String RELEASED = "cumulative_user_epsilon";
    static final String PARTICIPATION = "cumulative_user_epsilon_sampling_known";

    private final Findings findings;
    private final String name;
    private final JsonFields privacy;
    private final StatedEpsilon stated;

    /** @param name of the file */
    FederatedPrivacyCheck(Findings findings, String name, JsonFields privacy, Accountant accountant) {
        this.findings = findings;
        this.name = name;
        this.privacy = privacy;
        this.stated = new StatedEpsilon(name, accountant);
    }

    /** Prices all events again. */
    void check() throws UnreadableException {
        PrivacyHistory history = history();
        double delta = privacy.delta("target_delta");
        Set<DpEvent> records = new HashSet<>();
        history.clients().forEach(client -> records.add(history.records(client)));
        checkWorst(RECORDS, records, delta);
        checkWorst(RELEASED, history.released().map(Set::of).orElse(Set.of()), delta);
        Set<DpEvent> participations = new HashSet<>();
        history.participants().forEach(client -> participations.add(history.participations(client)));
        checkWorst(PARTICIPATION, participations, delta);
        checkAdjacency(
                "sample_adjacency", records.isEmpty() ? Optional.empty() : Optional.of(Adjacency.ADD_OR_REMOVE_ONE));
        checkAdjacency("user_adjacency", history.released().map(ClientAdjacency::of));
    }

    /** The one under which the figure holds, and no other. */
    private void checkAdjacency(String field, Optional<Adjacency> expected) throws UnreadableException {
        String stated = privacy.has(field) ? privacy.text(field) : "none";
        String truth = expected.map(Adjacency::id).orElse("none");
        if (!stated.equals(truth)) {
            findings.wrong(name, "%s is said to be %s, and the figure holds under %s".formatted(field, stated, truth));
        }
    }

    /** The events that it states. */
    PrivacyHistory history() throws UnreadableException {
        try {
            return HistoryJson.read(privacy.node());
        } catch (IllegalArgumentException e) {
            throw new UnreadableException("has no valid history: " + e.getMessage(), e);
        }
    }

    /** The stated epsilon must be enough for every history; findings name the figure, not each client. */
    private void checkWorst(String field, Set<DpEvent> histories, double delta) throws UnreadableException {
        OptionalDouble epsilon = privacy.optionalNumber(field);
        if (epsilon.isEmpty()) {
            findings.require(
                    histories.isEmpty(),
                    name,
                    field + ": none, as nothing was charged",
                    field + " is missing, and there are charges for it");
            return;
        }
        if (histories.size() > MAX_HISTORIES) {
            findings.wrong(name, "has more than %d different histories; they were not priced".formatted(MAX_HISTORIES));
            return;
        }
        Findings each = new Findings();
        for (DpEvent event : histories) {
            stated.check(
                    each,
                    field,
                    epsilon.getAsDouble(),
                    delta,
                    field.equals(RECORDS) ? Adjacency.ADD_OR_REMOVE_ONE : ClientAdjacency.of(event),
                    event);
        }
        if (each.wrong() > 0) {
            findings.addWrong(each);
        } else if (histories.size() == 1) {
            findings.addAll(each);
        } else {
            findings.holds(
                    name,
                    "%s %s is not below what any of %d different histories costs"
                            .formatted(field, StatedEpsilon.exact(epsilon.getAsDouble()), histories.size()));
        }
    }
}
