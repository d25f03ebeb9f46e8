package io.abacusdp.accounting.classic;

import io.abacusdp.accounting.Accountant;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.PrivacyProfile;
import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.accounting.event.DpEvent;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * Accounts events that are ε-DP or (ε, δ)-DP by a composition theorem: each elementary event is reduced to its ε and δ,
 * and the theorem composes them.
 */
public final class ClassicAccountant implements Accountant {
    private final String name;
    private final Function<ApproximateParts, CompositionTheorem> theorem;

    private ClassicAccountant(String name, Function<ApproximateParts, CompositionTheorem> theorem) {
        this.name = name;
        this.theorem = theorem;
    }

    /** By {@link BasicComposition}. */
    public static ClassicAccountant basic() {
        return new ClassicAccountant("basic", BasicComposition::new);
    }

    /** By {@link StrongComposition}. */
    public static ClassicAccountant strong() {
        return new ClassicAccountant("strong", StrongComposition::new);
    }

    /** By {@link OptimalComposition}. */
    public static ClassicAccountant optimal() {
        return new ClassicAccountant("optimal", OptimalComposition::new);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Optional<UnsupportedEventException> refusal(DpEvent event, Adjacency adjacency) {
        return UnsupportedEventException.of(() -> parts(event, adjacency));
    }

    @Override
    public PrivacyProfile profile(DpEvent event, Adjacency adjacency) {
        return new Profile(theorem.apply(parts(event, adjacency)), adjacency, name);
    }

    private ApproximateParts parts(DpEvent event, Adjacency adjacency) {
        return new ApproximateRules(name, Objects.requireNonNull(adjacency, "adjacency")).parts(event);
    }

    private record Profile(CompositionTheorem theorem, Adjacency adjacency, String accountant)
            implements PrivacyProfile {
        @Override
        public Guarantee epsilon(double delta) {
            return Guarantee.of(theorem.epsilon(delta), delta, adjacency, accountant);
        }

        @Override
        public Guarantee delta(double epsilon) {
            return Guarantee.of(epsilon, theorem.delta(epsilon), adjacency, accountant);
        }
    }
}
