package io.abacusdp.federated.net;

import java.time.Duration;

/**
 * What clients may take of a server.
 *
 * @param content longest content, in bytes
 * @param contentsInFlight bytes of all contents that are being received at a time; at least one content
 * @param calls at a time, of all clients
 * @param longPoll longest time that a client may wait for a task in one call
 * @param transfer longest time that a call may take besides
 */
public record ServerLimits(int content, long contentsInFlight, int calls, Duration longPoll, Duration transfer) {
    /** Calls of one client at a time: one, and one that takes its place after a connection was lost. */
    static final int CALLS_OF_ONE = 2;

    public ServerLimits {
        if (!(content >= 1 && contentsInFlight >= content && calls >= 1)) {
            throw new IllegalArgumentException("limits must be positive, and all contents at least one, got content "
                    + content + ", contents in flight " + contentsInFlight + ", calls " + calls);
        }
        require("long poll", longPoll);
        require("transfer", transfer);
    }

    /** Contents of 64 MiB, 256 MiB of them at a time, 2,000 calls, 20 s of waiting, 2 minutes of transfer. */
    public static ServerLimits standard() {
        return new ServerLimits(64 << 20, 256L << 20, 2000, Duration.ofSeconds(20), Duration.ofMinutes(2));
    }

    private static void require(String name, Duration value) {
        if (value.isNegative() || value.isZero() || value.compareTo(Duration.ofHours(1)) > 0) {
            throw new IllegalArgumentException(name + " must be positive and at most an hour, got " + value);
        }
    }
}
