package io.abacusdp.accounting.rdp;

import java.util.function.DoubleUnaryOperator;
import java.util.function.IntToDoubleFunction;

/**
 * The order with the least bound. Every order gives a valid one, so that a search that misses the best costs tightness and
 * never safety.
 */
final class OrderSearch {
    private static final double LEAST = 1e-9;
    private static final double GREATEST = 1e8;
    private static final double COARSE = Math.sqrt(Math.E);

    /** Beyond this, orders are integers: the bound is flat there, and integer orders are the cheap ones. */
    private static final double INTEGERS_FROM = 200;

    private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;
    private static final int REFINEMENTS = 40;
    private static final int PROBES = 8;

    private OrderSearch() {}

    /** An order and the bound found there. */
    record Best(double order, double bound) {
        private Best orLess(Best other) {
            return other.bound < bound ? other : this;
        }
    }

    /**
     * Over all orders: α − 1 by factors of √e, and powers of two, at which some bounds end; then golden section around
     * the best, and the integers next to it, where bounds that are proven at integers have their kinks.
     *
     * @param bound at an order
     * @param floor at an order, below which no bound at this or a higher order can be expected
     */
    static Best continuous(DoubleUnaryOperator bound, DoubleUnaryOperator floor) {
        Best best = new Best(2, bound.applyAsDouble(2));
        for (double above = COARSE; above < GREATEST; above *= COARSE) {
            double order = rounded(above);
            if (floor.applyAsDouble(order) > best.bound) {
                break;
            }
            best = best.orLess(new Best(order, bound.applyAsDouble(order)));
        }
        for (double above = 1 / COARSE; above > LEAST; above /= COARSE) {
            best = best.orLess(new Best(1 + above, bound.applyAsDouble(1 + above)));
        }
        for (double order = 4; order <= 1024 && floor.applyAsDouble(order) <= best.bound; order *= 2) {
            best = best.orLess(new Best(order, bound.applyAsDouble(order)));
        }
        if (best.bound == 0) {
            return best;
        }
        Best smooth = refined(best, bound);
        double below = Math.max(2, Math.floor(smooth.order));
        return smooth.orLess(new Best(below, bound.applyAsDouble(below)))
                .orLess(new Best(below + 1, bound.applyAsDouble(below + 1)));
    }

    private static Best refined(Best coarse, DoubleUnaryOperator bound) {
        double left = Math.log(coarse.order - 1) - Math.log(COARSE);
        double right = left + 2 * Math.log(COARSE);
        double inner = right - GOLDEN * (right - left);
        double outer = left + GOLDEN * (right - left);
        Best first = at(inner, bound);
        Best second = at(outer, bound);
        Best best = coarse.orLess(first).orLess(second);
        for (int i = 0; i < REFINEMENTS && right - left > 1e-5; i++) {
            if (first.bound <= second.bound) {
                right = outer;
                outer = inner;
                second = first;
                inner = right - GOLDEN * (right - left);
                first = at(inner, bound);
                best = best.orLess(first);
            } else {
                left = inner;
                inner = outer;
                first = second;
                outer = left + GOLDEN * (right - left);
                second = at(outer, bound);
                best = best.orLess(second);
            }
        }
        return best;
    }

    private static Best at(double logAbove, DoubleUnaryOperator bound) {
        double order = rounded(Math.exp(logAbove));
        return new Best(order, bound.applyAsDouble(order));
    }

    private static double rounded(double above) {
        return 1 + above > INTEGERS_FROM ? Math.rint(1 + above) : 1 + above;
    }

    /**
     * Over a grid: the best of the order with the least cheap bound and of a few orders spread over the grid, and from
     * there along the grid while the tight bound improves.
     *
     * @param orders the grid
     * @param cheap upper bound on tight at each order
     * @param tight bound at the i-th order
     */
    static Best onGrid(double[] orders, double[] cheap, IntToDoubleFunction tight) {
        int start = 0;
        for (int i = 1; i < orders.length; i++) {
            if (cheap[i] < cheap[start]) {
                start = i;
            }
        }
        double least = tight.applyAsDouble(start);
        for (int probe = 0; probe < PROBES; probe++) {
            int i = probe * (orders.length - 1) / Math.max(1, PROBES - 1);
            double bound = tight.applyAsDouble(i);
            if (bound < least) {
                start = i;
                least = bound;
            }
        }
        return descend(orders, start, tight);
    }

    private static Best descend(double[] orders, int start, IntToDoubleFunction tight) {
        Best best = new Best(orders[start], tight.applyAsDouble(start));
        for (int direction = -1; direction <= 1; direction += 2) {
            for (int i = start + direction; i >= 0 && i < orders.length; i += direction) {
                Best next = new Best(orders[i], tight.applyAsDouble(i));
                if (!(next.bound < best.bound)) {
                    break;
                }
                best = next;
            }
        }
        return best;
    }
}
