package io.abacusdp.ledger.queue;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What part of every budget an account is entitled to: that of its parent, divided by the number of children of the parent that
 * are active, the parent itself counting as one if it is. All parts sum to 1.
 */
final class Entitlements {
    private static final String SELF = "";

    private final Map<List<String>, Set<String>> children = new HashMap<>();

    /**
     * Entitlements of active accounts.
     *
     * @param lineages of each, the root first
     */
    Entitlements(Collection<List<String>> lineages) {
        for (List<String> lineage : lineages) {
            for (int level = 0; level <= lineage.size(); level++) {
                children.computeIfAbsent(lineage.subList(0, level), none -> new HashSet<>())
                        .add(level == lineage.size() ? SELF : lineage.get(level));
            }
        }
    }

    /** The part of the account with this lineage, which is an active one. */
    double of(List<String> lineage) {
        double part = 1;
        for (int level = 0; level <= lineage.size(); level++) {
            part /= children.getOrDefault(lineage.subList(0, level), Set.of(SELF))
                    .size();
        }
        return part;
    }
}
