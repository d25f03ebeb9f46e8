package io.abacusdp.ledger.core;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.ledger.api.data.Actor;
import io.abacusdp.ledger.api.data.BlockRule;
import io.abacusdp.ledger.api.data.Budget;
import io.abacusdp.ledger.api.data.ConflictException;
import io.abacusdp.ledger.api.data.InvalidRequestException;
import io.abacusdp.ledger.api.data.NotAllowedException;
import io.abacusdp.ledger.api.data.NotFoundException;
import io.abacusdp.ledger.api.data.PrivacyUnit;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.api.data.ScopeState;
import io.abacusdp.ledger.api.data.TextRules;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Decides requests about accounts, datasets, blocks and their budgets. */
public final class ScopeRequests {
    /** Most blocks of one dataset: a charge on the whole dataset is checked in each. */
    static final int MAX_BLOCKS = 1000;

    private final State state;
    private final Instant at;
    private final Actor actor;
    private final Reach reach;
    private final Recorder recorder;

    ScopeRequests(Recorder recorder, Actor actor) {
        this.state = recorder.state();
        this.at = recorder.at();
        this.actor = actor;
        this.reach = new Reach(state, actor);
        this.recorder = recorder;
    }

    /** Adds an account at the root of a tree; the same again changes nothing. */
    public void addAccount(String account, PrivacyUnit unit) {
        if (!reach.isAll()) {
            throw new NotAllowedException("an account at the root takes a key that reaches all accounts");
        }
        addAccount(account, null, unit);
    }

    /** Adds an account below another, whose unit it has; the same again changes nothing. */
    public void addAccount(String account, String parent) {
        reach.requireAccount(parent);
        List<ScopeState> lineage = ChargedScopes.lineage(state, parent);
        if (lineage.size() >= ChargedScopes.MAX_DEPTH) {
            throw new InvalidRequestException(
                    "parent", "must be less than " + ChargedScopes.MAX_DEPTH + " levels deep");
        }
        addAccount(account, parent, lineage.get(0).unit());
    }

    private void addAccount(String account, @Nullable String parent, PrivacyUnit unit) {
        Scope above = parent == null ? null : Scope.account(parent);
        if (isNew(Scope.account(account), unit, above)) {
            recorder.record(actor, new Fact.AccountAdded(account, parent, unit));
        }
    }

    /** Adds a dataset; the same again changes nothing. */
    public void addDataset(String dataset, PrivacyUnit unit) {
        addDataset(dataset, unit, List.of(), List.of());
    }

    /**
     * Adds a dataset, blocks of it and accounts that it is bound to, or nothing of it; what is there already stays as it is.
     *
     * @param accounts whose charges, and those of all below, have to name the dataset or blocks of it; no others may
     */
    public void addDataset(String dataset, PrivacyUnit unit, List<String> blocks, List<String> accounts) {
        Scope scope = Scope.dataset(dataset);
        if (!reach.isAll() && accounts.isEmpty()) {
            throw new NotAllowedException(
                    "a dataset that is bound to no account takes a key that reaches all accounts");
        }
        boolean isNew = isNew(scope, unit, null);
        if (!isNew) {
            reach.requireManaged(scope);
        }
        if (!blocks.isEmpty()) {
            requireBlocksPossible(unit);
        }
        Set<String> added = new TreeSet<>();
        for (String block : blocks) {
            if (isNew(Scope.block(dataset, block), unit, scope)) {
                added.add(block);
            }
        }
        requireFewBlocks(state.blocks(scope).size() + added.size());
        Set<String> bound = new TreeSet<>();
        for (String account : accounts) {
            reach.requireAccount(account);
            ScopeState owner = scope(Scope.account(account));
            if (!owner.unit().equals(unit)) {
                throw new InvalidRequestException(
                        "accounts",
                        "must have the dataset's unit %s, got %s with %s".formatted(unit, account, owner.unit()));
            }
            if (!owner.rules().bound().contains(scope)) {
                bound.add(account);
            }
        }
        if (isNew) {
            recorder.record(actor, new Fact.DatasetAdded(dataset, unit));
        }
        added.forEach(block -> recorder.record(actor, new Fact.BlockAdded(dataset, block)));
        bound.forEach(account -> recorder.record(actor, new Fact.DatasetBound(dataset, account)));
    }

    /** From now on charges of the account, and of all below, have to name data with a budget; again changes nothing. */
    public void requireBudgetedData(String account) {
        reach.requireAccount(account);
        if (!scope(Scope.account(account)).rules().budgetedData()) {
            recorder.record(actor, new Fact.BudgetedDataRequired(account));
        }
    }

