package io.abacusdp.ledger.queue;

import io.abacusdp.accounting.filter.RenyiCost;
import java.util.List;
import java.util.Map;

/**
 * A request that waits, as the scheduler sees it.
 *
 * @param id by which it is known
 * @param lineage the account that is charged, last, and all above it, the root first
 * @param shares of each budget that it meets
 * @param priority among requests of the same account; greater comes first
 * @param arrival place in the order of arrival
 */
record Task(
        String id, List<String> lineage, Map<BudgetWindow, Double> shares, RenyiCost cost, int priority, long arrival) {
    Task {
        lineage = List.copyOf(lineage);
        shares = Map.copyOf(shares);
    }

    String account() {
        return lineage.get(lineage.size() - 1);
    }
}
