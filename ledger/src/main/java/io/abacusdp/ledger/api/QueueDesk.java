package io.abacusdp.ledger.api;

import io.abacusdp.ledger.api.data.Actor;
import io.abacusdp.ledger.api.data.BudgetCheck;
import io.abacusdp.ledger.api.data.Charge;
import io.abacusdp.ledger.api.data.ConflictException;
import io.abacusdp.ledger.api.data.InvalidRequestException;
import io.abacusdp.ledger.api.data.KeyReusedException;
import io.abacusdp.ledger.api.data.NotAllowedException;
import io.abacusdp.ledger.api.data.NotFoundException;
import io.abacusdp.ledger.api.data.Outcome;
import io.abacusdp.ledger.api.data.Price;
import io.abacusdp.ledger.api.data.Reservation;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.core.BudgetChecks;
import io.abacusdp.ledger.core.Processor;
import io.abacusdp.ledger.core.Reach;
import io.abacusdp.ledger.core.State;
import io.abacusdp.ledger.store.LedgerStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What a queue for scarce budget needs of a ledger. Safe for use by several threads. */
public final class QueueDesk {
    private final LedgerStore store;

    QueueDesk(LedgerStore store) {
        this.store = store;
    }

    /**
     * A request for budget.
     *
     * @param actor on whose behalf
     * @param key idempotency key
     * @param price of what is to be run
     */
    public record Grant(Actor actor, String key, Charge charge, Price price, Duration ttl) {}

    /**
     * Where a charge would go.
     *
     * @param lineage the account that is charged, last, and all above it, the root first
     * @param checks all budgets that it meets
     */
    public record Outlook(List<String> lineage, List<BudgetCheck> checks) {
        public Outlook {
            lineage = List.copyOf(lineage);
            checks = List.copyOf(checks);
        }
    }

    /** Brings up to date what a charge meets, and gives the answer that it had under its key, if it had one. */
    public Optional<Outcome> earlier(Grant grant) {
        return store.write(Set.of(grant.key()), processor -> {
            Optional<Outcome> answer = processor
                    .as(grant.actor())
                    .charges()
                    .earlier(grant.key(), grant.charge(), grant.price(), grant.ttl());
            if (answer.isEmpty()) {
                processor.due().catchUp(grant.charge());
            }
            return answer;
        });
    }

    /** Reserves within what is unlocked, each on behalf of who asked, in one transaction. Who is refused is empty. */
    public List<Optional<Outcome>> grant(List<Grant> grants) {
        Set<String> keys = grants.stream().map(Grant::key).collect(Collectors.toSet());
        return store.write(keys, processor -> {
            List<Optional<Outcome>> answers = new ArrayList<>();
            for (Grant grant : grants) {
                answers.add(granted(processor, grant));
            }
            return answers;
        });
    }

    private static Optional<Outcome> granted(Processor processor, Grant grant) {
        try {
            return Optional.of(processor
                    .as(grant.actor())
                    .charges()
                    .grant(grant.key(), grant.charge(), grant.price(), grant.ttl()));
        } catch (ConflictException
                | KeyReusedException
                | NotAllowedException
                | NotFoundException
                | InvalidRequestException e) {
            // What was right when it was asked for may have become wrong; it must not keep the others from theirs.
            return Optional.empty();
        }
    }

    /** Where charges would go, at one moment; a charge that has become impossible is left out. */
    public Map<Charge, Outlook> outlooks(Collection<Charge> charges) {
        return store.read(state -> {
            Map<Charge, Outlook> outlooks = new HashMap<>();
            for (Charge charge : charges) {
                possible(state, charge).ifPresent(outlook -> outlooks.put(charge, outlook));
            }
            return outlooks;
        });
    }

    /**
     * Where a charge would go, as far as somebody may know.
     *
     * @throws NotFoundException if it is out of their reach
     * @throws ConflictException if no budget applies
     */
    public Outlook outlook(Actor actor, Charge charge) {
        return store.read(state -> {
            Reach reach = new Reach(state, actor);
            reach.requireAccount(charge.account());
            charge.scopes().forEach(reach::requireVisible);
            Outlook outlook = outlook(state, charge);
            if (outlook.checks().isEmpty()) {
                throw new ConflictException("no budget applies to " + Scope.account(charge.account()));
            }
            return outlook;
        });
    }

    /** Those of the accounts that are within somebody's reach. */
    public Set<String> covered(Actor actor, Collection<String> accounts) {
        return store.read(state -> {
            Reach reach = new Reach(state, actor);
            return accounts.stream().filter(reach::covers).collect(Collectors.toSet());
        });
    }

    /** The prices of these ids, as far as they are recorded. */
    public Map<String, Price> prices(Collection<String> ids) {
        return store.read(state -> {
            Map<String, Price> prices = new HashMap<>();
            ids.forEach(id -> state.price(id).ifPresent(price -> prices.put(id, price)));
            return prices;
        });
    }

    /** What became of these reservations. */
    public List<Reservation> reservations(Collection<String> ids) {
        return store.read(state ->
                ids.stream().flatMap(id -> state.reservation(id).stream()).toList());
    }

    /** Those of the scopes of which somebody may see what is recorded. */
    public Set<Scope> visible(Actor actor, Collection<Scope> scopes) {
        return store.read(state -> {
            Reach reach = new Reach(state, actor);
            return scopes.stream().filter(reach::sees).collect(Collectors.toSet());
        });
    }

    /** Accepted charges of an account and all below, by seq. */
    public List<Reservation> history(String account, long after, int most) {
        return store.history(account, after, most);
    }

    private static Optional<Outlook> possible(State state, Charge charge) {
        try {
            return Optional.of(outlook(state, charge));
        } catch (ConflictException | NotFoundException | InvalidRequestException e) {
            // Who waits for it is told when the time is up.
            return Optional.empty();
        }
    }

    private static Outlook outlook(State state, Charge charge) {
        List<BudgetCheck> checks = BudgetChecks.of(state, charge.account(), charge.scopes());
        List<String> lineage = new ArrayList<>();
        Scope next = Scope.account(charge.account());
        while (next != null) {
            lineage.add(0, next.id());
            next = state.scope(next).orElseThrow().parent();
        }
        return new Outlook(lineage, checks);
    }
}
