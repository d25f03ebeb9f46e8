package io.abacusdp.federated.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.federated.privacy.PrivacyCosts;
import io.abacusdp.federated.privacy.PrivacyHistory;
import io.abacusdp.federated.server.FederationPlan;
import io.abacusdp.federated.server.FederationServer;
import io.abacusdp.federated.server.SecureRoster;
import io.abacusdp.training.noise.RandomStreams;
import io.abacusdp.training.report.Provenance;
import io.abacusdp.training.report.ReportBlock;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a federated run guarantees to whom, what it does not, and how it went. The guarantees for records and for clients hold
 * under different adjacencies and stand apart; their sum is there under the name 'conservative total' only.
 *
 * @param history all that was ever reserved
 * @param rounds those whose models were released
 * @param forecast how many more rounds the limits allow; none if there is no limit
 * @param provenance the command that began the run, and the program
 */
public record FederationReport(
        FederationPlan plan,
        RandomStreams streams,
        PrivacyHistory history,
        PrivacyCosts costs,
        FederationServer.Ended ended,
        List<MeasuredRound> rounds,
        Optional<Long> forecast,
        List<String> notes,
        Provenance provenance) {
    /** The note of a run whose test set is a part of its clients' records. */
    public static final String HELD_APART =
            "About a fifth of each client's records was held apart as a public test set, as was asked for: what is measured on"
                    + " these is published without noise, and no guarantee covers them. Whether a record is one of them depends"
                    + " on its own contents and on nothing else. With --test, no record of a client is one.";

    public FederationReport {
        rounds = List.copyOf(rounds);
        notes = List.copyOf(notes);
    }

    /** All guarantees, that for records first. */
    List<StatedGuarantee> stated() {
        Optional<SecureRoster> secure = plan.secure();
        return StatedGuarantee.of(
                new StatedGuarantee.Setting(
                        plan.style(),
                        secure.isPresent() ? OptionalInt.of(secure.get().colluders()) : OptionalInt.empty(),
                        plan.clientRate() < 1),
                history,
                costs);
    }

    /** For programs; the pages are made from it. */
    public ObjectNode json() {
        return FederationReportJson.of(this);
    }

    /** The one thing to read. */
    public ReportBlock lead() {
        return new FederationDocument(json()).lead();
    }
}
