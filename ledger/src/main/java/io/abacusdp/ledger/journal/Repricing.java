package io.abacusdp.ledger.journal;

import io.abacusdp.accounting.filter.RenyiCost;
import io.abacusdp.ledger.api.data.Price;
import java.util.Collection;
import java.util.List;

/** Compares recorded prices with what this version's accounting gives for the same events. */
public final class Repricing {
    private Repricing() {}

    /**
     * Prices that are below this version's by more than the last digits, in which machines may differ. A journal with such
     * prices is sound, but its totals are too low by what is known now. Takes some milliseconds a price.
     */
    public static List<Price> underpriced(Collection<Price> recorded) {
        return recorded.stream().filter(Repricing::isTooLow).toList();
    }

    private static boolean isTooLow(Price price) {
        long[] now = RenyiCost.of(price.event(), price.adjacency()).units();
        long[] then = price.cost().units();
        for (int i = 0; i < now.length; i++) {
            // One unit, and 2^-40 of the number.
            long slack = 1 + (then[i] >> 40);
            if (then[i] != Long.MAX_VALUE && now[i] - slack > then[i]) {
                return true;
            }
        }
        return false;
    }
}
