package io.abacusdp.ledger.api.data;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which data belong to an account. Of an account: what every charge there, and below, has to name. Of a dataset: the accounts
 * whose charges may name it; any may if there are none.
 *
 * @param bound datasets of an account, or accounts of a dataset, sorted
 * @param budgetedData of an account: whether a charge must name data that have a budget of their own
 * @param blocks of a dataset: which blocks come into being as time goes; null if none do
 */
public record DataRules(
        List<Scope> bound, boolean budgetedData, @Nullable BlockRule blocks) {
    /** No rules. */
    public static final DataRules NONE = new DataRules(List.of(), false, null);

    public DataRules {
        bound = List.copyOf(new TreeSet<>(bound));
    }

    /** These rules with one more binding. */
    public DataRules with(Scope scope) {
        List<Scope> more = new ArrayList<>(bound);
        more.add(scope);
        return new DataRules(more, budgetedData, blocks);
    }

    /** These rules, and that every charge must name data with a budget. */
    public DataRules withBudgetedData() {
        return new DataRules(bound, true, blocks);
    }

    /** These rules with blocks that come into being. */
    public DataRules with(BlockRule rule) {
        return new DataRules(bound, budgetedData, rule);
    }
}
