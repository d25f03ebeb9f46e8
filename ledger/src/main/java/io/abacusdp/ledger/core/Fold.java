package io.abacusdp.ledger.core;

import io.abacusdp.ledger.api.data.Budget;
import io.abacusdp.ledger.api.data.InvalidRequestException;
import io.abacusdp.ledger.api.data.NotFoundException;
import io.abacusdp.ledger.api.data.Price;
import io.abacusdp.ledger.api.data.Reservation;
import io.abacusdp.ledger.api.data.Reservation.Status;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.api.data.ScopeState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Changes a state by a fact, and refuses a fact that cannot follow. This is the only place where states change, live and in
 * a replay alike.
 */
public final class Fold {
    private final State state;

    public Fold(State state) {
        this.state = state;
    }

    /**
     * Adds one fact.
     *
     * @throws IllegalStateException if the fact contradicts the ones before it
     */
    public void add(StampedFact stamped) {
        Fact fact = stamped.fact();
        long seq = stamped.seq();
        require((seq == 1) == (fact instanceof Fact.LedgerOpened), seq, "only the first fact opens the ledger");
        if (fact instanceof Fact.LedgerOpened || fact instanceof Fact.Restored) {
            // It names the ledger, and changes nothing else.
            return;
        }
        if (fact instanceof Fact.AccountAdded added) {
            addScope(
                    StateChanges.empty(
                            Scope.account(added.account()),
                            added.unit(),
                            added.parent() == null ? null : Scope.account(added.parent()),
                            stamped.at(),
                            seq),
                    seq);
        } else if (fact instanceof Fact.DatasetAdded added) {
            addScope(StateChanges.empty(Scope.dataset(added.dataset()), added.unit(), null, stamped.at(), seq), seq);
        } else if (fact instanceof Fact.BlockAdded added) {
            addBlock(added, stamped);
        } else if (fact instanceof Fact.DatasetBound bound) {
            bind(bound, seq);
        } else if (fact instanceof Fact.BudgetedDataRequired required) {
            ScopeState account = scope(Scope.account(required.account()), seq);
            state.put(StateChanges.withRules(account, account.rules().withBudgetedData(), seq));
        } else if (fact instanceof Fact.ClockConfirmed) {
            // It says what was confirmed, and changes nothing.
            return;
        } else if (new AccessFold(state).add(stamped)) {
            return;
        } else if (fact instanceof Fact.BudgetSet set) {
            state.put(StateChanges.withBudget(scope(set.scope(), seq), set.budget(), seq));
        } else if (fact instanceof Fact.WindowOpened opened) {
            openWindow(opened, stamped);
        } else if (fact instanceof Fact.WindowRefreshed refreshed) {
            refresh(refreshed, stamped);
        } else if (fact instanceof Fact.BlocksDeclared declared) {
            ScopeState dataset = scope(Scope.dataset(declared.dataset()), seq);
            require(dataset.rules().blocks() == null, seq, "the dataset's blocks are declared already");
            state.put(StateChanges.withRules(dataset, dataset.rules().with(declared.rule()), seq));
        } else if (fact instanceof Fact.Priced priced) {
            require(state.price(priced.price().id()).isEmpty(), seq, "the event has a price already");
            state.put(priced.price());
        } else {
            addToReservation(fact, stamped);
        }
    }

    /** The reservation that the fact makes, if it is one that accepts a charge. */
    public static Optional<Reservation> accepted(StampedFact stamped) {
        long seq = stamped.seq();
        if (stamped.fact() instanceof Fact.Reserved reserved) {
            return Optional.of(new Reservation(
                    reserved.reservation(),
                    reserved.key(),
                    reserved.body(),
                    reserved.account(),
                    reserved.scopes(),
                    reserved.price(),
                    seq,
                    stamped.at(),
                    reserved.expires(),
                    Status.RESERVED,
                    null,
                    seq));
        }
        if (stamped.fact() instanceof Fact.Charged charged) {
            return Optional.of(new Reservation(
                    charged.reservation(),
                    charged.key(),
                    charged.body(),
                    charged.account(),
                    charged.scopes(),
                    charged.price(),
                    seq,
                    stamped.at(),
                    stamped.at(),
                    Status.COMMITTED,
                    charged.price(),
                    seq));
        }
        return Optional.empty();
    }

