package io.abacusdp.ledger.store;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.format.EventJson;
import io.abacusdp.ledger.api.data.Price;
import io.abacusdp.ledger.api.data.Reservation;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.api.data.ScopeState;
import io.abacusdp.ledger.api.data.UntrustedLedgerException;
import io.abacusdp.ledger.log.Checkpoint;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Questions to the state tables that no single row answers, at one moment. */
final class StateQueries {
    private StateQueries() {}

    /** What was run on the scope, in canonical form; at most so many terms. */
    static Map<DpEvent, Long> terms(Handle handle, Scope scope, int most) {
        Map<DpEvent, Long> terms = new LinkedHashMap<>();
        handle.createQuery("SELECT id, event, times FROM ledger_scope_term LEFT JOIN ledger_term ON id = term "
                        + "WHERE scope = :scope ORDER BY term LIMIT :most")
                .bind("scope", scope.toString())
                .bind("most", most)
                .map((row, context) -> term(row.getString("id"), row.getString("event"), row.getLong("times")))
                .forEach(term -> terms.put(term.event(), term.count()));
        return terms;
    }

    /** A term, whose id is the hash of its event. */
    private static Price.Term term(@Nullable String id, @Nullable String event, long times) {
        if (id == null || event == null) {
            // To pass over it would be to state less than was lost.
            throw new UntrustedLedgerException("the event of a term was taken away");
        }
        Price.Term term = Price.Term.of(times, EventJson.read(event));
        if (!term.id().equals(id)) {
            throw new UntrustedLedgerException("the event of a term was edited");
        }
        return term;
    }

    /** Accepted charges of the account and all below it, by seq. */
    static List<Reservation> history(Handle handle, Checkpoint head, String account, long after, int most) {
        List<Reservation> found = new ArrayList<>();
        for (String one : subtree(handle, account)) {
            handle.createQuery("SELECT * FROM ledger_reservation WHERE account = :account AND seq > :after "
                            + "ORDER BY seq LIMIT :most")
                    .bind("account", one)
                    .bind("after", after)
                    .bind("most", most)
                    .map((row, context) -> StateRows.reservation(row))
                    .forEach(found::add);
        }
        List<Reservation> page = found.stream()
                .sorted(Comparator.comparing(Reservation::seq))
                .limit(most)
                .toList();
        new ReservationProof(handle, head).require(page);
        return page;
    }

    /**
     * Scopes of a kind whose names come after the given one, in the order of their names.
     *
     * @param wanted which of them count
     */
    static List<ScopeState> scopes(Handle handle, Scope.Kind kind, String after, int most, Predicate<Scope> wanted) {
        List<ScopeState> found = new ArrayList<>();
        String last = Scope.prefix(kind) + after;
        while (found.size() < most) {
            List<ScopeState> page = handle.createQuery("SELECT * FROM ledger_scope WHERE scope > :after "
                            + "AND scope LIKE :form ORDER BY scope LIMIT :most")
                    .bind("after", last)
                    .bind("form", Scope.prefix(kind) + "%")
                    .bind("most", most)
                    .map((row, context) -> StateRows.scope(row))
                    .list();
            page.stream().filter(scope -> wanted.test(scope.scope())).forEach(found::add);
            if (page.size() < most) {
                break;
            }
            last = page.get(page.size() - 1).scope().toString();
        }
        return found.stream().limit(most).toList();
    }

    private static List<String> subtree(Handle handle, String account) {
        List<String> found = new ArrayList<>();
        Deque<Scope> next = new ArrayDeque<>(List.of(Scope.account(account)));
        while (!next.isEmpty()) {
            Scope scope = next.remove();
            found.add(scope.id());
            handle.createQuery("SELECT scope FROM ledger_scope WHERE parent = :parent ORDER BY scope")
                    .bind("parent", scope.toString())
                    .mapTo(String.class)
                    .forEach(child -> next.add(Scope.parse(child)));
        }
        return found;
    }
}
