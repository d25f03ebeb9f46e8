package io.abacusdp.ledger.client;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.filter.Decision;
import io.abacusdp.accounting.filter.FixedPlan;
import io.abacusdp.accounting.filter.PrivacyFilter;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Asks a ledger for the budget of a run: for the whole plan before its first step, and states at the end what was granted.
 *
 * <p>If the process ends without {@link #close()}, or the ledger cannot be reached then, the reservation stays started and is
 * charged in full when its time is up: loss is never under-reported. A step is granted only if it is the next of the plan.
 * Safe for use by several threads.
 *
 * <p>Example: {@code try (LedgerFilter filter = new LedgerFilter(client, "team", List.of(), plan, Duration.ofHours(2)))}
 * around a training run that asks it before each step.
 */
public final class LedgerFilter implements PrivacyFilter, AutoCloseable {
    private final LedgerClient client;
    /** Never the key of an earlier filter: a run that is begun again runs its steps again, and has to pay again. */
    private final String run = UUID.randomUUID().toString();

    private final String account;
    private final List<String> scopes;
    private final FixedPlan plan;
    private final Duration ttl;
    private @Nullable String reservation;
    private long extendAfter;
    private long granted;
    private boolean closed;

    /**
     * A filter for one run.
     *
     * @param account that is charged
     * @param scopes datasets and blocks that are used, such as dataset:visits
     * @param plan all steps
     * @param ttl after which the ledger takes the run for dead unless it hears of it; longer than two steps take
     */
    public LedgerFilter(LedgerClient client, String account, List<String> scopes, FixedPlan plan, Duration ttl) {
        this.client = Objects.requireNonNull(client, "client");
        this.account = Objects.requireNonNull(account, "account");
        this.scopes = List.copyOf(scopes);
        this.plan = Objects.requireNonNull(plan, "plan");
        this.ttl = Objects.requireNonNull(ttl, "ttl");
        if (plan.steps() < 1) {
            throw new IllegalArgumentException("the plan must have at least one step");
        }
    }

    /**
     * Grants the next step of the plan. The first call reserves the whole plan, and is refused, as all after it, if the budget
     * does not allow that.
     *
     * @throws LedgerUnreachableException if the ledger does not answer; nothing is granted
     * @throws LedgerRefusedException if it refuses for another reason than the budget, such as that the reservation has lapsed;
     *     nothing is granted
     */
    @Override
    public synchronized Decision request(DpEvent event) {
        if (closed) {
            return new Decision.Refused("the run was closed");
        }
        if (granted == plan.steps()) {
            return new Decision.Refused("the plan has " + granted + " steps, and all were granted");
        }
        if (!event.equals(plan.step(granted))) {
            return new Decision.Refused(
                    "step %d of the plan is %s, not %s".formatted(granted + 1, plan.step(granted), event));
        }
        try {
            keep();
        } catch (LedgerRefusedException e) {
            if (e.isOverBudget()) {
                return new Decision.Refused(String.valueOf(e.getMessage()));
            }
            throw e;
        }
        granted++;
        return new Decision.Granted();
    }

    /** How many steps were granted. */
    public synchronized long granted() {
        return granted;
    }

    /**
     * States what was granted. Again does nothing.
     *
     * @throws LedgerUnreachableException if the ledger does not answer; unless it is asked again in time, the whole plan is
     *     charged
     * @throws LedgerRefusedException if it refuses, as when the reservation has lapsed; the whole plan is charged then
     */
    @Override
    public synchronized void close() {
        if (!closed && reservation != null) {
            client.commit(reservation, plan.first(granted));
        }
        closed = true;
    }

    /** Reserves and starts the plan, or makes sure that the reservation does not lapse. */
    private void keep() {
        long now = System.nanoTime();
        if (reservation == null) {
            String id = client.reserve(run, account, scopes, plan.first(plan.steps()), ttl)
                    .path("reservation")
                    .asText();
            client.start(id);
            reservation = id;
            extendAfter = now + ttl.toNanos() / 3;
        } else if (now - extendAfter > 0) {
            client.extend(reservation, ttl);
            extendAfter = now + ttl.toNanos() / 3;
        }
    }
}
