package io.abacusdp.cli.output;

import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.calibrate.Calibrated;
import io.abacusdp.accounting.tradeoff.TradeoffPoint;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/**
 * What a query found.
 *
 * @param value the figure to use
 * @param lower the truth is not below it, if that is known
 * @param upper the truth is not above it, if that is known
 * @param order Rényi order at which it was found, if it was found at one
 * @param accountant name of who found it
 * @param values the figures for several questions in one, in their order; none if there was one question
 */
public record Answer(
        Number value,
        OptionalDouble lower,
        OptionalDouble upper,
        OptionalDouble order,
        String accountant,
        List<Double> values) {
    public Answer {
        values = List.copyOf(values);
    }

    private Answer(Number value, OptionalDouble lower, OptionalDouble upper, OptionalDouble order, String accountant) {
        this(value, lower, upper, order, accountant, List.of());
    }

    public static Answer epsilon(Guarantee guarantee) {
        return spent(guarantee.epsilon(), guarantee.lower(), guarantee.order(), guarantee.accountant());
    }

    public static Answer delta(Guarantee guarantee) {
        return spent(guarantee.delta(), guarantee.lower(), guarantee.order(), guarantee.accountant());
    }

    /** A rate of errors that is certain: the truth is not below it. */
    public static Answer falseNegativeRate(TradeoffPoint point) {
        double rate = point.falseNegativeRate();
        return new Answer(
                rate, OptionalDouble.of(rate), OptionalDouble.empty(), OptionalDouble.empty(), point.method());
    }

    /** An advantage that no attack exceeds. */
    public static Answer advantage(double advantage, String method) {
        return spent(advantage, OptionalDouble.empty(), OptionalDouble.empty(), method);
    }

    /** The μ of a Gaussian mechanism that is nowhere easier to see through. */
    public static Answer mu(double mu, String method) {
        return spent(mu, OptionalDouble.empty(), OptionalDouble.empty(), method);
    }

    /** Rates of hits that no attack exceeds, of which the greatest stands for all. */
    public static Answer truePositiveRates(double[] rates, String method) {
        double greatest = Arrays.stream(rates).max().orElse(0);
        return new Answer(
                greatest,
                OptionalDouble.empty(),
                OptionalDouble.of(greatest),
                OptionalDouble.empty(),
                method,
                Arrays.stream(rates).boxed().toList());
    }

    /** A divergence at an order; the accountant is who computed it. */
    public static Answer rdp(double order, double divergence, String accountant) {
        if (Double.isNaN(divergence)) {
            throw new IllegalStateException("the divergence at order " + order + " is not a number");
        }
        return spent(divergence, OptionalDouble.empty(), OptionalDouble.of(order), accountant);
    }

    /** The noise found is enough: the least that is needed is not above it. */
    public static Answer noise(Calibrated found) {
        Guarantee guarantee = found.guarantee();
        return spent(found.value(), OptionalDouble.empty(), guarantee.order(), guarantee.accountant());
    }

    /** The rate found is allowed: the most that is allowed is not below it. */
    public static Answer rate(Calibrated found) {
        return allowed(found.value(), found);
    }

    /** The number of steps found is allowed: the most that is allowed is not below it. */
    public static Answer steps(Calibrated found) {
        return allowed((long) found.value(), found);
    }

    private static Answer spent(double value, OptionalDouble lower, OptionalDouble order, String accountant) {
        return new Answer(value, lower, OptionalDouble.of(value), order, accountant);
    }

    private static Answer allowed(Number value, Calibrated found) {
        Guarantee guarantee = found.guarantee();
        return new Answer(
                value,
                OptionalDouble.of(found.value()),
                OptionalDouble.empty(),
                guarantee.order(),
                guarantee.accountant());
    }
}
