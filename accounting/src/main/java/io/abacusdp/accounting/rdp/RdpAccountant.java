package io.abacusdp.accounting.rdp;

import io.abacusdp.accounting.Accountant;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.PrivacyProfile;
import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.accounting.event.Composition;
import io.abacusdp.accounting.event.DpEvent;
import java.util.Objects;
import java.util.Optional;

/** Rényi accounting: the curve of each event, summed, and converted at the best order. Immutable. */
public final class RdpAccountant implements Accountant {
    private static final double[] JUST_ABOVE_1 = {1 + 1e-9, 1 + 1e-6, 1 + 1e-4, 1 + 1e-2};

    private final Orders orders;
    private final Conversion conversion;

    /** All orders and the tightest conversion. */
    public RdpAccountant() {
        this(Orders.continuous(), Conversion.OPTIMAL);
    }

    public RdpAccountant(Orders orders, Conversion conversion) {
        this.orders = Objects.requireNonNull(orders, "orders");
        this.conversion = Objects.requireNonNull(conversion, "conversion");
    }

    @Override
    public String name() {
        return RdpRules.NAME;
    }

    @Override
    public Optional<UnsupportedEventException> refusal(DpEvent event, Adjacency adjacency) {
        return UnsupportedEventException.of(() -> RdpRules.loss(Composition.of(event), adjacency));
    }

    @Override
    public PrivacyProfile profile(DpEvent event, Adjacency adjacency) {
        Composition history = Composition.of(event);
        RdpProfile plain = new RdpProfile(
                RdpRules.loss(history, adjacency), history.terms().isEmpty(), orders, conversion, adjacency);
        return orders.isContinuous() && RdpRules.canBeCut(history, adjacency)
                ? new CutProfile(
                        plain,
                        cut -> new RdpProfile(
                                RdpRules.cutLoss(history, adjacency, cut), false, orders, conversion, adjacency))
                : plain;
    }

    /**
     * The Rényi divergence of the event.
     *
     * @throws UnsupportedEventException also if a delta has to be kept apart from the curve
     */
    public RdpCurve curve(DpEvent event, Adjacency adjacency) {
        return RdpRules.curve(event, adjacency);
    }

    /**
     * The Rényi divergence of the event at one order, of which 1, the Kullback-Leibler divergence, and infinity, the largest loss, are
     * limits: at 1 the least of the curve just above it, as it does not decrease; at infinity the ε of pure privacy, if there is one.
     *
     * @param order at least 1, possibly infinite
     * @throws UnsupportedEventException as {@link #curve} does
     */
    public double divergence(DpEvent event, Adjacency adjacency, double order) {
        if (!(order >= 1)) {
            throw new IllegalArgumentException("a Rényi order must be at least 1, got " + order);
        }
        RdpCurve curve = curve(event, adjacency);
        if (order == 1) {
            double least = Double.POSITIVE_INFINITY;
            for (double above : JUST_ABOVE_1) {
                least = Math.min(least, curve.at(above));
            }
            return least;
        }
        return order < Double.POSITIVE_INFINITY ? curve.at(order) : RdpRules.pureEpsilon(event, adjacency);
    }

    /**
     * What sampling a share of the records without replacement costs at least, to see how tight the bound for it is: no
     * guarantee, but a value that some mechanism with this curve reaches.
     *
     * @param rate sample size over number of records, in (0, 1)
     * @param curve of what is run on the sample, under replace-one
     * @param order an integer, at least 2
     */
    public static double withoutReplacementLower(double rate, RdpCurve curve, int order) {
        if (!(rate > 0 && rate < 1 && order >= 2)) {
            throw new IllegalArgumentException(
                    "the lower bound needs a rate in (0, 1) and an order of at least 2, got " + rate + " and " + order);
        }
        return SampledRdp.withoutReplacementLower(rate, curve, order);
    }
}
