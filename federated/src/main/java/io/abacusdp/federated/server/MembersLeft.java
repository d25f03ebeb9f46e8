package io.abacusdp.federated.server;

import io.abacusdp.federated.budget.LocalLedger;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * Who is left of the members that a run began with, and what rounds with them cost. Who was revoked or quarantined is left out;
 * noise, weights and threshold stay those of the plan. For use by one thread.
 */
final class MembersLeft {
    private final FederationPlan plan;
    private final LocalLedger ledger;
    private final RoundListener listener;
    private Supplier<Set<String>> revoked = Set::of;
    private Set<String> leftOut = Set.of();
    private RoundPricing pricing;

    MembersLeft(FederationPlan plan, LocalLedger ledger, RoundListener listener) {
        this.plan = plan;
        this.ledger = ledger;
        this.listener = listener;
        this.pricing = new RoundPricing(plan, Set.of());
    }

    /** Says how to find out who was revoked. */
    void without(Supplier<Set<String>> clients) {
        revoked = clients;
    }

    /** Finds out who is left; why no attempt is to be made if they are too few. */
    Optional<String> reckon(int round) {
        Set<String> members = new HashSet<>();
        plan.members().forEach(member -> members.add(member.name()));
        Set<String> gone = new TreeSet<>(revoked.get());
        gone.retainAll(members);
        Set<String> now = new TreeSet<>(gone);
        now.addAll(ledger.quarantined().keySet());
        if (now.equals(leftOut)) {
            return Optional.empty();
        }
        if (!gone.isEmpty()) {
            listener.noted(
                    "from round %d on, these clients are left out as they were revoked: %s".formatted(round, gone));
        }
        int left = members.size() - now.size();
        if (left < plan.quorum()) {
            return Optional.of(
                    "%d clients are left, of at least %d; left out are %s".formatted(left, plan.quorum(), now));
        }
        try {
            pricing = new RoundPricing(plan, now);
        } catch (IllegalArgumentException e) {
            return Optional.of("without %s there is no secure sum: %s".formatted(now, e.getMessage()));
        }
        leftOut = now;
        return Optional.empty();
    }

    /** Of those who are left. */
    RoundPricing pricing() {
        return pricing;
    }
}
