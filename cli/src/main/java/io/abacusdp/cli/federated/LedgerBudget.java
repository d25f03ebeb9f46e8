package io.abacusdp.cli.federated;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.filter.Decision;
import io.abacusdp.cli.output.CommandFailures;
import io.abacusdp.cli.output.UsageException;
import io.abacusdp.federated.budget.Attempt;
import io.abacusdp.federated.budget.RoundBudget;
import io.abacusdp.federated.budget.Settlement;
import io.abacusdp.federated.privacy.ClientAdjacency;
import io.abacusdp.federated.privacy.RoundCharge;
import io.abacusdp.ledger.client.LedgerClient;
import io.abacusdp.ledger.client.LedgerRefusedException;
import io.abacusdp.ledger.client.LedgerUnreachableException;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The budgets of a ledger's server, asked before every attempt at a round: an account for clients as wholes, and one for the
 * records of each client. All that an attempt may cost is charged there before a client hears of it. The key of a charge names
 * run, attempt and account, so that a server that died before it knew of the answer does not pay twice.
 *
 * <p>All accounts are asked for a quote first; if one refuses all the same, because somebody else was faster, what the others
 * have charged stays charged.
 */
final class LedgerBudget implements RoundBudget {
    /** A balance is asked for its unit alone, and is not given without one. */
    private static final double ANY_DELTA = 1e-6;

    private final LedgerClient client;
    private final String run;
    private final Optional<String> clientAccount;
    private final Optional<String> recordPrefix;

    /** Whether the account for clients is known to be one under zero-out. */
    private boolean isZeroOut;

    LedgerBudget(LedgerClient client, String run, Optional<String> clientAccount, Optional<String> recordPrefix) {
        this.client = client;
        this.run = run;
        this.clientAccount = clientAccount;
        this.recordPrefix = recordPrefix;
    }

    @Override
    public Decision reserve(Attempt attempt, RoundCharge charge) throws IOException {
        Map<String, DpEvent> costs = costs(charge);
        try {
            if (clientAccount.isPresent() && charge.released().isPresent()) {
                requireAdjacency(clientAccount.get(), charge.released().get());
            }
            for (Map.Entry<String, DpEvent> cost : costs.entrySet()) {
                if (!client.quote(cost.getKey(), List.of(), cost.getValue())
                        .path("fits")
                        .asBoolean()) {
                    return new Decision.Refused("the budget of the account " + cost.getKey() + " does not allow it");
                }
            }
            for (Map.Entry<String, DpEvent> cost : costs.entrySet()) {
                String key = "%s-%d-%d-%s".formatted(run, attempt.round(), attempt.attempt(), cost.getKey());
                client.charge(key, cost.getKey(), List.of(), cost.getValue());
            }
            return new Decision.Granted();
        } catch (LedgerRefusedException e) {
            if (e.isOverBudget()) {
                return new Decision.Refused(CommandFailures.message(e));
            }
            throw failed(e);
        } catch (LedgerUnreachableException e) {
            throw failed(e);
        }
    }

    /** An account whose neighbours are others would state a figure that does not hold. One of zero-out holds for all noise. */
    private void requireAdjacency(String account, DpEvent released) {
        if (isZeroOut || !ClientAdjacency.hasNoiseOfClients(released)) {
            return;
        }
        String adjacency = client.balance(account, ANY_DELTA)
                .path("unit")
                .path("adjacency")
                .asText();
        if (!adjacency.equals(Adjacency.ZERO_OUT.id())) {
            throw new UsageException(
                    "--ledger-account must be an account under zero_out for secure aggregation, where an absent client takes its noise along; %s is one under %s"
                            .formatted(account, adjacency));
        }
        isZeroOut = true;
    }

    /** A spend that the budget no longer allows ends the run: it cannot be recorded there. */
    @Override
    public void add(Attempt attempt, RoundCharge extra, int times) throws IOException {
        try {
            costs(extra)
                    .forEach((account, event) -> client.charge(
                            "%s-extra-%s".formatted(run, UUID.randomUUID()),
                            account,
                            List.of(),
                            new Repeated(times, event)));
        } catch (LedgerRefusedException | LedgerUnreachableException e) {
            throw failed(e);
        }
    }

    /** Nothing is given back, whatever became of it. */
    @Override
    public void settle(Attempt attempt, Settlement settlement, String note) {}

    private Map<String, DpEvent> costs(RoundCharge charge) {
        Map<String, DpEvent> costs = new LinkedHashMap<>();
        recordPrefix.ifPresent(prefix -> charge.records().forEach((name, event) -> costs.put(prefix + name, event)));
        clientAccount.ifPresent(account -> charge.released().ifPresent(event -> costs.put(account, event)));
        return costs;
    }

    private static IOException failed(RuntimeException e) {
        return new IOException("the ledger's server: " + CommandFailures.message(e), e);
    }
}
