package io.abacusdp.accounting;

import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;

/**
 * A statement that holds: (epsilon, delta)-differential privacy under an adjacency, by an accountant.
 *
 * @param epsilon upper bound, possibly infinite; negative only where a profile was asked there, and delta is then no less than 1 − e^epsilon
 * @param delta upper bound, in [0, 1]
 * @param lower for the one of the two that was asked: a value below which the truth is known not to be, if the accountant
 *     has one
 * @param order Rényi order at which the bound was found, if it was found at one
 * @param adjacency under which it holds
 * @param accountant name of the accountant
 * @param notes what a reader of the statement has to know besides
 */
public record Guarantee(
        double epsilon,
        double delta,
        OptionalDouble lower,
        OptionalDouble order,
        Adjacency adjacency,
        String accountant,
        List<String> notes) {
    public Guarantee {
        // The set of all outcomes has probability 1 under both laws, so that nothing less can hold.
        if (!(epsilon >= 0 || delta >= -Math.expm1(epsilon) * (1 - 0x1p-50))) {
            throw new IllegalArgumentException(
                    "epsilon must be at least 0, or delta at least 1 - e^epsilon, got %s and %s"
                            .formatted(epsilon, delta));
        }
        if (!(delta >= 0 && delta <= 1)) {
            throw new IllegalArgumentException("delta must be in [0, 1], got " + delta);
        }
        Objects.requireNonNull(lower, "lower");
        Objects.requireNonNull(order, "order");
        Objects.requireNonNull(adjacency, "adjacency");
        Objects.requireNonNull(accountant, "accountant");
        notes = List.copyOf(notes);
    }

    /** A guarantee of which nothing but the bound is known. */
    public static Guarantee of(double epsilon, double delta, Adjacency adjacency, String accountant) {
        return new Guarantee(
                epsilon, delta, OptionalDouble.empty(), OptionalDouble.empty(), adjacency, accountant, List.of());
    }
}