    private void addToReservation(Fact fact, StampedFact stamped) {
        long seq = stamped.seq();
        Optional<Reservation> accepted = accepted(stamped);
        if (accepted.isPresent()) {
            accept(accepted.get(), seq);
        } else if (fact instanceof Fact.Started started) {
            Reservation reservation = reservation(started.reservation(), Status.RESERVED, seq);
            state.put(StateChanges.withStatus(reservation, Status.STARTED, seq));
        } else if (fact instanceof Fact.Committed committed) {
            Reservation reservation = reservation(committed.reservation(), Status.STARTED, seq);
            Price run = price(committed.price(), seq);
            require(
                    committed.reserved() == null || committed.reserved().equals(reservation.price()),
                    seq,
                    "another price was reserved");
            require(run.cost().isWithin(price(reservation.price(), seq).cost()), seq, "more was run than was reserved");
            close(StateChanges.committedAs(reservation, Status.COMMITTED, run.id(), seq), seq);
        } else if (fact instanceof Fact.Released released) {
            Reservation reservation = reservation(released.reservation(), Status.RESERVED, seq);
            close(StateChanges.withStatus(reservation, Status.RELEASED, seq), seq);
        } else if (fact instanceof Fact.Extended extended) {
            Reservation reservation = open(extended.reservation(), seq);
            require(extended.expires().isAfter(reservation.expires()), seq, "an extension must not shorten");
            state.put(StateChanges.until(reservation, extended.expires(), seq));
        } else if (fact instanceof Fact.Lapsed lapsed) {
            Reservation reservation = open(lapsed.reservation(), seq);
            require(reservation.isDue(stamped.at()), seq, "the reservation was not yet due");
            close(
                    reservation.status() == Status.RESERVED
                            ? StateChanges.withStatus(reservation, Status.EXPIRED, seq)
                            : StateChanges.committedAs(reservation, Status.FORFEITED, reservation.price(), seq),
                    seq);
        } else {
            // To pass over a fact could be to lose a spend.
            throw contradiction(
                    seq,
                    "this version does not know what follows from "
                            + fact.getClass().getSimpleName());
        }
    }

    private void addScope(ScopeState added, long seq) {
        require(state.scope(added.scope()).isEmpty(), seq, added.scope() + " exists already");
        Scope parent = added.parent();
        require(
                parent == null || scope(parent, seq).unit().equals(added.unit()),
                seq,
                added.scope() + " must have the unit of the one above");
        state.put(added);
    }

    private void bind(Fact.DatasetBound bound, long seq) {
        ScopeState dataset = scope(Scope.dataset(bound.dataset()), seq);
        ScopeState account = scope(Scope.account(bound.account()), seq);
        require(dataset.unit().equals(account.unit()), seq, "dataset and account must have the same unit");
        state.put(StateChanges.withRules(dataset, dataset.rules().with(account.scope()), seq));
        state.put(StateChanges.withRules(account, account.rules().with(dataset.scope()), seq));
    }

    private void addBlock(Fact.BlockAdded added, StampedFact stamped) {
        ScopeState dataset = scope(Scope.dataset(added.dataset()), stamped.seq());
        addScope(
                StateChanges.empty(
                        Scope.block(added.dataset(), added.part()),
                        dataset.unit(),
                        dataset.scope(),
                        stamped.at(),
                        stamped.seq()),
                stamped.seq());
    }

    private void openWindow(Fact.WindowOpened opened, StampedFact stamped) {
        long seq = stamped.seq();
        ScopeState scope = scope(opened.scope(), seq);
        require(opened.number() == scope.windowNumber() + 1, seq, "windows must be opened one after the other");
        nextWindow(scope, 1, stamped.at(), seq);
    }

