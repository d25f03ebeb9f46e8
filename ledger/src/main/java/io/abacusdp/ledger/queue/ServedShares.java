package io.abacusdp.ledger.queue;

import io.abacusdp.ledger.api.QueueDesk;
import io.abacusdp.ledger.api.QueueDesk.Outlook;
import io.abacusdp.ledger.api.data.BudgetCheck;
import io.abacusdp.ledger.api.data.Charge;
import io.abacusdp.ledger.api.data.Price;
import io.abacusdp.ledger.api.data.Reservation;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.api.data.Share;
import io.abacusdp.ledger.cache.BoundedCache;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What each account had of each budget that unlocks, by the ledger's own records: so a restart forgets nothing, and what other
 * servers handed out counts. For use by one thread.
 */
final class ServedShares {
    private static final int PAGE = 1000;
    private static final int MAX_KNOWN = 10_000;

    private final QueueDesk desk;
    private final Map<String, Long> readUpTo = new HashMap<>();
    private final Map<String, Map<BudgetWindow, Double>> had = new TreeMap<>();
    private final Map<String, List<String>> lineages = new TreeMap<>();
    /** Reservations that are open, and may still be given back. */
    private final Map<String, Held> open = new HashMap<>();

    private final BoundedCache<Question, Double> shares = new BoundedCache<>(MAX_KNOWN);

    private record Held(String account, Map<BudgetWindow, Double> shares) {}

    private record Question(String price, io.abacusdp.accounting.filter.Limit limit) {}

    ServedShares(QueueDesk desk) {
        this.desk = desk;
    }

    Map<String, Map<BudgetWindow, Double>> had() {
        return had;
    }

    Map<String, List<String>> lineages() {
        return lineages;
    }

    /**
     * The part of each budget that a price takes; 0 of those that are not shared by accounts which compete: a quota is its
     * owner's alone.
     */
    Map<BudgetWindow, Double> of(Outlook outlook, Price price) {
        Map<BudgetWindow, Double> parts = new HashMap<>();
        Scope root = Scope.account(outlook.lineage().get(0));
        for (BudgetCheck check : outlook.checks()) {
            boolean shared =
                    check.scope().kind() != Scope.Kind.ACCOUNT || check.scope().equals(root);
            parts.put(BudgetWindow.of(check), shared && check.budget().unlocks() ? share(check, price) : 0.0);
        }
        return parts;
    }

    /** Reads what was recorded since it was last called, of all below these root accounts. */
    void update(Set<String> roots) {
        for (String root : roots) {
            List<Reservation> page;
            do {
                page = desk.history(root, readUpTo.getOrDefault(root, 0L), PAGE);
                add(page);
                if (!page.isEmpty()) {
                    readUpTo.put(root, page.get(page.size() - 1).seq());
                }
            } while (page.size() == PAGE);
        }
        for (Reservation reservation : desk.reservations(open.keySet())) {
            if (!reservation.status().isOpen()) {
                Held held = open.remove(reservation.id());
                if (held != null && reservation.committed() == null) {
                    merge(held, -1);
                }
            }
        }
    }

    private void add(List<Reservation> page) {
        Set<Charge> charges = new HashSet<>();
        Set<String> ids = new HashSet<>();
        for (Reservation reservation : page) {
            charges.add(new Charge(reservation.account(), reservation.scopes()));
            ids.add(reservation.price());
        }
        Map<Charge, Outlook> outlooks = desk.outlooks(charges);
        Map<String, Price> prices = desk.prices(ids);
        for (Reservation reservation : page) {
            Outlook outlook = outlooks.get(new Charge(reservation.account(), reservation.scopes()));
            Price price = prices.get(reservation.price());
            boolean counts = reservation.status().isOpen() || reservation.committed() != null;
            if (outlook == null || price == null || !counts) {
                continue;
            }
            Map<BudgetWindow, Double> parts = of(outlook, price);
            // What was spent in an earlier window does not count in this one.
            parts.entrySet()
                    .removeIf(part -> part.getValue() == 0
                            || (part.getKey().since().isAfter(reservation.at())
                                    && !reservation.status().isOpen()));
            if (!parts.isEmpty()) {
                Held held = new Held(reservation.account(), parts);
                lineages.put(reservation.account(), outlook.lineage());
                merge(held, 1);
                if (reservation.status().isOpen()) {
                    open.put(reservation.id(), held);
                }
            }
        }
    }

    private void merge(Held held, int sign) {
        Map<BudgetWindow, Double> sums = had.computeIfAbsent(held.account(), none -> new HashMap<>());
        held.shares().forEach((part, share) -> sums.merge(part, sign * share, Double::sum));
    }

    private double share(BudgetCheck check, Price price) {
        Question question = new Question(price.id(), check.budget().limit());
        return shares.get(question).orElseGet(() -> {
            double share = Share.of(check.budget().limit(), price.cost());
            shares.put(question, share);
            return share;
        });
    }

    /** The budgets that outlooks meet, as they stand. */
    static Map<BudgetWindow, BudgetCheck> rooms(Iterable<Outlook> outlooks) {
        Map<BudgetWindow, BudgetCheck> rooms = new HashMap<>();
        for (Outlook outlook : outlooks) {
            outlook.checks().forEach(check -> rooms.put(BudgetWindow.of(check), check));
        }
        return rooms;
    }
}
