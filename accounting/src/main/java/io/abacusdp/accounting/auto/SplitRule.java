package io.abacusdp.accounting.auto;

import io.abacusdp.accounting.Accountant;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.PrivacyProfile;
import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.Composition;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Repeated;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Accounts the parts of a history each by the best: those of which a tight accountant knows the loss by that, and the rest by
 * others. One event of which only a curve is known so costs its own part, and does not take from the others what is known of
 * them.
 *
 * <p>Formula: what is (ε₁, δ₁)-DP and what is (ε₂, δ₂)-DP is together (ε₁ + ε₂, δ₁ + δ₂)-DP, for every split of δ or of ε; the best
 * one is looked for ({@link SplitProfile}). No loss of the tight part alone is above that of the whole, which gives the lower
 * bound.
 *
 * <p>Source: Dwork, Kenthapadi, McSherry, Mironov, Naor 2006, Our data, ourselves; both parts may be chosen adaptively.
 *
 * <p>Limits: says nothing of histories that have nothing, or nothing else than, parts for the tight accountant. Immutable.
 */
final class SplitRule {
    private static final String NAME = "split";

    private final Accountant tight;
    private final Accountant others;

    SplitRule(Accountant tight, Accountant others) {
        this.tight = tight;
        this.others = others;
    }

    /** The profile of a history of which each accountant knows a part; none if there are no two such parts. */
    Optional<Supplier<PrivacyProfile>> profile(DpEvent event, Adjacency adjacency) {
        return parts(event, adjacency)
                .map(parts -> () -> new SplitProfile(
                        tight.profile(parts.tight(), adjacency),
                        others.profile(parts.rest(), adjacency),
                        adjacency,
                        NAME));
    }

    /** A history in two parts, neither of which is empty. */
    private record Parts(DpEvent tight, DpEvent rest) {}

    private Optional<Parts> parts(DpEvent event, Adjacency adjacency) {
        Composition composition = Composition.of(event);
        if (composition.terms().size() < 2) {
            return Optional.empty();
        }
        List<DpEvent> known = new ArrayList<>();
        List<DpEvent> rest = new ArrayList<>();
        composition.sortedTerms().forEach((term, count) -> {
            DpEvent part = count == 1 ? term : new Repeated(count, term);
            (tight.supports(term, adjacency) ? known : rest).add(part);
        });
        Parts parts = new Parts(new Composed(known), new Composed(rest));
        return known.isEmpty()
                        || rest.isEmpty()
                        || !tight.supports(parts.tight(), adjacency)
                        || !others.supports(parts.rest(), adjacency)
                ? Optional.empty()
                : Optional.of(parts);
    }
}
