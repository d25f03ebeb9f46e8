package io.abacusdp.ledger.core;

import io.abacusdp.ledger.api.data.Actor;
import io.abacusdp.ledger.api.data.BlockRule;
import io.abacusdp.ledger.api.data.Budget;
import io.abacusdp.ledger.api.data.Charge;
import io.abacusdp.ledger.api.data.ConflictException;
import io.abacusdp.ledger.api.data.NotFoundException;
import io.abacusdp.ledger.api.data.Reservation;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.api.data.ScopeState;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What time brings, whoever asks: lapsed reservations, windows that open by themselves, blocks that come into being. Recorded by
 * the ledger itself.
 */
public final class DueChanges {
    private final State state;
    private final Instant at;
    private final Recorder recorder;

    DueChanges(Recorder recorder) {
        this.state = recorder.state();
        this.at = recorder.at();
        this.recorder = recorder;
    }

    /** Closes reservations whose time is up. */
    public void sweep() {
        for (Reservation due : state.due(at)) {
            recorder.record(Actor.LEDGER, new Fact.Lapsed(due.id()));
        }
    }

    /**
     * Opens the window and the blocks of a scope that have come by now. What is charged is brought up to date by the charge
     * itself; this is for who looks.
     */
    public void catchUp(Scope scope) {
        ScopeState found = scope(scope);
        Budget budget = found.budget();
        Duration length = budget == null ? null : budget.window();
        Instant next = budget == null ? null : budget.nextWindow(found.windowSince());
        if (length != null && next != null && !at.isBefore(next)) {
            long more = Duration.between(next, at).toSeconds() / length.toSeconds();
            recorder.record(
                    Actor.LEDGER,
                    new Fact.WindowRefreshed(
                            scope, found.windowNumber() + 1 + more, next.plusSeconds(length.toSeconds() * more)));
        }
        BlockRule rule = found.rules().blocks();
        if (rule != null) {
            addBegunBlocks(scope, rule);
        }
    }

    /** All of them are looked for: one that somebody made by hand must not stand for those before it. */
    private void addBegunBlocks(Scope dataset, BlockRule rule) {
        Set<Scope> present = new HashSet<>();
        List<ScopeState> blocks = state.blocks(dataset);
        blocks.stream().filter(block -> block.budget() != null).forEach(block -> present.add(block.scope()));
        int room = ScopeRequests.MAX_BLOCKS - blocks.size();
        long end = Math.min(rule.begun(at), ScopeRequests.MAX_BLOCKS);
        for (long block = 0; block < end; block++) {
            Scope scope = Scope.block(dataset.id(), rule.name(block));
            if (present.contains(scope)) {
                continue;
            }
            if (state.scope(scope).isEmpty()) {
                if (room == 0) {
                    return;
                }
                room--;
                recorder.record(Actor.LEDGER, new Fact.BlockAdded(dataset.id(), rule.name(block)));
            }
            recorder.record(
                    Actor.LEDGER,
                    new Fact.BudgetSet(
                            scope,
                            rule.budget().startingAt(rule.start(block)),
                            rule.declaredBy(),
                            rule.approvedBy(),
                            "as declared for all blocks of " + dataset));
        }
    }

    /** Brings up to date what is charged, so that no charge passes by a block, or meets a window, that time has changed. */
    public void catchUp(Charge charge) {
        for (ScopeState account : ChargedScopes.lineage(state, charge.account())) {
            catchUp(account.scope());
        }
        Set<Scope> datasets = new TreeSet<>();
        for (Scope scope : charge.scopes()) {
            if (scope.kind() != Scope.Kind.ACCOUNT) {
                datasets.add(scope.kind() == Scope.Kind.BLOCK ? scope.datasetOfBlock() : scope);
            }
        }
        for (Scope dataset : datasets) {
            catchUp(dataset);
            BlockRule rule = scope(dataset).rules().blocks();
            if (rule != null
                    && charge.scopes().contains(dataset)
                    && state.scope(Scope.block(dataset.id(), rule.name(rule.begun(at) - 1)))
                            .isEmpty()) {
                throw new ConflictException(
                        "%s has %d blocks, and no room for the present one; charge single blocks, or begin another dataset"
                                .formatted(dataset, ScopeRequests.MAX_BLOCKS));
            }
        }
    }

    private ScopeState scope(Scope scope) {
        return state.scope(scope).orElseThrow(() -> new NotFoundException(scope.toString()));
    }
}
