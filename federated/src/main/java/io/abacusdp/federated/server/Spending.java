package io.abacusdp.federated.server;

import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.filter.Decision;
import io.abacusdp.federated.budget.Attempt;
import io.abacusdp.federated.budget.LocalLedger;
import io.abacusdp.federated.budget.Quarantine;
import io.abacusdp.federated.budget.RoundBudget;
import io.abacusdp.federated.budget.Settlement;
import io.abacusdp.federated.message.Answer;
import io.abacusdp.federated.noise.DistributedSkellam;
import io.abacusdp.federated.privacy.PrivacyCosts;
import io.abacusdp.federated.privacy.PrivacyHistory;
import io.abacusdp.federated.privacy.RoundCharge;
import io.abacusdp.federated.protocol.Receipt;
import java.io.IOException;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** What a server spends, in its own ledger and in another budget, and what it has spent. For use by one thread. */
final class Spending {
    private final FederationPlan plan;
    private final LocalLedger ledger;
    private final RoundBudget budget;
    private final RoundListener listener;
    private RoundCharge charge;

    /** @param charge of a round in which all are asked */
    Spending(FederationPlan plan, RoundCharge charge, LocalLedger ledger, RoundBudget budget, RoundListener listener) {
        this.plan = plan;
        this.charge = charge;
        this.ledger = ledger;
        this.budget = budget;
        this.listener = listener;
    }

    /**
     * Reserves an attempt, in the other budget first: if that grants it and this process ends, more counts than was spent.
     *
     * @param asked what it costs
     * @return why it must not be made; none if it is reserved
     */
    Optional<String> reserve(Attempt attempt, RoundCharge asked) throws IOException {
        charge = asked;
        Optional<String> own = ledger.refusal(asked).or(this::beyondTheSampler);
        if (own.isPresent()) {
            return own;
        }
        if (budget.reserve(attempt, asked) instanceof Decision.Refused refused) {
            return Optional.of(refused.reason());
        }
        return ledger.reserve(attempt, asked) instanceof Decision.Refused refused
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
                .filter(guarantee -> !(guarantee.epsilon() <= DistributedSkellam.MAX_EPSILON))
                .map(guarantee -> "epsilon of each client would be %s, and noise of clients is accounted up to %s"
                        .formatted(guarantee.epsilon(), DistributedSkellam.MAX_EPSILON));
    }

    void settle(Attempt attempt, Settlement settlement, String note) throws IOException {
        ledger.settle(attempt, settlement, note);
        budget.settle(attempt, settlement, note);
    }

    /**
     * Takes notice of how often clients say that they have charged themselves. A client that did a task twice, because it crashed,
     * has paid twice, and so it is recorded here. As it might also be this ledger that has lost an attempt, as many releases are
     * added as the client that lacks most was asked more often than is known: what clients lose as wholes is then never less
     * than what one of them has paid.
     *
     * <p>If more than half of the members know of more than tasks that were handed out again explain, this ledger has lost attempts, as one that was put back from a backup has: so
     * many as more than half know of are recorded for all. Otherwise who says more than can be is quarantined by name, and
     * what it said changes nobody's figures.
     *
     * @param members how many clients are not left out
     * @return whether answers of most clients were refused, because attempts were lost that are recorded now
     */
    boolean addUnreserved(Attempt attempt, Map<String, Answer> answers, ChargeClaims claims, int members)
            throws IOException {
        Map<String, Receipt> receipts = receipts(answers);
        ledger.answered(attempt, receipts);
        addElsewhere(attempt, receipts, claims);
        addElsewhere(attempt, claims);
        Map<String, Long> extra = new TreeMap<>();
        answers.forEach((client, answer) -> extra.put(client, answer.charges() - ledger.charges(client)));
        Map<String, Long> beyond = claims.takeBeyond();
        Map<String, Long> said = new TreeMap<>(extra);
        beyond.forEach((client, charges) -> said.put(client, charges - ledger.charges(client)));
        said.replaceAll((client, unknown) -> unknown - claims.explained(client));
        long lost = knownToMost(said.values(), members);
        if (lost > 0) {
            charge.clients().forEach(client -> extra.merge(client, lost, Math::max));
            claims.found(lost);
            listener.noted("this ledger had lost %d attempts that most clients have charged; they are recorded for all"
                    .formatted(lost));
        } else {
            quarantine(attempt, beyond, claims);
        }
        extra.values().removeIf(times -> times <= 0);
        boolean isForAll = lost > 0 || plan.clientRate() < 1;
        if (plan.clientRate() < 1 && !extra.isEmpty()) {
            // Who has paid more was asked: where clients are sampled, what is recorded must not tell who was.
            long most = Collections.max(extra.values());
            charge.clients().forEach(client -> extra.put(client, most));
        }
        for (Map.Entry<String, Long> client : extra.entrySet()) {
            add(attempt, charge.onceMoreFor(client.getKey()), client.getValue());
            if (!isForAll) {
                listener.noted(
                        "%s was charged %d times more than it was asked".formatted(client.getKey(), client.getValue()));
            }
        }
        if (!extra.isEmpty() && charge.released().isPresent()) {
            add(attempt, charge.oneReleaseMore(), Collections.max(extra.values()));
        }
        return lost > 0 && beyond.size() > members / 2;
    }

