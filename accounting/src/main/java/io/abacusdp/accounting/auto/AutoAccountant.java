package io.abacusdp.accounting.auto;

import io.abacusdp.accounting.Accountant;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.PrivacyProfile;
import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.accounting.classic.ClassicAccountant;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.exact.ExactAccountant;
import io.abacusdp.accounting.pld.PldAccountant;
import io.abacusdp.accounting.rdp.RdpAccountant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;

/**
 * Asks every accountant that has rules for the event, as long as it can still give a better bound than those before: the
 * tightest and the cheap ones first. What is stated is the least of their upper bounds and the greatest of their lower ones.
 * The guarantee names who gave the upper bound; its notes say who gave the lower one, if another did, and who refused.
 *
 * <p>An answer that is known to be within {@value #NARROW} of the truth is final, as is one of at most {@value #NEGLIGIBLE}: what others
 * could gain is less than that.
 * Bounds that contradict each other are a fault of one of the accountants, and never passed over. Immutable.
 */
public final class AutoAccountant implements Accountant {
    private static final double NARROW = 1e-3;

    /** What is less is nothing to anybody who asks, and not worth another accountant. */
    private static final double NEGLIGIBLE = 1e-300;

    private final String name;
    private final List<Accountant> inTurn;
    private final Optional<SplitRule> split;

    private AutoAccountant(String name, Optional<SplitRule> split, Accountant... inTurn) {
        this.name = name;
        this.split = split;
        this.inTurn = List.of(inTurn);
    }

    /** Exact, by theorems about (ε, δ), by a certified interval, or by Rényi accounting: whichever says least. */
    public static AutoAccountant best() {
        return watched(UnaryOperator.identity());
    }

    /**
     * The same, with every accountant that is asked for the whole event handed to somebody who may watch it.
     *
     * @param watch returns an accountant that says what the given one says
     */
    public static AutoAccountant watched(UnaryOperator<Accountant> watch) {
        AutoAccountant tight =
                new AutoAccountant("tight", Optional.empty(), new ExactAccountant(), PldAccountant.quick());
        AutoAccountant rest =
                new AutoAccountant("rest", Optional.empty(), ClassicAccountant.optimal(), new RdpAccountant());
        return new AutoAccountant(
                "auto",
                Optional.of(new SplitRule(tight, rest)),
                watch.apply(new ExactAccountant()),
                watch.apply(ClassicAccountant.optimal()),
                watch.apply(new PldAccountant()),
                watch.apply(new RdpAccountant()));
    }

    /** Exact, or by a privacy loss distribution where the contour integral does not apply: an interval in either case. */
    public static AutoAccountant certified() {
        return new AutoAccountant("certified", Optional.empty(), new ExactAccountant(), new PldAccountant());
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Optional<UnsupportedEventException> refusal(DpEvent event, Adjacency adjacency) {
        List<UnsupportedEventException> refusals = new ArrayList<>();
        for (Accountant accountant : inTurn) {
            Optional<UnsupportedEventException> refusal = accountant.refusal(event, adjacency);
            if (refusal.isEmpty()) {
                return refusal;
            }
            refusals.add(refusal.get());
        }
        return tuned(event, adjacency).isPresent()
                        || split.flatMap(rule -> rule.profile(event, adjacency)).isPresent()
                ? Optional.empty()
                : Optional.of(refused(name, refusals));
    }

    @Override
    public PrivacyProfile profile(DpEvent event, Adjacency adjacency) {
        refusal(event, adjacency).ifPresent(refusal -> {
            throw refusal;
        });
        List<Supplier<PrivacyProfile>> profiles = new ArrayList<>();
        for (Accountant accountant : inTurn) {
            profiles.add(() -> accountant.profile(event, adjacency));
        }
        tuned(event, adjacency).ifPresent(profiles::add);
        // Last, as it is the dearest.
        split.flatMap(rule -> rule.profile(event, adjacency)).ifPresent(profiles::add);
        return new Profile(name, HandOver.of(profiles));
    }

    /** By the profile of one run; not where only intervals are wanted. */
    private Optional<Supplier<PrivacyProfile>> tuned(DpEvent event, Adjacency adjacency) {
        return split.flatMap(rule -> TunedRule.profile(this, event, adjacency));
    }

    /** What all of them together say when each has refused. */
    private static UnsupportedEventException refused(String name, List<UnsupportedEventException> refusals) {
        DpEvent part = refusals.get(refusals.size() - 1).event();
        return new UnsupportedEventException(name, part, String.join("; ", messages(refusals)));
    }

    private static List<String> messages(List<UnsupportedEventException> refusals) {
        return refusals.stream().map(UnsupportedEventException::getMessage).toList();
    }

    /** The least that the profiles of all of them say, as far as they are asked. */
    private record Profile(String name, HandOver<PrivacyProfile> inTurn) implements PrivacyProfile {
        @Override
        public Guarantee epsilon(double delta) {
            return least(profile -> profile.epsilon(delta), Guarantee::epsilon);
        }

        @Override
        public Guarantee delta(double epsilon) {
            return least(profile -> profile.delta(epsilon), Guarantee::delta);
        }

        private Guarantee least(Function<PrivacyProfile, Guarantee> query, ToDoubleFunction<Guarantee> bound) {
            HandOver.Said<Guarantee> said = inTurn.ask(query, answer -> isNarrow(answer, bound.applyAsDouble(answer)));
            Guarantee best = said.answers().stream()
                    .min(Comparator.comparingDouble(bound))
                    .orElseThrow(() -> refused(name, said.refusals()));
            Optional<Guarantee> lower = said.answers().stream()
                    .filter(answer -> answer.lower().isPresent())
                    .max(Comparator.comparingDouble(answer -> answer.lower().getAsDouble()));
            lower.ifPresent(answer -> requireBelow(answer, best, bound.applyAsDouble(best)));
            List<String> notes = new ArrayList<>(messages(said.refusals()));
            lower.map(Guarantee::accountant)
                    .filter(other -> !other.equals(best.accountant()))
                    .ifPresent(other -> notes.add("the lower bound is by the " + other + " accountant"));
            notes.addAll(best.notes());
            return new Guarantee(
                    best.epsilon(),
                    best.delta(),
                    lower.map(Guarantee::lower).orElse(best.lower()),
                    best.order(),
                    best.adjacency(),
                    best.accountant(),
                    notes);
        }

        private static void requireBelow(Guarantee lower, Guarantee upper, double bound) {
            if (!(lower.lower().getAsDouble() <= bound)) {
                throw new IllegalStateException(
                        "certified bounds contradict each other: at least %s by %s, at most %s by %s"
                                .formatted(lower.lower().getAsDouble(), lower.accountant(), bound, upper.accountant()));
            }
        }

        private static boolean isNarrow(Guarantee answer, double value) {
            // An infinite bound is never narrow, although ∞ − 0 ≤ ∞.
            return value <= NEGLIGIBLE
                    || (value < Double.POSITIVE_INFINITY
                            && answer.lower().isPresent()
                            && value - answer.lower().getAsDouble() <= NARROW * value);
        }
    }
}
