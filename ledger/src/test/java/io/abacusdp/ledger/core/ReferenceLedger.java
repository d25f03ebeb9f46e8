package io.abacusdp.ledger.core;

import io.abacusdp.ledger.api.data.Charge;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a ledger has to do, written down as plainly as possible: whole units instead of curves, no totals, no journal; every
 * question is answered by adding up all charges ever made.
 */
final class ReferenceLedger {
    private static final class Charge {
        String key = "";
        String body = "";
        List<String> touched = List.of();
        int units;
        int spent;
        long expires;
        long spentAt;
        String status = "";
    }

    final Map<String, String> parents = new HashMap<>();
    final Map<String, Integer> limits = new HashMap<>();
    final Map<String, Long> windowLength = new HashMap<>();
    final Map<String, Long> windowStart = new HashMap<>();
    final Map<String, Long> windowOpened = new HashMap<>();
    final List<Charge> charges = new ArrayList<>();
    long now;
    long step;

    String request(String key, String account, List<String> scopes, int units, long ttl) {
        sweep();
        String body = account + scopes + units + "/" + ttl;
        for (int i = 0; i < charges.size(); i++) {
            if (charges.get(i).key.equals(key)) {
                return charges.get(i).body.equals(body) ? "accepted " + i : "key reused";
            }
        }
        List<String> touched = new ArrayList<>(scopes);
        for (String at = account; at != null; at = parents.get(at)) {
            touched.add(at);
        }
        if (checks(touched).allMatch(check -> limits.get(check[0]) == null)) {
            return "conflict";
        }
        if (checks(touched).anyMatch(check -> !fits(check[0], check[1], units))) {
            return "denied";
        }
        Charge charge = new Charge();
        charge.key = key;
        charge.body = body;
        charge.touched = touched;
        charge.units = units;
        charge.expires = now + ttl;
        charge.status = ttl == 0 ? "COMMITTED" : "RESERVED";
        charge.spent = ttl == 0 ? units : 0;
        charge.spentAt = step;
        charges.add(charge);
        return "accepted " + (charges.size() - 1);
    }

    String start(int id) {
        return move(id, "RESERVED", "STARTED");
    }

    String release(int id) {
        return move(id, "RESERVED", "RELEASED");
    }

    String commit(int id, int units) {
        sweep();
        Charge charge = charges.get(id);
        if (charge.status.equals("COMMITTED") && charge.spent == units) {
            return "COMMITTED";
        }
        if (!charge.status.equals("STARTED") || units > charge.units || (units == 0 && charge.units > 0)) {
            return "conflict";
        }
        spend(charge, units, "COMMITTED");
        return "COMMITTED";
    }

    String extend(int id, long ttl) {
        sweep();
        Charge charge = charges.get(id);
        if (!isOpen(charge)) {
            return "conflict";
        }
        charge.expires = Math.max(charge.expires, now + ttl);
        return charge.status;
    }

    String openWindow(String scope) {
        sweep();
        Long length = windowLength.get(scope);
        if (length == null || now < windowOpened.getOrDefault(scope, 0L) + length) {
            return "conflict";
        }
        windowOpened.put(scope, now);
        windowStart.put(scope, step);
        return "opened";
    }

    /** Units spent by charges that name the scope, ever. */
    int lifetime(String scope) {
        return charges.stream()
                .filter(c -> c.touched.contains(scope))
                .mapToInt(c -> c.spent)
                .sum();
    }

    int reserved(String scope) {
        return charges.stream()
                .filter(c -> isOpen(c) && c.touched.contains(scope))
                .mapToInt(c -> c.units)
                .sum();
    }

    private String move(int id, String from, String to) {
        sweep();
        Charge charge = charges.get(id);
        if (charge.status.equals(from)) {
            charge.status = to;
        }
        return charge.status.equals(to) ? to : "conflict";
    }

    void sweep() {
        for (Charge charge : charges) {
            if (isOpen(charge) && charge.expires <= now) {
                if (charge.status.equals("STARTED")) {
                    spend(charge, charge.units, "FORFEITED");
                } else {
                    charge.status = "EXPIRED";
                }
            }
        }
    }

    private void spend(Charge charge, int units, String status) {
        charge.status = status;
        charge.spent = units;
        charge.spentAt = step;
    }

    /** Pairs of the scope whose limit is looked at and the scope whose units are. */
    private Stream<String[]> checks(List<String> touched) {
        return touched.stream().flatMap(scope -> {
            if (scope.startsWith("dataset")) {
                return Stream.concat(
                        Stream.of(new String[][] {{scope, scope}}),
                        parents.keySet().stream()
                                .filter(block -> scope.equals(parents.get(block)) && block.startsWith("block"))
                                .flatMap(block -> Stream.of(new String[][] {{scope, block}, {block, block}})));
            }
            return scope.startsWith("block")
                    ? Stream.of(new String[][] {{parents.get(scope), scope}, {scope, scope}})
                    : Stream.of(new String[][] {{scope, scope}});
        });
    }

    private boolean fits(String owner, String part, int units) {
        Integer limit = limits.get(owner);
        if (limit == null) {
            return true;
        }
        long since = windowLength.containsKey(owner) ? windowStart.getOrDefault(owner, -1L) : -1;
        return limit >= units + taken(part, since) + (part.startsWith("block") ? taken(parents.get(part), since) : 0);
    }

    private int taken(@Nullable String scope, long since) {
        return charges.stream()
                .filter(c -> c.touched.contains(Objects.requireNonNull(scope)))
                .mapToInt(c -> isOpen(c) ? c.units : c.spentAt > since ? c.spent : 0)
                .sum();
    }

    private static boolean isOpen(Charge charge) {
        return charge.status.equals("RESERVED") || charge.status.equals("STARTED");
    }
}
