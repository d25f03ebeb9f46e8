package io.abacusdp.accounting.auto;

import io.abacusdp.accounting.Accountant;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.PrivacyProfile;
import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.exact.ExactAccountant;
import io.abacusdp.accounting.exact.SlowDecayException;
import io.abacusdp.accounting.pld.PldAccountant;
import io.abacusdp.accounting.rdp.RdpAccountant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Asks several accountants in turn, the tightest first, and hands over from one that does not apply to the next. The
 * guarantee names the one that gave it, and why those before did not.
 *
 * <p>An answer that is known to be within {@value #NARROW} of the truth is final. After any other the rest are asked too,
 * and the least of the valid bounds is taken. Immutable.
 */
public final class AutoAccountant implements Accountant {
    private static final double NARROW = 1e-3;

    private final String name;
    private final List<Accountant> inTurn;

    private AutoAccountant(String name, Accountant... inTurn) {
        this.name = name;
        this.inTurn = List.of(inTurn);
    }

    /** Exact, or by a certified interval, or by Rényi accounting: what fits the event best. */
    public static AutoAccountant best() {
        return new AutoAccountant("auto", new ExactAccountant(), new PldAccountant(), new RdpAccountant());
    }

    /** Exact, or by a certified interval where the contour integral does not apply. */
    public static AutoAccountant exact() {
        return new AutoAccountant("exact", new ExactAccountant(), new PldAccountant());
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public PrivacyProfile profile(DpEvent event, Adjacency adjacency) {
        List<String> reasons = new ArrayList<>();
        for (int i = 0; i < inTurn.size(); i++) {
            try {
                PrivacyProfile first = inTurn.get(i).profile(event, adjacency);
                return new Profile(first, inTurn.subList(i + 1, inTurn.size()), event, adjacency, reasons);
            } catch (UnsupportedEventException refusal) {
                reasons.add(refusal.getMessage());
                if (i == inTurn.size() - 1) {
                    throw new UnsupportedEventException(name, refusal.event(), String.join("; ", reasons));
                }
            }
        }
        throw new IllegalStateException("no accountant to ask");
    }

    /**
     * The profile of the first that has one.
     *
     * @param rest those to ask after it, if it comes to that
     * @param reasons why those before it have none
     */
    private record Profile(
            PrivacyProfile first, List<Accountant> rest, DpEvent event, Adjacency adjacency, List<String> reasons)
            implements PrivacyProfile {
        @Override
        public Guarantee epsilon(double delta) {
            return least(profile -> profile.epsilon(delta), Guarantee::epsilon);
        }

        @Override
        public Guarantee delta(double epsilon) {
            return least(profile -> profile.delta(epsilon), Guarantee::delta);
        }

        private Guarantee least(Function<PrivacyProfile, Guarantee> query, ToDoubleFunction<Guarantee> bound) {
            List<String> notes = new ArrayList<>(reasons);
            List<Guarantee> answers = new ArrayList<>();
            ask(first, query, answers, notes);
            for (Accountant accountant : rest) {
                if (answers.stream().anyMatch(answer -> isNarrow(answer, bound.applyAsDouble(answer)))) {
                    break;
                }
                try {
                    ask(accountant.profile(event, adjacency), query, answers, notes);
                } catch (UnsupportedEventException refusal) {
                    notes.add(refusal.getMessage());
                }
            }
            Guarantee best = answers.stream()
                    .min(Comparator.comparingDouble(bound))
                    .orElseThrow(() -> new UnsupportedEventException("auto", event, String.join("; ", notes)));
            notes.addAll(best.notes());
            return new Guarantee(
                    best.epsilon(),
                    best.delta(),
                    best.lower(),
                    best.order(),
                    best.adjacency(),
                    best.accountant(),
                    notes);
        }

        private static void ask(
                PrivacyProfile profile,
                Function<PrivacyProfile, Guarantee> query,
                List<Guarantee> answers,
                List<String> notes) {
            try {
                answers.add(query.apply(profile));
            } catch (SlowDecayException handOver) {
                notes.add(handOver.getMessage());
            }
        }

        private static boolean isNarrow(Guarantee answer, double value) {
            // An infinite bound is never narrow, although ∞ − 0 ≤ ∞.
            return value < Double.POSITIVE_INFINITY
                    && answer.lower().isPresent()
                    && value - answer.lower().getAsDouble() <= NARROW * value;
        }
    }
}
