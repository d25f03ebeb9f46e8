package io.abacusdp.cli.output;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.calibrate.Calibrated;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.tradeoff.TradeoffPoint;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a query found, with what was asked, so that it can be read by itself.
 *
 * @param quantity what the value is of
 * @param value the figure to use
 * @param lower the truth is not below it, if that is known
 * @param upper the truth is not above it, if that is known
 * @param order Rényi order at which it was found, if it was found at one
 * @param adjacency under which it holds
 * @param accountant name of who found it
 * @param values the figures for several questions in one, in their order; none if there was one question
 * @param guarantee that it is of, or that is reached with it
 * @param event that it is about, where the question did not state it in the same form
 */
public record Answer(
        String quantity,
        Number value,
        OptionalDouble lower,
        OptionalDouble upper,
        OptionalDouble order,
        Adjacency adjacency,
        String accountant,
        List<Double> values,
        Optional<Guarantee> guarantee,
        Optional<DpEvent> event) {
    static final String EPSILON = "epsilon";
    static final String DELTA = "delta";

    public Answer {
        values = List.copyOf(values);
    }

    /** A figure by itself. */
    private static Answer of(
            String quantity,
            Number value,
            OptionalDouble lower,
            OptionalDouble upper,
            Adjacency adjacency,
            String accountant) {
        return new Answer(
                quantity,
                value,
                lower,
                upper,
                OptionalDouble.empty(),
                adjacency,
                accountant,
                List.of(),
                Optional.empty(),
                Optional.empty());
    }

    /** A figure of a guarantee. */
    private static Answer of(
            String quantity, Number value, OptionalDouble lower, OptionalDouble upper, Guarantee guarantee) {
        return new Answer(
                quantity,
                value,
                lower,
                upper,
                guarantee.order(),
                guarantee.adjacency(),
                guarantee.accountant(),
                List.of(),
                Optional.of(guarantee),
                Optional.empty());
    }

    /** The same, with the event that it is about. */
    public Answer about(DpEvent asked) {
        return new Answer(
                quantity, value, lower, upper, order, adjacency, accountant, values, guarantee, Optional.of(asked));
    }

    public static Answer epsilon(Guarantee guarantee) {
        return of(EPSILON, guarantee.epsilon(), guarantee.lower(), OptionalDouble.of(guarantee.epsilon()), guarantee);
    }

    public static Answer delta(Guarantee guarantee) {
        return of(DELTA, guarantee.delta(), guarantee.lower(), OptionalDouble.of(guarantee.delta()), guarantee);
    }

    /** A rate of errors that is certain: the truth is not below it. */
    public static Answer falseNegativeRate(TradeoffPoint point, Adjacency adjacency) {
        double rate = point.falseNegativeRate();
        return of("fnr", rate, OptionalDouble.of(rate), OptionalDouble.empty(), adjacency, point.method());
    }

    /** An advantage that no attack exceeds. */
    public static Answer advantage(double advantage, Adjacency adjacency, String method) {
        return atMost("advantage", advantage, adjacency, method);
    }

    /** The μ of a Gaussian mechanism that is nowhere easier to see through. */
    public static Answer mu(double mu, Adjacency adjacency, String method) {
        return atMost("mu", mu, adjacency, method);
    }

    /** Rates of hits that no attack exceeds, of which the greatest stands for all. */
    public static Answer truePositiveRates(double[] rates, Adjacency adjacency, String method) {
        double greatest = Arrays.stream(rates).max().orElse(0);
        return new Answer(
                "tpr",
                greatest,
                OptionalDouble.empty(),
                OptionalDouble.of(greatest),
                OptionalDouble.empty(),
                adjacency,
                method,
                Arrays.stream(rates).boxed().toList(),
                Optional.empty(),
                Optional.empty());
    }

    /** A divergence at an order; the accountant is who computed it. */
    public static Answer rdp(double order, double divergence, Adjacency adjacency, String accountant) {
        if (Double.isNaN(divergence)) {
            throw new IllegalStateException("the divergence at order " + order + " is not a number");
        }
        return new Answer(
                "rdp",
                divergence,
                OptionalDouble.empty(),
                OptionalDouble.of(divergence),
                OptionalDouble.of(order),
                adjacency,
                accountant,
                List.of(),
                Optional.empty(),
                Optional.empty());
    }

    /** The noise found is enough: the least that is needed is not above it. */
    public static Answer noise(Calibrated found) {
        return of(
                "noise_multiplier",
                found.value(),
                OptionalDouble.empty(),
                OptionalDouble.of(found.value()),
                found.guarantee());
    }

    /** The rate found is allowed: the most that is allowed is not below it. */
    public static Answer rate(Calibrated found) {
        return of(
                "sampling_rate",
                found.value(),
                OptionalDouble.of(found.value()),
                OptionalDouble.empty(),
                found.guarantee());
    }

    /** The number of steps found is allowed: the most that is allowed is not below it. */
    public static Answer steps(Calibrated found) {
        return of(
                "steps",
                (long) found.value(),
                OptionalDouble.of(found.value()),
                OptionalDouble.empty(),
                found.guarantee());
    }

    private static Answer atMost(String quantity, double value, Adjacency adjacency, String method) {
        return of(quantity, value, OptionalDouble.empty(), OptionalDouble.of(value), adjacency, method);
    }
}
