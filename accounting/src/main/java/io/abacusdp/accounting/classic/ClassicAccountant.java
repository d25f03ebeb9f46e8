package io.abacusdp.accounting.classic;

import io.abacusdp.accounting.Accountant;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.PrivacyProfile;
import io.abacusdp.accounting.event.DpEvent;
import java.util.Objects;
import java.util.function.Function;

/**
 * Accounts events that are ε-DP or (ε, δ)-DP by a composition theorem: each elementary event is reduced to its ε and δ,
 * and the theorem composes them.
 */
public final class ClassicAccountant implements Accountant {
    private final String name;
    private final Function<Parts, CompositionTheorem> theorem;

    private ClassicAccountant(String name, Function<Parts, CompositionTheorem> theorem) {
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
    public PrivacyProfile profile(DpEvent event, Adjacency adjacency) {
        Objects.requireNonNull(adjacency, "adjacency");
        return new Profile(theorem.apply(new ApproximateRules(name, adjacency).parts(event)), adjacency, name);
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
