package io.abacusdp.ledger.api;

import io.abacusdp.ledger.api.data.BudgetCheck;
import io.abacusdp.ledger.api.data.Price;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Whether a charge would fit.
 *
 * @param price of the event
 * @param times how often it would fit, at most 2^53
 * @param refusal why it does not, if it does not fit even once
 */
public record Quote(Price price, long times, Optional<Refusal> refusal) {
    public Quote {
        Objects.requireNonNull(price, "price");
        Objects.requireNonNull(refusal, "refusal");
    }

    static Quote of(List<BudgetCheck> checks, Price price) {
        List<BudgetCheck> over =
                checks.stream().filter(check -> !check.admits(price.cost())).toList();
        if (!over.isEmpty()) {
            return new Quote(price, 0, Optional.of(Refusal.of(over, price)));
        }
        long times = checks.stream()
                .mapToLong(check -> check.budget().limit().fits(check.taken(), price.cost()))
                .min()
                .orElseThrow();
        return new Quote(price, times, Optional.empty());
    }
}
