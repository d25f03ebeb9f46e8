package io.abacusdp.cli.check;

import io.abacusdp.accounting.Accountant;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.SafeFigures;
import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.accounting.auto.AutoAccountant;
import io.abacusdp.accounting.event.Composition;
import io.abacusdp.accounting.event.DpEvent;
import java.util.Optional;

/**
 * What somebody says that events cost, held against what they cost.
 *
 * <p>Formula: this version's accountants give an epsilon that holds, and often one below which the truth is known not to be. What
 * is stated holds if it is at least the former; that it is less by no more than 1e-9 of it is how machines differ, unless it is
 * below the latter. What is between the two is refused as well: the truth may be there, but nothing proves it.
 */
final class StatedEpsilon {
    /** Different events that are priced at once; so many take seconds, and half a gibibyte. */
    static final int MAX_TERMS = 10_000;

    /** Of all that a file states: a stranger's must not take hours. */
    private static final int MAX_TERMS_OF_A_FILE = 30_000;

    private static final double MACHINES = 1e-9;

    private final String subject;
    private final Accountant accountant;
    private int termsLeft = MAX_TERMS_OF_A_FILE;

    /** @param subject the file that states epsilons */
    StatedEpsilon(String subject) {
        this(subject, AutoAccountant.best());
    }

    StatedEpsilon(String subject, Accountant accountant) {
        this.subject = subject;
        this.accountant = accountant;
    }

    /** Whether events are few enough, after those that were priced before. */
    boolean canPrice(DpEvent event) {
        return terms(event) <= Math.min(MAX_TERMS, termsLeft);
    }

    private static int terms(DpEvent event) {
        try {
            return 1 + Composition.of(event).terms().size();
        } catch (IllegalArgumentException | ArithmeticException e) {
            // What cannot be composed cannot be priced either, which the accountant says better.
            return 1;
        }
    }

    /**
     * Compares a stated epsilon with that of the events.
     *
     * @param name of the figure
     * @return what the events cost, if that can be told
     */
    Optional<Guarantee> check(
            Findings findings, String name, double stated, double delta, Adjacency adjacency, DpEvent event) {
        if (!canPrice(event)) {
            findings.wrong(subject, "%s: more different events than are priced here".formatted(name));
            return Optional.empty();
        }
        termsLeft -= terms(event);
        try {
            Guarantee guarantee = accountant.epsilon(event, adjacency, delta);
            judge(findings, name, stated, guarantee);
            return Optional.of(guarantee);
        } catch (UnsupportedEventException | IllegalArgumentException | ArithmeticException e) {
            if (stated == Double.POSITIVE_INFINITY) {
                findings.holds(subject, "no %s is claimed for the events: it is stated as infinite".formatted(name));
            } else {
                findings.wrong(
                        subject,
                        "%s %s is stated, and no accountant has a bound for the events under %s at delta %s: %s"
                                .formatted(name, exact(stated), adjacency.id(), exact(delta), e.getMessage()));
            }
            return Optional.empty();
        }
    }

    private void judge(Findings findings, String name, double stated, Guarantee guarantee) {
        String claim = "%s %s at delta %s under %s"
                .formatted(
                        name,
                        exact(stated),
                        exact(guarantee.delta()),
                        guarantee.adjacency().id());
        double lower = guarantee.lower().orElse(0);
        double upper = guarantee.epsilon();
        if (stated < lower) {
            findings.wrong(
                    subject, "%s is stated; the events cost at least %s".formatted(claim, SafeFigures.down(lower, 9)));
        } else if (stated < upper && !(stated >= upper * (1 - MACHINES))) {
            findings.wrong(
                    subject,
                    "%s is stated; %s is the least that can be proven (%s)"
                            .formatted(claim, SafeFigures.up(upper, 9), guarantee.accountant()));
        } else if (stated > upper * (1 + MACHINES)) {
            findings.conservative(
                    subject,
                    "%s is stated, and %s can be proven (%s): more loss than there was"
                            .formatted(claim, SafeFigures.up(upper, 9), guarantee.accountant()));
        } else {
            findings.holds(subject, "%s is what the events cost (%s)".formatted(claim, guarantee.accountant()));
        }
    }

    /** Compares a stated lower bound: epsilon is said not to be below it. */
    void checkLower(Findings findings, double lower, double stated, Optional<Guarantee> cost) {
        if (lower > stated) {
            findings.wrong(
                    subject, "epsilon is said to be at least %s and at most %s".formatted(exact(lower), exact(stated)));
        } else if (cost.isPresent()) {
            findings.require(
                    lower <= cost.get().epsilon() * (1 + MACHINES),
                    subject,
                    "its lower bound %s is not above what the events cost".formatted(exact(lower)),
                    "epsilon is said to be at least %s, and the events cost at most %s"
                            .formatted(exact(lower), SafeFigures.up(cost.get().epsilon(), 9)));
        }
    }

    static String exact(double value) {
        return SafeFigures.exact(value);
    }
}
