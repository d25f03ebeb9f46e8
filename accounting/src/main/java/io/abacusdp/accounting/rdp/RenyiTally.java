package io.abacusdp.accounting.rdp;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.event.Composition;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.GivenRdp;
import io.abacusdp.accounting.event.Repeated;
import java.util.Arrays;
import java.util.Objects;

/**
 * A running Rényi total on a grid of orders, for those who compose step by step. Its best order is picked at the end: for
 * plans that are chosen by what was seen before, use a filter.
 *
 * <p>It keeps events, not only their sum: replaying the history gives the same figures to the last bit, whatever the order
 * or the size of the steps. A refused call changes nothing. Not safe for use by several threads.
 */
public final class RenyiTally {
    private final Orders orders;
    private final Conversion conversion;
    private final Adjacency adjacency;
    private final Composition history = new Composition();

    /** The classic grid, the tightest conversion, add-or-remove-one. */
    public RenyiTally() {
        this(Orders.classicGrid(), Conversion.OPTIMAL, Adjacency.ADD_OR_REMOVE_ONE);
    }

    /**
     * A tally that starts empty.
     *
     * @param orders a grid, not all orders: a curve that is given on the orders must have some
     */
    public RenyiTally(Orders orders, Conversion conversion, Adjacency adjacency) {
        if (orders.isContinuous()) {
            throw new IllegalArgumentException("a running total needs a grid of orders; use Orders.of(...)");
        }
        this.orders = orders;
        this.conversion = Objects.requireNonNull(conversion, "conversion");
        this.adjacency = Objects.requireNonNull(adjacency, "adjacency");
    }

    /** Adds so many Gaussian releases. */
    public RenyiTally composeGaussian(double noiseMultiplier, long steps) {
        return compose(new Repeated(steps, new Gaussian(noiseMultiplier)));
    }

    /**
     * Adds an event.
     *
     * @throws io.abacusdp.accounting.UnsupportedEventException if it has no Rényi bound
     */
    public RenyiTally compose(DpEvent event) {
        // Before anything changes: is there a bound for all of it?
        RdpRules.loss(Composition.of(event), adjacency);
        history.add(event);
        return this;
    }

    /**
     * Adds a mechanism of which the Rényi divergence is known at the orders of this tally.
     *
     * @param curve one value for each of {@link #orders()}, not negative
     */
    public RenyiTally composeRdp(double... curve) {
        return compose(new GivenRdp(
                Arrays.stream(orders.grid()).boxed().toList(),
                Arrays.stream(curve).boxed().toList()));
    }

    /** The grid, in rising order. */
    public double[] orders() {
        return orders.grid();
    }

    /** The Rényi divergence so far at each order of the grid, apart from {@link #deltaApart()}. */
    public double[] rdpCurve() {
        RdpCurve curve = loss().curve();
        return Arrays.stream(orders.grid()).map(curve::at).toArray();
    }

    /** The Rényi divergence so far at any order above 1, on the grid or not. */
    public double rdpAt(double order) {
        return loss().curve().at(RdpCurve.checkOrder(order));
    }

    /** The probability of a failure that no curve covers: what (epsilon, delta) events brought with them. */
    public double deltaApart() {
        return loss().delta();
    }

    /** Epsilon at the given delta, with the order at which it was found; 0 if nothing was composed. */
    public Guarantee epsilon(double delta) {
        return profile().epsilon(delta);
    }

    /** Delta at the given epsilon, with the order at which it was found. */
    public Guarantee delta(double epsilon) {
        return profile().delta(epsilon);
    }

    /** Sum of the curve over the grid: 0 if and only if nothing was lost. An indicator of change, not a guarantee. */
    public double totalRdpMass() {
        return Arrays.stream(rdpCurve()).sum();
    }

    /** All that was composed, as one event. */
    public DpEvent history() {
        return history.toEvent();
    }

    private RdpProfile profile() {
        return new RdpProfile(loss(), history.terms().isEmpty(), orders, conversion, adjacency);
    }

    private RdpLoss loss() {
        return RdpRules.loss(history, adjacency);
    }
}
