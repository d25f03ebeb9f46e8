package io.abacusdp.ledger.core;

import io.abacusdp.accounting.filter.RenyiCost;
import io.abacusdp.ledger.api.data.Budget;
import io.abacusdp.ledger.api.data.DataRules;
import io.abacusdp.ledger.api.data.ExactSum;
import io.abacusdp.ledger.api.data.Price;
import io.abacusdp.ledger.api.data.PrivacyUnit;
import io.abacusdp.ledger.api.data.Reservation;
import io.abacusdp.ledger.api.data.Reservation.Status;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.api.data.ScopeState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a fact makes of a scope or a reservation: a new value, which {@link Fold} puts into the state. */
final class StateChanges {
    private StateChanges() {}

    static ScopeState empty(Scope scope, PrivacyUnit unit, @Nullable Scope parent, Instant at, long seq) {
        return new ScopeState(
                scope,
                unit,
                parent,
                null,
                RenyiCost.ZERO,
                RenyiCost.ZERO,
                ExactSum.ZERO,
                1,
                at,
                0,
                null,
                seq,
                DataRules.NONE);
    }

    static ScopeState withBudget(ScopeState scope, Budget budget, long seq) {
        return new ScopeState(
                scope.scope(),
                scope.unit(),
                scope.parent(),
                budget,
                scope.lifetime(),
                scope.window(),
                scope.reserved(),
                scope.windowNumber(),
                scope.windowSince(),
                scope.charges(),
                scope.last(),
                seq,
                scope.rules());
    }

    static ScopeState nextWindow(ScopeState scope, long passed, Instant since, long seq) {
        return new ScopeState(
                scope.scope(),
                scope.unit(),
                scope.parent(),
                scope.budget(),
                scope.lifetime(),
                RenyiCost.ZERO,
                scope.reserved(),
                scope.windowNumber() + passed,
                since,
                scope.charges(),
                scope.last(),
                seq,
                scope.rules());
    }

    static ScopeState withRules(ScopeState scope, DataRules rules, long seq) {
        return new ScopeState(
                scope.scope(),
                scope.unit(),
                scope.parent(),
                scope.budget(),
                scope.lifetime(),
                scope.window(),
                scope.reserved(),
                scope.windowNumber(),
                scope.windowSince(),
                scope.charges(),
                scope.last(),
                seq,
                rules);
    }

    static ScopeState reserve(ScopeState scope, RenyiCost cost, long seq) {
        return withReserved(scope, scope.reserved().plus(cost), seq);
    }

    static ScopeState release(ScopeState scope, RenyiCost cost, long seq) {
        return withReserved(scope, scope.reserved().minus(cost), seq);
    }

    static ScopeState spend(ScopeState scope, Price price, long seq) {
        return new ScopeState(
                scope.scope(),
                scope.unit(),
                scope.parent(),
                scope.budget(),
                scope.lifetime().plus(price.cost()),
                scope.window().plus(price.cost()),
                scope.reserved(),
                scope.windowNumber(),
                scope.windowSince(),
                scope.charges() + 1,
                price.id(),
                seq,
                scope.rules());
    }

    static Reservation withStatus(Reservation reservation, Status status, long seq) {
        return changed(reservation, reservation.expires(), status, reservation.committed(), seq);
    }

    static Reservation committedAs(Reservation reservation, Status status, String price, long seq) {
        return changed(reservation, reservation.expires(), status, price, seq);
    }

    static Reservation until(Reservation reservation, Instant later, long seq) {
        return changed(reservation, later, reservation.status(), reservation.committed(), seq);
    }

    private static ScopeState withReserved(ScopeState scope, ExactSum reserved, long seq) {
        return new ScopeState(
                scope.scope(),
                scope.unit(),
                scope.parent(),
                scope.budget(),
                scope.lifetime(),
                scope.window(),
                reserved,
                scope.windowNumber(),
                scope.windowSince(),
                scope.charges(),
                scope.last(),
                seq,
                scope.rules());
    }

    private static Reservation changed(
            Reservation old, Instant expires, Status status, @Nullable String committed, long seq) {
        return new Reservation(
                old.id(),
                old.key(),
                old.body(),
                old.account(),
                old.scopes(),
                old.price(),
                old.seq(),
                old.at(),
                expires,
                status,
                committed,
                seq);
    }
}
