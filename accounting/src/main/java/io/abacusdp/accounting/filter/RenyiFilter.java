package io.abacusdp.accounting.filter;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.DpEvent;
import java.util.Objects;

/**
 * A budget in memory for releases that are chosen in view of the ones before. Safe for use by several threads.
 *
 * <p>Example: {@code new RenyiFilter(new ZcdpLimit(0.5), Adjacency.ADD_OR_REMOVE_ONE).request(new Gaussian(4))} is granted
 * or refused, and a refused release is not to be made.
 */
public final class RenyiFilter implements PrivacyFilter {
    private final Limit limit;
    private final Adjacency adjacency;
    private RenyiCost spent = RenyiCost.ZERO;

    public RenyiFilter(Limit limit, Adjacency adjacency) {
        this.limit = Objects.requireNonNull(limit, "limit");
        this.adjacency = Objects.requireNonNull(adjacency, "adjacency");
    }

    /**
     * Spends the event and grants it, or refuses it.
     *
     * @throws io.abacusdp.accounting.UnsupportedEventException if the event has no Rényi bound; nothing is spent
     */
    @Override
    public synchronized Decision request(DpEvent event) {
        RenyiCost total = spent.plus(RenyiCost.of(event, adjacency));
        if (!limit.admits(total)) {
            Binding binding = limit.binding(total);
            return new Decision.Refused("with it, %s would be %s, and the limit is %s"
                    .formatted(binding.measure(), binding.used(), binding.limit()));
        }
        spent = total;
        return new Decision.Granted();
    }

    /** What was granted so far. */
    public synchronized RenyiCost spent() {
        return spent;
    }
}
