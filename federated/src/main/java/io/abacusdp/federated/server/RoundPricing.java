package io.abacusdp.federated.server;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.NonPrivate;
import io.abacusdp.federated.noise.SecureSum;
import io.abacusdp.federated.privacy.PrivacyStyle;
import io.abacusdp.federated.privacy.RoundCharge;
import io.abacusdp.federated.secagg.Session;
import io.abacusdp.training.step.Clipping;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** What the rounds of a plan cost those who are asked, and the noise that this rests on. Every round costs the same. */
final class RoundPricing {
    private final FederationPlan plan;
    private final Set<String> leftOut;
    private final Optional<SecureRoster> roster;
    private final Optional<SecureSum> secureSum;
    private final Optional<DpEvent> participation;

    /**
     * @param leftOut clients that are not asked
     * @throws IllegalArgumentException if those who are left cannot make a sum that is secure
     */
    RoundPricing(FederationPlan plan, Set<String> leftOut) {
        this.plan = plan;
        this.leftOut = leftOut;
        this.roster = plan.secure().map(all -> all.without(leftOut));
        Optional<Session> session = roster.map(it -> it.session(Session.newId(), 0, length(plan)));
        this.secureSum = session.map(it -> secureSum(plan, it));
        this.participation = plan.clientNoise()
                .map(noise -> secureSum
                        .map(sum -> sum.event(session.orElseThrow().failureProbability()))
                        .orElse(new Gaussian(noise.noiseMultiplier())));
    }

    FederationPlan plan() {
        return plan;
    }

    /** Those who are asked, in the order of the plan. */
    List<Member> members() {
        return plan.members().stream()
                .filter(member -> !leftOut.contains(member.name()))
                .toList();
    }

    /** Those who make a sum, if it is made by secure aggregation. */
    Optional<SecureRoster> roster() {
        return roster;
    }

    private static SecureSum secureSum(FederationPlan plan, Session session) {
        ClientNoise noise = plan.clientNoise().orElseThrow();
        SecureSum sum = SecureSum.of(
                plan.model().parameterCount(), noise.noiseMultiplier(), session.honestInEverySum(), countNoise(noise));
        sum.requireFits(plan.members().size());
        return sum;
    }

    private static double countNoise(ClientNoise noise) {
        return noise.clipping() instanceof Clipping.Adaptive adaptive ? adaptive.countNoise() : 0;
    }

    /** Numbers in a vector of secure aggregation: the model's, and a count if the clipping norm adapts. */
    static int length(FederationPlan plan) {
        boolean counts = plan.clientNoise().map(noise -> countNoise(noise) > 0).orElse(false);
        return plan.model().parameterCount() + (counts ? 1 : 0);
    }

    /** The noisy sum of secure aggregation, if there is one. */
    Optional<SecureSum> secureSum() {
        return secureSum;
    }

    /** What taking part costs a client as a whole, in the eyes of one who knows that it did. */
    Optional<DpEvent> participation() {
        return participation;
    }

    /** What a round costs each record of a client that is asked. */
    Optional<DpEvent> records(Member member) {
        if (plan.style().protectsRecords()) {
            return Optional.of(member.local().charge(member.records()));
        }
        return plan.style() == PrivacyStyle.NONE ? Optional.of(new NonPrivate()) : Optional.empty();
    }

    /**
     * What an attempt costs. Where clients are sampled, all of those are charged as if they had been asked: what is charged, what
     * is reported and when a budget ends the run must not tell who was, or the sampling would amplify nothing.
     */
    public RoundCharge charge() {
        Map<String, DpEvent> records = new TreeMap<>();
        Map<String, DpEvent> participants = new TreeMap<>();
        for (Member member : members()) {
            records(member).ifPresent(event -> records.put(member.name(), event));
            participation.ifPresent(event -> participants.put(member.name(), event));
        }
        Optional<DpEvent> released = participation.map(
                event -> plan.clientRate() < 1 ? plan.sampledClients().chargeFrom(0, step -> event) : event);
        return new RoundCharge(records, released, participants);
    }
}