    /**
     * Adds a part of a dataset that shares no unit with its other parts; the same again changes nothing. What the dataset as a
     * whole has lost, the units of the new block have lost too.
     */
    public void addBlock(String dataset, String part) {
        reach.requireManaged(Scope.dataset(dataset));
        ScopeState whole = scope(Scope.dataset(dataset));
        requireBlocksPossible(whole.unit());
        if (isNew(Scope.block(dataset, part), whole.unit(), whole.scope())) {
            requireFewBlocks(state.blocks(whole.scope()).size() + 1);
            recorder.record(actor, new Fact.BlockAdded(dataset, part));
        }
    }

    /**
     * Gives a scope its first budget, or another one; the same again changes nothing.
     *
     * @param by who asks for it
     * @param approvedBy who else agrees; may be null only if it admits nothing that the present one does not
     */
    public void setBudget(Scope scope, Budget budget, String by, @Nullable String approvedBy, String reason) {
        TextRules.name("by", by);
        TextRules.reason(reason);
        reach.requireManaged(scope);
        ScopeState found = scope(scope);
        if (scope.kind() == Scope.Kind.BLOCK && budget.window() != null) {
            throw new InvalidRequestException(
                    "window", "must not be given for a block, which has its dataset's windows");
        }
        Budget present = found.budget();
        if (present != null && budget.startingAt(Instant.EPOCH).equals(present.startingAt(Instant.EPOCH))) {
            return;
        }
        if (approvedBy != null || found.budget() == null || !budget.isWithin(found.budget())) {
            TwoPersons.require(by, approvedBy);
        }
        recorder.record(actor, new Fact.BudgetSet(scope, budget.startingAt(at), by, approvedBy, reason));
    }

    /**
     * Opens the next window of a budget, whose limit then counts anew.
     *
     * @param number of the window to open; if it is the present one already, nothing changes
     */
    public void openWindow(Scope scope, long number, String by, String approvedBy, String reason) {
        TextRules.name("by", by);
        TwoPersons.require(by, approvedBy);
        TextRules.reason(reason);
        reach.requireManaged(scope);
        ScopeState found = scope(scope);
        Duration length = found.budget() == null ? null : found.budget().window();
        if (length == null) {
            throw new ConflictException(scope + " has no budget with windows");
        }
        if (number == found.windowNumber()) {
            return;
        }
        if (number != found.windowNumber() + 1) {
            throw new ConflictException("the next window of %s is %d".formatted(scope, found.windowNumber() + 1));
        }
        Instant earliest = found.windowSince().plus(length);
        if (at.isBefore(earliest)) {
            throw new ConflictException("window %d of %s lasts until %s".formatted(number - 1, scope, earliest));
        }
        recorder.record(actor, new Fact.WindowOpened(scope, number, by, approvedBy, reason));
    }

    /** Has blocks of a dataset come into being as time goes, the first of them now; the same again changes nothing. */
    public void declareBlocks(
            String dataset,
            BlockRule.By kind,
            Duration every,
            Budget each,
            String by,
            String approvedBy,
            String reason) {
        TextRules.name("by", by);
        TwoPersons.require(by, approvedBy);
        TextRules.reason(reason);
        Scope scope = Scope.dataset(dataset);
        reach.requireManaged(scope);
        ScopeState found = scope(scope);
        requireBlocksPossible(found.unit());
        BlockRule rule = new BlockRule(kind, every, at.truncatedTo(ChronoUnit.SECONDS), each, by, approvedBy);
        BlockRule present = found.rules().blocks();
        if (present != null) {
            if (present.by() == kind
                    && present.every().equals(every)
                    && present.budget().equals(each)) {
                return;
            }
            throw new ConflictException("the blocks of %s are declared already".formatted(scope));
        }
        recorder.record(actor, new Fact.BlocksDeclared(dataset, rule, reason));
        new DueChanges(recorder).catchUp(scope);
    }

    private boolean isNew(Scope scope, PrivacyUnit unit, @Nullable Scope parent) {
        Optional<ScopeState> found = state.scope(scope);
        if (found.isEmpty()) {
            return true;
        }
        ScopeState earlier = found.get();
        if (earlier.unit().equals(unit) && Objects.equals(earlier.parent(), parent)) {
            return false;
        }
        if (!reach.sees(scope)) {
            throw new ConflictException("the name of %s is taken".formatted(scope));
        }
        throw new ConflictException("%s exists with %s%s"
                .formatted(scope, earlier.unit(), earlier.parent() == null ? "" : " below " + earlier.parent()));
    }

    private static void requireBlocksPossible(PrivacyUnit unit) {
        if (unit.adjacency() == Adjacency.REPLACE_ONE) {
            throw new InvalidRequestException(
                    "dataset",
                    "must not be under replace_one, as a record's replacement can be in another block; "
                            + "use add_or_remove_one or zero_out");
        }
    }

    private static void requireFewBlocks(int count) {
        if (count > MAX_BLOCKS) {
            throw new InvalidRequestException("part", "must be one of at most " + MAX_BLOCKS + " blocks");
        }
    }

    private ScopeState scope(Scope scope) {
        return state.scope(scope).orElseThrow(() -> new NotFoundException(scope.toString()));
    }
}
