package io.abacusdp.federated.budget;

import io.abacusdp.accounting.filter.Decision;
import io.abacusdp.federated.privacy.RoundCharge;
import java.io.IOException;

/**
 * Asked before the first client hears of an attempt. What it grants is spent in full, whether or not the attempt comes to an
 * end: a reservation that is never settled counts too.
 */
public interface RoundBudget {
    /**
     * Makes the spend durable and grants it, or refuses it and spends nothing.
     *
     * @throws IOException if it is not known to be durable; then the attempt must not be made
     */
    Decision reserve(Attempt attempt, RoundCharge charge) throws IOException;

    /**
     * Records a spend that was found to have been made beyond the reservation, whatever the limits.
     *
     * @param times how often it was made, at least once
     */
    void add(Attempt attempt, RoundCharge extra, int times) throws IOException;

    /** Records how a reserved attempt ended. To be told the same again changes nothing. */
    void settle(Attempt attempt, Settlement settlement, String note) throws IOException;

    /** One that grants all and records nothing, for a server that keeps its own ledger and no other. */
    static RoundBudget unlimited() {
        return new RoundBudget() {
            @Override
            public Decision reserve(Attempt attempt, RoundCharge charge) {
                return new Decision.Granted();
            }

            @Override
            public void add(Attempt attempt, RoundCharge extra, int times) {}

            @Override
            public void settle(Attempt attempt, Settlement settlement, String note) {}
        };
    }
}
