package io.abacusdp.federated.net;

import java.util.HashMap;
import java.util.Map;

/** Counts what is under way, and says no before it is too much. Safe for use by several threads. */
final class Admission {
    private final ServerLimits limits;
    private final Map<String, Integer> callsOf = new HashMap<>();
    private int calls;
    private long bytes;

    Admission(ServerLimits limits) {
        this.limits = limits;
    }

    synchronized boolean enter(String client) {
        int own = callsOf.getOrDefault(client, 0);
        if (calls >= limits.calls() || own >= ServerLimits.CALLS_OF_ONE) {
            return false;
        }
        calls++;
        callsOf.put(client, own + 1);
        return true;
    }

    synchronized void leave(String client) {
        calls--;
        callsOf.computeIfPresent(client, (name, own) -> own == 1 ? null : own - 1);
    }

    synchronized boolean take(long content) {
        if (content > limits.contentsInFlight() - bytes) {
            return false;
        }
        bytes += content;
        return true;
    }

    synchronized void giveBack(long content) {
        bytes -= content;
    }

    /** Calls that are under way. */
    synchronized int calls() {
        return calls;
    }

    /** Bytes of contents that are being received. */
    synchronized long bytes() {
        return bytes;
    }
}
