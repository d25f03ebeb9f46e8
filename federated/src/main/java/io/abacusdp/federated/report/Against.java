package io.abacusdp.federated.report;

import io.abacusdp.federated.server.FederationPlan;
import io.abacusdp.federated.server.SecureRoster;

/** Against whom the figures of a plan hold, in words. */
final class Against {
    private Against() {}

    /** A record's figure: the noise is its client's own. */
    static String ofRecords() {
        return "the public, the server, fellow clients, and all of these together";
    }

    /** A client's figure, for those who see released models and do not know when it took part. */
    static String ofReleases(FederationPlan plan) {
        return plan.secure()
                .map(Against::ofSums)
                .orElse(
                        plan.clientRate() < 1
                                ? "the public and fellow clients, who do not know when it took part; not the server"
                                : "the public and fellow clients; not the server");
    }

    /** A client's figure, for those who know when it took part and see released models only. */
    static String ofKnownParticipation() {
        return "the public and fellow clients, knowing when it took part; not the server";
    }

    private static String ofSums(SecureRoster roster) {
        return switch (roster.colluders()) {
            case 0 -> "the public, any one fellow client, and the server by itself; not the server with a client";
            case 1 -> "the public, any one fellow client, and the server, also with one client on its side";
            default ->
                "the public, and the server, also with up to %d clients on its side; up to %d fellow clients together"
                        .formatted(roster.colluders(), roster.colluders());
        };
    }
}