    /** No window that opens by itself does so before the one before has passed: a replay sees that as well. */
    private void refresh(Fact.WindowRefreshed refreshed, StampedFact stamped) {
        long seq = stamped.seq();
        ScopeState scope = scope(refreshed.scope(), seq);
        Budget budget = scope.budget();
        Duration length = budget == null ? null : budget.window();
        Instant next = budget == null ? null : budget.nextWindow(scope.windowSince());
        if (length == null || next == null) {
            throw contradiction(seq, scope.scope() + " has no budget that refreshes by itself");
        }
        long passed = refreshed.number() - scope.windowNumber();
        require(passed > 0, seq, "windows must follow one another");
        Instant since = next.plusSeconds(Math.multiplyExact(length.toSeconds(), passed - 1));
        require(since.equals(refreshed.since()), seq, "a window must begin when one has passed");
        require(!stamped.at().isBefore(since), seq, "the window before had not yet passed");
        nextWindow(scope, passed, since, seq);
    }

    private void nextWindow(ScopeState scope, long passed, Instant since, long seq) {
        state.put(StateChanges.nextWindow(scope, passed, since, seq));
        if (scope.scope().kind() == Scope.Kind.DATASET) {
            // What a unit lost in its block counts against the dataset's window, and so begins anew with it.
            for (ScopeState block : state.blocks(scope.scope())) {
                state.put(StateChanges.nextWindow(block, passed, since, seq));
            }
        }
    }

    private void accept(Reservation reservation, long seq) {
        require(state.reservation(reservation.id()).isEmpty(), seq, "the reservation exists already");
        require(state.reservationOfKey(reservation.key()).isEmpty(), seq, "the key was used before");
        Price price = price(reservation.price(), seq);
        for (ScopeState scope : targets(reservation, seq)) {
            require(scope.unit().adjacency() == price.adjacency(), seq, "the price is for another adjacency");
            if (reservation.status().isOpen()) {
                state.put(StateChanges.reserve(scope, price.cost(), seq));
            } else {
                spend(scope, price, seq);
            }
        }
        state.put(reservation);
    }

    private void close(Reservation reservation, long seq) {
        Price reserved = price(reservation.price(), seq);
        String committed = reservation.committed();
        for (ScopeState scope : targets(reservation, seq)) {
            ScopeState released = StateChanges.release(scope, reserved.cost(), seq);
            if (committed == null) {
                state.put(released);
            } else {
                spend(released, price(committed, seq), seq);
            }
        }
        state.put(reservation);
    }

    private void spend(ScopeState scope, Price price, long seq) {
        state.put(StateChanges.spend(scope, price, seq));
        state.countTerms(scope.scope(), price);
    }

    private List<ScopeState> targets(Reservation reservation, long seq) {
        try {
            return ChargedScopes.of(state, reservation.account(), reservation.scopes());
        } catch (NotFoundException | InvalidRequestException e) {
            throw new IllegalStateException("fact %d cannot follow: %s".formatted(seq, e.getMessage()), e);
        }
    }

    private ScopeState scope(Scope scope, long seq) {
        return state.scope(scope).orElseThrow(() -> contradiction(seq, "there is no " + scope));
    }

    private Price price(String id, long seq) {
        return state.price(id).orElseThrow(() -> contradiction(seq, "there is no price " + id));
    }

    private Reservation reservation(String id, Status status, long seq) {
        Reservation reservation = find(id, seq);
        require(reservation.status() == status, seq, id + " is " + reservation.status());
        return reservation;
    }

    private Reservation open(String id, long seq) {
        Reservation reservation = find(id, seq);
        require(reservation.status().isOpen(), seq, id + " is " + reservation.status());
        return reservation;
    }

    private Reservation find(String id, long seq) {
        return state.reservation(id).orElseThrow(() -> contradiction(seq, "there is no reservation " + id));
    }

    private static void require(boolean condition, long seq, String problem) {
        if (!condition) {
            throw contradiction(seq, problem);
        }
    }

    private static IllegalStateException contradiction(long seq, String problem) {
        return new IllegalStateException("fact %d cannot follow: %s".formatted(seq, problem));
    }
}
