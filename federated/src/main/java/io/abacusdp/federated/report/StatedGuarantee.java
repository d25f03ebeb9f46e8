package io.abacusdp.federated.report;

import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.federated.privacy.PrivacyCosts;
import io.abacusdp.federated.privacy.PrivacyHistory;
import io.abacusdp.federated.privacy.PrivacyStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * A guarantee, with whom it protects and against whom it holds.
 *
 * @param event what it is the cost of
 */
public record StatedGuarantee(String who, String against, Guarantee guarantee, DpEvent event) {
    private static final String RECORD = "a record of ";

    /**
     * What a run has to do with who is protected from whom.
     *
     * @param colluders of secure aggregation; none if there is none
     */
    public record Setting(PrivacyStyle style, OptionalInt colluders, boolean areClientsSampled) {}

    /** All guarantees of what was spent, that for records first. */
    public static List<StatedGuarantee> of(Setting setting, PrivacyHistory history, PrivacyCosts costs) {
        List<StatedGuarantee> all = new ArrayList<>();
        String releases = Against.ofReleases(setting.colluders(), setting.areClientsSampled());
        if (setting.style().protectsRecords()) {
            costs.worstRecords(history)
                    .ifPresent(worst -> all.add(new StatedGuarantee(
                            RECORD + worst.client(),
                            Against.ofRecords(),
                            worst.guarantee(),
                            history.records(worst.client()))));
        }
        costs.released(history)
                .ifPresent(guarantee -> all.add(new StatedGuarantee(
                        "a client", releases, guarantee, history.released().orElseThrow())));
        costs.worstParticipant(history)
                .ifPresent(worst -> all.add(new StatedGuarantee(
                        "the client " + worst.client(),
                        setting.colluders().isPresent() ? releases : Against.ofKnownParticipation(),
                        worst.guarantee(),
                        history.participations(worst.client()))));
        return all;
    }

    /** The client whose records those words are of; empty if they are of none. */
    static String clientOfRecords(String who) {
        return who.startsWith(RECORD) ? who.substring(RECORD.length()) : "";
    }
}
