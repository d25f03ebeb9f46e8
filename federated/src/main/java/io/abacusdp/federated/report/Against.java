package io.abacusdp.federated.report;

import java.util.OptionalInt;

/** Against whom figures hold, in words. */
final class Against {
    private Against() {}

    /** A record's figure: the noise is its client's own. */
    static String ofRecords() {
        return "the public, the server, fellow clients, and all of these together";
    }

    /**
     * A client's figure, for those who see released models and do not know when it took part.
     *
     * @param colluders of secure aggregation; none if there is none
     */
    static String ofReleases(OptionalInt colluders, boolean areClientsSampled) {
        if (colluders.isPresent()) {
            return ofSums(colluders.getAsInt());
        }
        return areClientsSampled
                ? "the public and fellow clients, who do not know when it took part; not the server"
                : "the public and fellow clients; not the server";
    }

    /** A client's figure, for those who know when it took part and see released models only. */
    static String ofKnownParticipation() {
        return "the public and fellow clients, knowing when it took part; not the server";
    }

    private static String ofSums(int colluders) {
        return switch (colluders) {
            case 0 -> "the public, any one fellow client, and the server by itself; not the server with a client";
            case 1 -> "the public, any one fellow client, and the server, also with one client on its side";
            default ->
                "the public, and the server, also with up to %d clients on its side; up to %d fellow clients together"
                        .formatted(colluders, colluders);
        };
    }
}
