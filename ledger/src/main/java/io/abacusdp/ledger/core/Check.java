package io.abacusdp.ledger.core;

import io.abacusdp.accounting.filter.RenyiCost;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * One budget that a charge has to fit into.
 *
 * @param scope whose budget it is
 * @param part whose units are looked at: the scope itself, or a block of it
 * @param budget its rule
 * @param spent what counts against it already
 * @param reserved what is held besides
 */
public record Check(Scope scope, Scope part, Budget budget, RenyiCost spent, RenyiCost reserved) {
    public Check {
        Objects.requireNonNull(scope, "scope");
        Objects.requireNonNull(part, "part");
        Objects.requireNonNull(budget, "budget");
        Objects.requireNonNull(spent, "spent");
        Objects.requireNonNull(reserved, "reserved");
    }

    /** Whether the cost still fits. */
    public boolean admits(RenyiCost cost) {
        return budget.limit().admits(taken().plus(cost));
    }

    /** What is spent and reserved. */
    public RenyiCost taken() {
        return spent.plus(reserved);
    }

    /**
     * All budgets that a charge on these scopes meets. A unit of a block has lost what the dataset as a whole lost and what
     * the block lost, so that a charge on a dataset is checked in each of its blocks.
     */
    public static List<Check> of(State state, String account, List<Scope> scopes) {
        List<Check> checks = new ArrayList<>();
        for (ScopeState target : Targets.of(state, account, scopes)) {
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

    private static void addOwn(ScopeState target, List<Check> checks) {
        Budget budget = target.budget();
        if (budget != null) {
            checks.add(new Check(
                    target.scope(),
                    target.scope(),
                    budget,
                    target.spentUnder(budget),
                    target.reserved().toCost()));
        }
    }

    private static void addBlock(ScopeState dataset, ScopeState block, List<Check> checks) {
        RenyiCost reserved = dataset.reserved().toCost().plus(block.reserved().toCost());
        for (ScopeState owner : List.of(dataset, block)) {
            Budget budget = owner.budget();
            if (budget != null) {
                RenyiCost spent = dataset.spentUnder(budget).plus(block.spentUnder(budget));
                checks.add(new Check(owner.scope(), block.scope(), budget, spent, reserved));
            }
        }
    }
}
