package io.abacusdp.ledger.queue;

import io.abacusdp.accounting.filter.RenyiCost;
import io.abacusdp.ledger.api.QueueDesk.Outlook;
import io.abacusdp.ledger.api.data.BudgetCheck;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.api.data.Share;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * When a request could be served at the earliest, if nobody else is before it.
 *
 * @param earliest empty if that is never, or not for who asks to know
 * @param note what it waits for
 */
public record Forecast(Optional<Instant> earliest, String note) {
    static Forecast of(Outlook outlook, RenyiCost cost, Instant at, Predicate<Scope> visible) {
        Instant latest = at;
        String note = "it fits what is unlocked; others come first";
        for (BudgetCheck check : outlook.checks()) {
            if (check.admitsUnlocked(cost, at)) {
                continue;
            }
            if (!visible.test(check.scope())) {
                return new Forecast(Optional.empty(), "the budget of an account above does not allow it now");
            }
            Instant when = when(check, cost);
            if (when == null) {
                boolean held = check.budget().limit().admits(check.spent().plus(cost));
                return new Forecast(
                        Optional.empty(),
                        held
                                ? "%s has room only if reservations are given back".formatted(check.scope())
                                : "%s has no room for it, unless its budget is raised".formatted(check.scope()));
            }
            if (when.isAfter(latest)) {
                latest = when;
                note = "%s has room for it then, if nobody else is served before".formatted(check.scope());
            }
        }
        return new Forecast(Optional.of(latest), note);
    }

    /** When a budget has room; null if it never has, as far as is known. */
    private static @Nullable Instant when(BudgetCheck check, RenyiCost cost) {
        double part = Share.of(check.budget().limit(), check.taken().plus(cost));
        if (part <= 1) {
            return check.unlockedAt(part);
        }
        Instant next = check.budget().nextWindow(check.since());
        double alone = Share.of(check.budget().limit(), check.reserved().plus(cost));
        if (next == null || alone > 1) {
            return null;
        }
        // In the next window, as much of it has to be unlocked again.
        return next.plus(Duration.between(check.unlockedAt(0), check.unlockedAt(alone)));
    }
}
