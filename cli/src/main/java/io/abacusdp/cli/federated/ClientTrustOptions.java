package io.abacusdp.cli.federated;

import io.abacusdp.cli.option.NumberConverters;
import io.abacusdp.federated.client.ClientTrust;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whom a client trusts, whatever the server says. */
final class ClientTrustOptions {
    @Option(
            names = "--max-colluders",
            paramLabel = "N",
            description = {
                "How many other clients may tell the server all they know, by this client's own judgement. It prices each",
                "sum as if they did, and declines one that does not hold against them. Default: 1. With 0, one fellow client",
                "that keeps to itself is counted all the same."
            })
    private @Nullable Integer colluders;

    @Option(
            names = "--min-participants",
            paramLabel = "N",
            converter = NumberConverters.Size.class,
            description = "Decline sums in which fewer clients can take part. Default: --max-colluders and 2 more.")
    private @Nullable Integer participants;

    @Option(
            names = "--min-threshold",
            paramLabel = "N",
            converter = NumberConverters.Size.class,
            description = {
                "Decline sums that fewer clients can make. Default: --max-colluders and 2 more. With any of these three, the",
                "client declines to show the server an update that is to be protected as a whole: it takes part by secure",
                "aggregation."
            })
    private @Nullable Integer threshold;

    /** None if nothing is said; the client then assumes the standard. */
    Optional<ClientTrust> trust() {
        if (colluders == null && participants == null && threshold == null) {
            return Optional.empty();
        }
        ClientTrust usual = colluders == null ? ClientTrust.standard() : ClientTrust.of(colluders);
        return Optional.of(new ClientTrust(
                usual.colluders(),
                participants == null ? usual.minimumParticipants() : participants,
                threshold == null ? usual.minimumThreshold() : threshold));
    }
}