    /** The greatest number that more than half of the members say at least; 0 if it is not above. */
    private static long knownToMost(Collection<Long> said, int members) {
        List<Long> sorted = said.stream().sorted(Comparator.reverseOrder()).toList();
        return sorted.size() > members / 2 ? Math.max(0, sorted.get(members / 2)) : 0;
    }

    private void quarantine(Attempt attempt, Map<String, Long> beyond, ChargeClaims claims) throws IOException {
        for (Map.Entry<String, Long> claim : beyond.entrySet()) {
            String client = claim.getKey();
            Quarantine quarantine = new Quarantine(attempt, claim.getValue(), claims.possible(client));
            ledger.quarantine(client, quarantine);
            listener.noted(quarantine.describe(client));
        }
    }

    /**
     * Takes notice of charges in other ledgers of clients than those whose answers were taken: of another process with the same key.
     * What they have spent comes on top, and never to more than tasks were handed out. Nothing of it was released.
     */
    void addElsewhere(Attempt attempt, ChargeClaims claims) throws IOException {
        addElsewhere(attempt, claims.takeSeconds(), claims);
    }

    private void addElsewhere(Attempt attempt, Map<String, Receipt> receipts, ChargeClaims claims) throws IOException {
        for (Map.Entry<String, Receipt> each : receipts.entrySet()) {
            String client = each.getKey();
            Receipt receipt = each.getValue();
            long most = claims.possible(client) - ledger.allCharges(client);
            int times = Math.toIntExact(Math.min(receipt.charges(), most));
            if (times <= 0 || !ledger.isElsewhere(client, receipt)) {
                continue;
            }
            // Where clients are sampled, what is recorded must not tell who was.
            RoundCharge extra = plan.clientRate() < 1
                    ? new RoundCharge(charge.records(), Optional.empty(), charge.participants())
                    : charge.onceMoreFor(client);
            ledger.addElsewhere(attempt, extra, times, receipt.mark());
            budget.add(attempt, extra, times);
            listener.noted(
                    ("%s works with two ledgers, or one was put back: %d charges that the ledger whose answers count does not hold are"
                                    + " recorded besides. Another process has its key")
                            .formatted(plan.clientRate() < 1 ? "a client" : client, times));
        }
    }

    private static Map<String, Receipt> receipts(Map<String, Answer> answers) {
        Map<String, Receipt> receipts = new TreeMap<>();
        answers.forEach((client, answer) -> receipts.put(client, answer.receipt()));
        return receipts;
    }

    /** The last charge that an answer of a client has named. */
    Receipt answered(String client) {
        return ledger.answered(client);
    }

    private void add(Attempt attempt, RoundCharge extra, long times) throws IOException {
        ledger.add(attempt, extra, Math.toIntExact(times));
        budget.add(attempt, extra, Math.toIntExact(times));
    }

    RoundReport report(Attempt attempt, double clippingNorm) {
        PrivacyCosts costs = ledger.costs();
        PrivacyHistory history = ledger.history();
        Optional<PrivacyCosts.OfClient> records = costs.worstRecords(history);
        return new RoundReport(
                attempt.round(),
                attempt.attempt(),
                plan.members().size(),
                epsilon(records.map(PrivacyCosts.OfClient::guarantee)),
                records.map(PrivacyCosts.OfClient::client).orElse(""),
                epsilon(costs.released(history)),
                epsilon(costs.worstParticipant(history).map(PrivacyCosts.OfClient::guarantee)),
                plan.clientNoise().isPresent() ? OptionalDouble.of(clippingNorm) : OptionalDouble.empty());
    }

    private static OptionalDouble epsilon(Optional<Guarantee> guarantee) {
        return guarantee.isPresent() ? OptionalDouble.of(guarantee.get().epsilon()) : OptionalDouble.empty();
    }

    long roundsLeft() {
        return ledger.limits().roundsLeft(ledger.history(), charge, ledger.costs());
    }
}
