package io.abacusdp.federated.privacy;

import io.abacusdp.accounting.Accountant;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.PrivacyProfile;
import io.abacusdp.accounting.auto.AutoAccountant;
import io.abacusdp.accounting.event.DpEvent;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Guarantees from a history. Those for records and those for clients hold under different adjacencies: one record more or less, and
 * one client with all its records as {@link ClientAdjacency} says. They cannot be compared, and their sum is no more than a
 * conservative total.
 *
 * <p>Assumes: which events were run was fixed beforehand, or depended on nothing private. Safe for use by several threads.
 */
public final class PrivacyCosts {
    private final Accountant accountant;
    private final double delta;
    private final Map<Priced, Guarantee> known = new ConcurrentHashMap<>();

    /**
     * By an accountant.
     *
     * @param delta of each of the two guarantees, in [0, 1)
     */
    public PrivacyCosts(Accountant accountant, double delta) {
        this.accountant = accountant;
        this.delta = PrivacyProfile.checkDelta(delta);
    }

    /** By the tightest accountant that there is. */
    public static PrivacyCosts best(double delta) {
        return new PrivacyCosts(AutoAccountant.best(), delta);
    }

    public double delta() {
        return delta;
    }

    /** A client and what holds for it. */
    public record OfClient(String client, Guarantee guarantee) {}

    private record Priced(DpEvent event, Adjacency adjacency) {}

    /** What an event costs each record. */
    public Guarantee ofRecord(DpEvent event) {
        return of(event, Adjacency.ADD_OR_REMOVE_ONE);
    }

    /** What an event costs each client as a whole, under the adjacency for which that holds. */
    public Guarantee ofClient(DpEvent event) {
        return of(event, ClientAdjacency.of(event));
    }

    private Guarantee of(DpEvent event, Adjacency adjacency) {
        return known.computeIfAbsent(
                new Priced(event, adjacency), unknown -> accountant.epsilon(event, adjacency, delta));
    }

    /** The client whose records have lost most; none if no records were charged. */
    public Optional<OfClient> worstRecords(PrivacyHistory history) {
        return worst(history.clients(), client -> ofRecord(history.records(client)));
    }

    /** What every client has lost to those who see released models only; none if nothing was charged. */
    public Optional<Guarantee> released(PrivacyHistory history) {
        return history.released().map(this::ofClient);
    }

    /** The client that has lost most to one who knows in which rounds it took part. */
    public Optional<OfClient> worstParticipant(PrivacyHistory history) {
        return worst(history.participants(), client -> ofClient(history.participations(client)));
    }

    private Optional<OfClient> worst(Set<String> clients, Function<String, Guarantee> cost) {
        Optional<OfClient> worst = Optional.empty();
        for (String client : clients) {
            Guarantee guarantee = cost.apply(client);
            if (worst.isEmpty() || guarantee.epsilon() > worst.get().guarantee().epsilon()) {
                worst = Optional.of(new OfClient(client, guarantee));
            }
        }
        return worst;
    }

    /**
     * The sum of the epsilons for records and for clients, rounded up, if both are guaranteed. Its delta is twice that of each.
     * It is not the epsilon of either adjacency, and more than either.
     */
    public OptionalDouble conservativeTotal(PrivacyHistory history) {
        Optional<OfClient> records = worstRecords(history);
        Optional<Guarantee> clients = released(history);
        return records.isPresent() && clients.isPresent()
                ? OptionalDouble.of(Math.nextUp(
                        records.get().guarantee().epsilon() + clients.get().epsilon()))
                : OptionalDouble.empty();
    }
}
