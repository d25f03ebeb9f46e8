package io.abacusdp.ledger.core;

import io.abacusdp.accounting.filter.RenyiCost;
import io.abacusdp.ledger.api.data.Budget;
import io.abacusdp.ledger.api.data.BudgetCheck;
import io.abacusdp.ledger.api.data.InvalidRequestException;
import io.abacusdp.ledger.api.data.NotFoundException;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.api.data.ScopeState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds the budgets that a charge has to fit into. */
public final class BudgetChecks {
    private BudgetChecks() {}

    /**
     * All budgets that a charge on these scopes meets. A unit of a block has lost what the dataset as a whole lost and what
     * the block lost, so that a charge on a dataset is checked in each of its blocks.
     */
    public static List<BudgetCheck> of(State state, String account, List<Scope> scopes) {
        List<BudgetCheck> checks = new ArrayList<>();
        List<ScopeState> targets = ChargedScopes.of(state, account, scopes);
        requireData(state, targets);
        for (ScopeState target : targets) {
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

    /**
     * Refuses a charge that passes by data which belong to its account, or names data which belong to others: only what is
     * charged to the data themselves bounds what their units lose.
     */
    private static void requireData(State state, List<ScopeState> targets) {
        List<ScopeState> accounts = targets.stream()
                .filter(target -> target.scope().kind() == Scope.Kind.ACCOUNT)
                .toList();
        Set<Scope> lineage = accounts.stream().map(ScopeState::scope).collect(Collectors.toSet());
        Map<Scope, ScopeState> datasets = new LinkedHashMap<>();
        boolean budgeted = false;
        for (ScopeState target : targets) {
            if (target.scope().kind() != Scope.Kind.ACCOUNT) {
                Scope name = target.scope().kind() == Scope.Kind.BLOCK
                        ? target.scope().datasetOfBlock()
                        : target.scope();
                ScopeState dataset = state.scope(name).orElseThrow(() -> new NotFoundException(name.toString()));
                datasets.put(name, dataset);
                budgeted |= target.budget() != null || dataset.budget() != null;
            }
        }
        for (ScopeState dataset : datasets.values()) {
            List<Scope> owners = dataset.rules().bound();
            if (!owners.isEmpty() && owners.stream().noneMatch(lineage::contains)) {
                throw new NotFoundException(
                        dataset.scope() + " that " + targets.get(0).scope() + " may use");
            }
        }
        for (ScopeState account : accounts) {
            for (Scope needed : account.rules().bound()) {
                if (!datasets.containsKey(needed)) {
                    throw new InvalidRequestException(
                            "scopes",
                            "must name %s or blocks of it, which is bound to %s".formatted(needed, account.scope()));
                }
            }
            if (account.rules().budgetedData() && !budgeted) {
                throw new InvalidRequestException(
                        "scopes", "must name data that have a budget, as %s requires".formatted(account.scope()));
            }
        }
    }

    private static void addOwn(ScopeState target, List<BudgetCheck> checks) {
        Budget budget = target.budget();
        if (budget != null) {
            checks.add(new BudgetCheck(
                    target.scope(),
                    target.scope(),
                    budget,
                    target.spentUnder(budget),
                    target.reserved().toCost(),
                    target.windowSince()));
        }
    }

    private static void addBlock(ScopeState dataset, ScopeState block, List<BudgetCheck> checks) {
        RenyiCost reserved = dataset.reserved().toCost().plus(block.reserved().toCost());
        for (ScopeState owner : List.of(dataset, block)) {
            Budget budget = owner.budget();
            if (budget != null) {
                RenyiCost spent = dataset.spentUnder(budget).plus(block.spentUnder(budget));
                checks.add(new BudgetCheck(owner.scope(), block.scope(), budget, spent, reserved, owner.windowSince()));
            }
        }
    }
}
