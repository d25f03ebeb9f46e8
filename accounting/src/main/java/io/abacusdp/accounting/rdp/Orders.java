package io.abacusdp.accounting.rdp;

import java.util.Arrays;

/** The Rényi orders over which a bound is minimised: a grid, or all orders. Immutable. */
public final class Orders {
    private static final Orders CONTINUOUS = new Orders(new double[0]);
    private static final Orders CLASSIC = new Orders(classic());

    private final double[] grid;

    private Orders(double[] grid) {
        this.grid = grid;
    }

    /** All orders above 1. */
    public static Orders continuous() {
        return CONTINUOUS;
    }

    /** The grid that most libraries start from: 1.1 to 10.9 by 0.1, and 11 to 63. */
    public static Orders classicGrid() {
        return CLASSIC;
    }

    /**
     * The given orders, sorted and without duplicates.
     *
     * @param orders at least one, each finite and above 1
     */
    public static Orders of(double... orders) {
        if (orders.length == 0) {
            throw new IllegalArgumentException("a grid must hold at least one order, got none");
        }
        return new Orders(Arrays.stream(orders)
                .map(RdpCurve::checkOrder)
                .sorted()
                .distinct()
                .toArray());
    }

    public boolean isContinuous() {
        return grid.length == 0;
    }

    /** The grid, in rising order; empty if all orders are meant. */
    public double[] grid() {
        return grid.clone();
    }

    private static double[] classic() {
        double[] orders = new double[99 + 53];
        for (int i = 0; i < 99; i++) {
            orders[i] = (i + 11) / 10.0;
        }
        for (int i = 0; i < 53; i++) {
            orders[99 + i] = 11 + i;
        }
        return orders;
    }
}
