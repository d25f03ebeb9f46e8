package io.abacusdp.federated.net;

import java.time.Duration;

/**
 * What a client takes from a server, and how long it waits for it.
 *
 * @param content longest content, in bytes
 * @param transfer longest time that a call may take besides waiting
 */
public record ClientLimits(int content, Duration transfer, Reconnection reconnection) {
    public ClientLimits {
        if (content < 1 || transfer.isNegative() || transfer.isZero()) {
            throw new IllegalArgumentException(
                    "limits must be positive, got content " + content + ", transfer " + transfer);
        }
    }

    /** Contents of 64 MiB and two minutes of transfer, as {@link ServerLimits#standard}. */
    public static ClientLimits of(Reconnection reconnection) {
        return new ClientLimits(64 << 20, Duration.ofMinutes(2), reconnection);
    }
}
