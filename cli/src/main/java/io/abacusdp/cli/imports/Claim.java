package io.abacusdp.cli.imports;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.event.Composition;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.NonPrivate;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.rdp.Conversion;
import io.abacusdp.accounting.rdp.Orders;
import io.abacusdp.accounting.rdp.RdpAccountant;
import io.abacusdp.accounting.risk.GdpEstimate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;

/**
 * What another library says of a run.
 *
 * @param method how it comes to its figure
 * @param at the figure at a delta
 */
record Claim(String method, DoubleFunction<Figure> at) {
    /** The orders from 1.1 to 10.9 that most libraries begin with. */
    private static final int TENTHS = 99;

    /** Said where the best order is no integer. */
    private static final String FRACTIONAL =
            "its best order is no integer, where the library sums a series of its own that is known to err;"
                    + " the figure here is that of the formula";

    /**
     * A figure that a library gives.
     *
     * @param epsilon what it says
     * @param notes what is to be known of it
     */
    record Figure(double epsilon, List<String> notes) {
        Figure {
            notes = List.copyOf(notes);
        }
    }

    /**
     * Rényi accounting over a grid, converted as Balle et al. do (arXiv:1905.09982, theorem 21), which Opacus and
     * dp_accounting have in common. Their formula, evaluated by us: only of Gaussian noise, plain or Poisson-sampled, is it
     * theirs for certain.
     */
    static Claim renyi(String method, DpEvent event, Orders orders) {
        return renyi(method, event, orders, Conversion.BALLE);
    }

    /** The same by another conversion. */
    static Claim renyi(String method, DpEvent event, Orders orders, Conversion conversion) {
        RdpAccountant accountant = new RdpAccountant(orders, conversion);
        return new Claim(method, delta -> {
            Guarantee guarantee = accountant.epsilon(event, Adjacency.ADD_OR_REMOVE_ONE, delta);
            List<String> notes = new ArrayList<>(guarantee.notes());
            guarantee.order().ifPresent(order -> {
                if (order != Math.rint(order) && isSampled(event)) {
                    notes.add(FRACTIONAL);
                }
            });
            return new Figure(guarantee.epsilon(), notes);
        });
    }

    /** The central-limit figure, which is no bound. */
    static Claim centralLimit(String method, DpEvent event) {
        return new Claim(
                method,
                delta -> new Figure(
                        isGaussian(event)
                                ? GdpEstimate.of(event, Adjacency.ADD_OR_REMOVE_ONE)
                                        .epsilon(delta)
                                : Double.POSITIVE_INFINITY,
                        List.of(GdpEstimate.WARNING)));
    }

    /** A figure that the file states; it holds, if at all, at the delta of the file. */
    static Claim stated(String method, double epsilon) {
        return new Claim(method, delta -> new Figure(epsilon, List.of("stated in the file, at the file's own delta")));
    }

    private static boolean isSampled(DpEvent event) {
        return Composition.of(event).terms().keySet().stream().anyMatch(PoissonSampled.class::isInstance);
    }

    /** Whether all of it is Gaussian noise, plain or Poisson-sampled. */
    static boolean isGaussian(DpEvent event) {
        return Composition.of(event).terms().keySet().stream()
                .allMatch(term -> term instanceof Gaussian
                        || (term instanceof PoissonSampled sampled && sampled.event() instanceof Gaussian));
    }

    /** Whether Rényi accounting of others has the same formula for it: Gaussian noise, or none at all. */
    static boolean isCommon(DpEvent event) {
        return Composition.of(event).terms().keySet().stream()
                .allMatch(term -> term instanceof NonPrivate || isGaussian(term));
    }

    /** 1.1 to 10.9 by tenths, whole numbers between two, and more. */
    static Orders orders(int from, int to, double... more) {
        double[] orders = new double[TENTHS + to - from + 1 + more.length];
        for (int i = 0; i < TENTHS; i++) {
            orders[i] = (i + 11) / 10.0;
        }
        for (int order = from; order <= to; order++) {
            orders[TENTHS + order - from] = order;
        }
        System.arraycopy(more, 0, orders, orders.length - more.length, more.length);
        return Orders.of(orders);
    }
}
