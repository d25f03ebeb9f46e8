package io.abacusdp.federated.budget;

/**
 * A client said that it has charged itself more often than it was handed tasks. Either that is not so, or the server's ledger has
 * lost attempts; as few others say so, the client is not believed.
 *
 * @param attempt in which it said so
 * @param claimed how often it says that it has charged itself
 * @param possible how often it can have, at most
 */
public record Quarantine(Attempt attempt, long claimed, long possible) {
    /** For people. In which attempt it was is left out, as that would tell when the client was asked. */
    public String describe(String client) {
        return ("%s is left out from now on: it says that it has charged itself %d times, and it was handed at most %d tasks. Either"
                        + " that is not so, or this ledger has lost attempts; what it has spent stands in its own ledger")
                .formatted(client, claimed, possible);
    }
}
