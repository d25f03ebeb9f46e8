package io.abacusdp.ledger.api.data;

import java.time.Instant;
import java.util.List;
import java.util.Objects;

/** The answer to a request for budget. */
public sealed interface Outcome {
    /**
     * It is recorded.
     *
     * @param reservation its id
     * @param seq of the fact that records it
     * @param at when that was
     * @param expires when it lapses, as promised then; for a charge at one go, the time of acceptance
     */
    record Accepted(String reservation, long seq, Instant at, Instant expires) implements Outcome {
        public Accepted {
            Objects.requireNonNull(reservation, "reservation");
            Objects.requireNonNull(at, "at");
            Objects.requireNonNull(expires, "expires");
        }
    }

    /**
     * It does not fit, and nothing is recorded: the same key may be tried again later.
     *
     * @param over the budgets that it does not fit into, at least one
     * @param price of what was asked for
     */
    record Denied(List<BudgetCheck> over, Price price) implements Outcome {
        public Denied {
            over = List.copyOf(over);
            Objects.requireNonNull(price, "price");
        }
    }
}
