package io.abacusdp.federated.privacy;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.event.Skellam;

/**
 * Under which adjacency a client as a whole is protected.
 *
 * <p>Where the server adds the noise, the noise is the same whether a client is there or not: one client more or less. Skellam noise
 * is made by the clients in parts, and one that is away takes its part along. So neighbours are those of which both have
 * the client and its noise, and in one its update is zero: zero-out. A Gaussian of the server's costs the same under both, hence a
 * history that has some of each is one of zero-out.
 */
public final class ClientAdjacency {
    private ClientAdjacency() {}

    /** The one under which the cost of an event holds for clients. */
    public static Adjacency of(DpEvent event) {
        return hasNoiseOfClients(event) ? Adjacency.ZERO_OUT : Adjacency.ADD_OR_REMOVE_ONE;
    }

    /** Whether clients made noise of it themselves. */
    public static boolean hasNoiseOfClients(DpEvent event) {
        if (event instanceof Composed composed) {
            return composed.events().stream().anyMatch(ClientAdjacency::hasNoiseOfClients);
        }
        if (event instanceof Repeated repeated) {
            return hasNoiseOfClients(repeated.event());
        }
        if (event instanceof PoissonSampled sampled) {
            return hasNoiseOfClients(sampled.event());
        }
        return event instanceof Skellam;
    }
}
