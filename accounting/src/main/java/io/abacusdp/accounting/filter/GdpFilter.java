package io.abacusdp.accounting.filter;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.accounting.event.Composition;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.TreeAggregation;
import io.abacusdp.accounting.event.TreeEpochs;
import io.abacusdp.accounting.numeric.RoundedUp;
import io.abacusdp.accounting.rdp.RdpAccountant;
import java.util.Map;
import java.util.Objects;

/**
 * A budget of Gaussian differential privacy, in memory, for releases with Gaussian noise that are chosen in view of the ones before: at whatever time they
 * end, they are together no worse than one Gaussian with this μ. Tighter than Rényi filters, which lose in the conversion to (ε, δ).
 *
 * <p>Formula: μ² = Σ μ_i², μ_i the sensitivity over the noise of release i; a release is refused that would take the sum above the limit.
 *
 * <p>Source: Smith, Thakurta 2022, arXiv:2210.17520; Koskela, Tobaben, Honkela 2022, arXiv:2209.15596.
 *
 * <p>Limits: only Gaussian noise without sampling, trees of it among them; everything else is refused by name, as it is not Gaussian-private with any such
 * sum. Each request costs the same, however many there were. Safe for use by several threads.
 *
 * <p>Example: {@code new GdpFilter(1, Adjacency.ADD_OR_REMOVE_ONE).request(new Gaussian(4))} is granted or refused, and a
 * refused release is not to be made.
 */
public final class GdpFilter implements PrivacyFilter {
    private static final String NAME = "gdp filter";
    private static final RdpAccountant RENYI = new RdpAccountant();

    private final double mu;
    private final double most;
    private final Adjacency adjacency;
    private double squares;

    /**
     * A filter.
     *
     * @param mu finite, above 0
     */
    public GdpFilter(double mu, Adjacency adjacency) {
        if (!(mu > 0 && mu < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("mu must be finite and above 0, got " + mu);
        }
        this.mu = mu;
        this.most = Math.nextDown(mu * mu);
        this.adjacency = Objects.requireNonNull(adjacency, "adjacency");
    }

    /**
     * Spends the event and grants it, or refuses it.
     *
     * @throws UnsupportedEventException if a part of the event is anything but Gaussian noise; nothing is spent
     */
    @Override
    public synchronized Decision request(DpEvent event) {
        double total = squares;
        for (Map.Entry<DpEvent, Long> term : Composition.of(event).terms().entrySet()) {
            total = RoundedUp.sum(total, RoundedUp.product(term.getValue(), square(term.getKey())));
        }
        if (!(total <= most)) {
            return new Decision.Refused("with it, mu would be %s, and the limit is %s".formatted(root(total), mu));
        }
        squares = total;
        return new Decision.Granted();
    }

    /** The divergence of a Gaussian is μ²/2 times its order. */
    private double square(DpEvent event) {
        if (event instanceof Gaussian || event instanceof TreeAggregation || event instanceof TreeEpochs) {
            return Math.nextUp(RENYI.curve(event, adjacency).at(2));
        }
        throw new UnsupportedEventException(
                NAME, event, "it is not Gaussian noise without sampling; use a Rényi filter");
    }

    /** μ of what was granted so far, rounded up. */
    public synchronized double spent() {
        return root(squares);
    }

    private static double root(double square) {
        return square == 0 ? 0 : Math.nextUp(Math.sqrt(square));
    }
}
