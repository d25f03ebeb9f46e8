package io.abacusdp.accounting.calibrate;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.risk.AttackRisk;
import io.abacusdp.accounting.tradeoff.Direction;
import io.abacusdp.accounting.tradeoff.TradeoffCurve;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/** The success of an attack, by the trade-off curve of the event. */
public final class RiskTarget implements Target {
    private final Adjacency adjacency;
    private final double limit;
    private final String figure;
    private final ToDoubleFunction<AttackRisk> cost;

    private RiskTarget(Adjacency adjacency, double limit, String figure, ToDoubleFunction<AttackRisk> cost) {
        this.adjacency = Objects.requireNonNull(adjacency, "adjacency");
        this.limit = limit;
        this.figure = figure;
        this.cost = cost;
    }

    /**
     * A largest advantage.
     *
     * @param advantage in (0, 1)
     */
    public static RiskTarget advantage(Adjacency adjacency, double advantage) {
        return new RiskTarget(adjacency, inside("advantage", advantage), "advantage %s", AttackRisk::advantage);
    }

    /**
     * A largest rate of true positives at a rate of false positives, for attacks in either direction.
     *
     * @param truePositiveRate in (0, 1), above the other: tossing a coin achieves as much
     * @param falsePositiveRate in (0, 1)
     */
    public static RiskTarget truePositiveRate(Adjacency adjacency, double truePositiveRate, double falsePositiveRate) {
        inside("false positive rate", falsePositiveRate);
        inside("true positive rate", truePositiveRate);
        if (!(truePositiveRate > falsePositiveRate)) {
            throw new IllegalArgumentException("true positive rate must be above the false positive rate "
                    + falsePositiveRate + ", got " + truePositiveRate);
        }
        return new RiskTarget(
                adjacency,
                truePositiveRate,
                "true positive rate %s at false positive rate " + falsePositiveRate,
                risk -> risk.truePositiveRate(falsePositiveRate, Direction.SYMMETRIC));
    }

    /**
     * A largest μ that holds without exception.
     *
     * @param mu finite, above 0
     */
    public static RiskTarget mu(Adjacency adjacency, double mu) {
        return new RiskTarget(adjacency, positive(mu), "mu %s", AttackRisk::mu);
    }

    /**
     * A largest μ for tests both of whose rates of error are at least the given one.
     *
     * @param mu finite, above 0
     * @param leastRate in (0, 1/2)
     */
    public static RiskTarget mu(Adjacency adjacency, double mu, double leastRate) {
        if (!(leastRate > 0 && leastRate < 0.5)) {
            throw new IllegalArgumentException("least rate must be in (0, 0.5), got " + leastRate);
        }
        String figure = "mu %s at error rates from " + leastRate;
        return new RiskTarget(adjacency, positive(mu), figure, risk -> risk.mu(leastRate));
    }

    @Override
    public double limit() {
        return limit;
    }

    @Override
    public double cost(DpEvent event) {
        return cost.applyAsDouble(new AttackRisk(TradeoffCurve.of(event, adjacency)));
    }

    @Override
    public Guarantee guarantee(DpEvent event) {
        TradeoffCurve curve = TradeoffCurve.of(event, adjacency);
        String method = curve.point(0.5, Direction.SYMMETRIC).method();
        return Guarantee.of(0, new AttackRisk(curve).advantage(), adjacency, method);
    }

    @Override
    public String describe(double value) {
        return figure.formatted(value) + " under " + adjacency.id();
    }

    @Override
    public String remedy() {
        return "no mu is finite for this event; choose a least rate of error, or another figure";
    }

    private static double inside(String name, double value) {
        if (value > 0 && value < 1) {
            return value;
        }
        throw new IllegalArgumentException(name + " must be in (0, 1), got " + value);
    }

    private static double positive(double mu) {
        if (mu > 0 && mu < Double.POSITIVE_INFINITY) {
            return mu;
        }
        throw new IllegalArgumentException("mu must be finite and above 0, got " + mu);
    }
}
