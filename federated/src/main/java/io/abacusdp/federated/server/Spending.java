package io.abacusdp.federated.server;

import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.filter.Decision;
import io.abacusdp.federated.budget.Attempt;
import io.abacusdp.federated.budget.Budget;
import io.abacusdp.federated.budget.LocalLedger;
import io.abacusdp.federated.budget.Settlement;
import io.abacusdp.federated.message.Answer;
import io.abacusdp.federated.noise.DistributedSkellam;
import io.abacusdp.federated.privacy.Costs;
import io.abacusdp.federated.privacy.PrivacyHistory;
import io.abacusdp.federated.privacy.RoundCharge;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** What a server spends, in its own ledger and in another budget, and what it has spent. For use by one thread. */
final class Spending {
    private final FederationPlan plan;
    private final RoundCharge charge;
    private final LocalLedger ledger;
    private final Budget budget;
    private final RoundListener listener;

    Spending(FederationPlan plan, RoundPricing pricing, LocalLedger ledger, Budget budget, RoundListener listener) {
        this.plan = plan;
        this.charge = pricing.charge();
        this.ledger = ledger;
        this.budget = budget;
        this.listener = listener;
    }

    /**
     * Reserves an attempt, in the other budget first: if that grants it and this process ends, more counts than was spent.
     *
     * @return why it must not be made; none if it is reserved
     */
    Optional<String> reserve(Attempt attempt) throws IOException {
        Optional<String> own = ledger.refusal(charge).or(this::beyondTheSampler);
        if (own.isPresent()) {
            return own;
        }
        if (budget.reserve(attempt, charge) instanceof Decision.Refused refused) {
            return Optional.of(refused.reason());
        }
        return ledger.reserve(attempt, charge) instanceof Decision.Refused refused
                ? Optional.of(refused.reason())
                : Optional.empty();
    }

    /** What the clients' sampler leaves open is charged for epsilons up to a bound, and no further. */
    private Optional<String> beyondTheSampler() {
        if (plan.secure().isEmpty()) {
            return Optional.empty();
        }
        PrivacyHistory after = ledger.history();
        after.add(charge);
        return ledger.costs()
                .released(after)
                .filter(guarantee -> !(guarantee.epsilon() <= DistributedSkellam.MOST_EPSILON))
                .map(guarantee -> "epsilon of each client would be %s, and noise of clients is accounted up to %s"
                        .formatted(guarantee.epsilon(), DistributedSkellam.MOST_EPSILON));
    }

    void settle(Attempt attempt, Settlement settlement, String note) throws IOException {
        ledger.settle(attempt, settlement, note);
        budget.settle(attempt, settlement, note);
    }

    /**
     * A client that did a task twice, because it crashed, has paid twice, and so it is recorded here. As it might also be this
     * ledger that has lost an attempt, as many releases are added as the client that lacks most was asked more often than is
     * known: what clients lose as wholes is then never less than what one of them has paid.
     */
    void addUnreserved(Attempt attempt, Map<String, Answer> answers) throws IOException {
        long most = 0;
        for (Map.Entry<String, Answer> answer : answers.entrySet()) {
            String client = answer.getKey();
            long unknown = answer.getValue().charges() - ledger.charges(client);
            if (unknown > 0) {
                add(attempt, charge.onceMoreFor(client), unknown);
                listener.noted("%s was charged %d times more than it was asked".formatted(client, unknown));
                most = Math.max(most, unknown);
            }
        }
        if (most > 0 && charge.released().isPresent()) {
            add(attempt, charge.oneReleaseMore(), most);
        }
    }

    private void add(Attempt attempt, RoundCharge extra, long times) throws IOException {
        ledger.add(attempt, extra, Math.toIntExact(times));
        budget.add(attempt, extra, Math.toIntExact(times));
    }

    RoundReport report(Attempt attempt, double clippingNorm) {
        Costs costs = ledger.costs();
        PrivacyHistory history = ledger.history();
        Optional<Costs.OfClient> records = costs.worstRecords(history);
        return new RoundReport(
                attempt.round(),
                attempt.attempt(),
                plan.members().size(),
                epsilon(records.map(Costs.OfClient::guarantee)),
                records.map(Costs.OfClient::client).orElse(""),
                epsilon(costs.released(history)),
                epsilon(costs.worstParticipant(history).map(Costs.OfClient::guarantee)),
                plan.clientNoise().isPresent() ? OptionalDouble.of(clippingNorm) : OptionalDouble.empty());
    }

    private static OptionalDouble epsilon(Optional<Guarantee> guarantee) {
        return guarantee.isPresent() ? OptionalDouble.of(guarantee.get().epsilon()) : OptionalDouble.empty();
    }

    long roundsLeft() {
        return ledger.limits().roundsLeft(ledger.history(), charge, ledger.costs());
    }
}
