package io.abacusdp.ledger.core;

import io.abacusdp.accounting.filter.RenyiCost;
import io.abacusdp.ledger.api.data.Budget;
import io.abacusdp.ledger.api.data.BudgetCheck;
import io.abacusdp.ledger.api.data.NotFoundException;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.api.data.ScopeState;
import java.util.ArrayList;
import java.util.List;

/** Finds the budgets that a charge has to fit into. */
public final class BudgetChecks {
    private BudgetChecks() {}

    /**
     * All budgets that a charge on these scopes meets. A unit of a block has lost what the dataset as a whole lost and what
     * the block lost, so that a charge on a dataset is checked in each of its blocks.
     */
    public static List<BudgetCheck> of(State state, String account, List<Scope> scopes) {
        List<BudgetCheck> checks = new ArrayList<>();
        for (ScopeState target : ChargedScopes.of(state, account, scopes)) {
            switch (target.scope().kind()) {
                case ACCOUNT -> addOwn(target, checks);
                case DATASET -> {
                    addOwn(target, checks);
                    state.blocks(target.scope()).forEach(block -> addBlock(target, block, checks));
                }
                case BLOCK -> {
                    Scope dataset = target.scope().datasetOfBlock();
                    addBlock(
                            state.scope(dataset).orElseThrow(() -> new NotFoundException(dataset.toString())),
                            target,
                            checks);
                }
            }
        }
        return checks;
    }

    private static void addOwn(ScopeState target, List<BudgetCheck> checks) {
        Budget budget = target.budget();
        if (budget != null) {
            checks.add(new BudgetCheck(
                    target.scope(),
                    target.scope(),
                    budget,
                    target.spentUnder(budget),
                    target.reserved().toCost()));
        }
    }

    private static void addBlock(ScopeState dataset, ScopeState block, List<BudgetCheck> checks) {
        RenyiCost reserved = dataset.reserved().toCost().plus(block.reserved().toCost());
        for (ScopeState owner : List.of(dataset, block)) {
            Budget budget = owner.budget();
            if (budget != null) {
                RenyiCost spent = dataset.spentUnder(budget).plus(block.spentUnder(budget));
                checks.add(new BudgetCheck(owner.scope(), block.scope(), budget, spent, reserved));
            }
        }
    }
}
