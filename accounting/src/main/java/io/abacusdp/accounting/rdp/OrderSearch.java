package io.abacusdp.accounting.rdp;

import java.util.HashMap;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntToDoubleFunction;

/**
 * The order with the least bound. Every order gives a valid one, so that a search that misses the best costs tightness and
 * never safety.
 *
 * <p>All orders are searched on a fixed lattice, α − 1 = e^{k/1024}, rounded to integers beyond 200: a bound is flat around
 * its best order, so that the lattice is within about 1e-7 relative of it. Being the same for every event, it keeps what
 * holds at each order: more noise never gives more, and delta at the epsilon of a delta is that delta again.
 */
final class OrderSearch {
    private static final int PER_FACTOR = 1024;

    /** From α − 1 = 1e-9 to 1e8, by factors of √e. */
    private static final int STRIDE = PER_FACTOR / 2;

    private static final int FIRST = -42 * STRIDE;
    private static final int LAST = 37 * STRIDE;

    /** Beyond this, orders are integers: the bound is flat there, and integer orders are the cheap ones. */
    private static final double INTEGERS_FROM = 200;

    /** Beyond this, what lies between integers is too little to look for. */
    private static final double KINKED_UNTIL = 2048;

    private static final int MOVES = 8;

    /** So many bounds in a row that rise and are twice the least: the search has gone past it. */
    private static final int ENOUGH = 3;

    private static final int PROBES = 8;

    private final RdpCurve curve;
    private final DoubleBinaryOperator bound;
    private final DoubleBinaryOperator floor;
    private final double limit;
    private final Map<Double, Double> known = new HashMap<>();
    private Best best = new Best(2, Double.POSITIVE_INFINITY);

    private OrderSearch(RdpCurve curve, DoubleBinaryOperator bound, DoubleBinaryOperator floor, double limit) {
        this.curve = curve;
        this.bound = bound;
        this.floor = floor;
        this.limit = limit;
    }

    /** An order and the bound found there. */
    record Best(double order, double bound) {
        private Best orLess(Best other) {
            return other.bound < bound ? other : this;
        }
    }

    /**
     * Over all orders: coarsely, at powers of two, where some bounds end, and at the corners of the curve; then finely around the best, on the lattice
     * and among integers, where bounds that are proven at integers have their kinks.
     *
     * @param bound at an order and the divergence there
     * @param floor at an order and the divergence there, below which no bound at a higher order can be expected
     */
    static Best continuous(RdpLoss loss, DoubleBinaryOperator bound, DoubleBinaryOperator floor) {
        return continuous(loss, bound, floor, Double.POSITIVE_INFINITY);
    }

    /** The same where only bounds below a limit are of use: the search ends where none can be expected any more. */
    static Best continuous(RdpLoss loss, DoubleBinaryOperator bound, DoubleBinaryOperator floor, double limit) {
        OrderSearch search = new OrderSearch(loss.curve(), bound, floor, limit);
        int center = search.coarse();
        loss.corners().forEach(search::at);
        if (search.best.bound > 0 && !search.isHopeless(search.best.bound, 0.5)) {
            search.fine(center, STRIDE / 2, 1.0 / PER_FACTOR, OrderSearch::order);
            if (search.best.order < KINKED_UNTIL) {
                int integer = (int) Math.max(2, Math.rint(search.best.order));
                search.fine(
                        integer, Integer.highestOneBit(Math.max(4, integer) / 4), 1.0 / integer, k -> Math.max(2, k));
            }
        }
        return search.best;
    }

    /** Whether no order within a distance, relative, can be expected to be good enough: bounds are about aα + b/(α − 1). */
    private boolean isHopeless(double found, double distance) {
        return found > limit * (1 + distance * distance);
    }

    /** Whether no bound at this order or a higher one can be expected to be good enough; divergences do not fall with the order. */
    private boolean isPast(double order, double rdp) {
        return floor.applyAsDouble(order, rdp) > Math.min(best.bound, limit);
    }

    private int coarse() {
        int center = 0;
        double least = at(order(0));
        for (int direction = 1; direction >= -1; direction -= 2) {
            int rising = 0;
            double last = Double.POSITIVE_INFINITY;
            for (int k = direction * STRIDE;
                    k >= FIRST && k <= LAST && least > 0 && rising < ENOUGH;
                    k += direction * STRIDE) {
                double order = order(k);
                double rdp = curve.at(order);
                if (direction > 0 && isPast(order, rdp)) {
                    break;
                }
                double value = at(order, rdp);
                rising = value > last && value > 2 * least ? rising + 1 : 0;
                last = value;
                center = value < least ? k : center;
                least = Math.min(least, value);
            }
        }
        double reached = 0;
        for (double order = 4; order <= 1024 && best.bound > 0; order *= 2) {
            reached = curve.at(order);
            if (isPast(order, reached)) {
                break;
            }
            at(order, reached);
        }
        // Where high orders are good again after ones that are not, as if the loss is bounded and delta is far below
        // it.
        for (double order = 1 << 11; order <= 1 << 26 && best.bound > 0 && !isPast(order, reached); order *= 32) {
            reached = curve.at(order);
            if (isPast(order, reached)) {
                break;
            }
            double value = at(order, reached);
            center = value < least ? (int) Math.rint(PER_FACTOR * Math.log(order)) : center;
            least = Math.min(least, value);
        }
        return center;
    }

    /**
     * From a center to a better neighbour, a few times while there is one, then the same at half the distance.
     *
     * @param unit what a step of one changes an order by, relative
     */
    private void fine(int start, int greatestStep, double unit, IntToDoubleFunction orders) {
        int center = start;
        double least = at(orders.applyAsDouble(center));
        for (int step = greatestStep; step >= 1 && least > 0 && !isHopeless(least, 2 * unit * step); step /= 2) {
            for (int move = 0; move < MOVES; move++) {
                double left = at(orders.applyAsDouble(center - step));
                double right = left < least ? Double.POSITIVE_INFINITY : at(orders.applyAsDouble(center + step));
                if (!(Math.min(left, right) < least)) {
                    break;
                }
                center += left < least ? -step : step;
                least = Math.min(left, right);
            }
        }
    }

    private double at(double order) {
        Double before = known.get(order);
        return before == null ? at(order, curve.at(order)) : before;
    }

    private double at(double order, double rdp) {
        double value = bound.applyAsDouble(order, rdp);
        known.put(order, value);
        best = best.orLess(new Best(order, value));
        return value;
    }

    private static double order(int k) {
        double order = 1 + Math.exp((double) k / PER_FACTOR);
        return order > INTEGERS_FROM ? Math.rint(order) : order;
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
            int i = probe * (orders.length - 1) / (PROBES - 1);
            double value = tight.applyAsDouble(i);
            if (value < least) {
                start = i;
                least = value;
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
