package io.abacusdp.cli.check;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Group;
import io.abacusdp.accounting.event.NoOp;
import io.abacusdp.accounting.event.NonPrivate;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.training.trainer.PrivacyUnit;

/**
 * For whom charges were made: each for so many records together.
 *
 * @param records 1 unless the charges are for groups
 */
record UnitOfCharges(long records) {
    /** @throws UnreadableException if not all charges are for the same number of records */
    static UnitOfCharges of(DpEvent event) throws UnreadableException {
        long records = 0;
        for (Repeated phase : new ChargedSteps(event).phases()) {
            if (phase.event() instanceof NoOp || phase.event() instanceof NonPrivate) {
                continue;
            }
            long size = phase.event() instanceof Group group ? group.size() : 1;
            if (records != 0 && records != size) {
                throw new UnreadableException("has charges for different numbers of records");
            }
            records = size;
        }
        return new UnitOfCharges(records);
    }

    /** Whether a unit of privacy is the one that these charges are for; what costs nothing, or has no bound, is for all. */
    boolean agreesWith(PrivacyUnit unit) {
        return records == 0 || records == unit.records();
    }

    /** The unit that the settings of a run state; one record if they do not say. */
    static PrivacyUnit stated(JsonFields settings) throws UnreadableException {
        return settings.has("unit of privacy") ? parsed(settings.text("unit of privacy")) : PrivacyUnit.RECORD;
    }

    /** The unit of the words. */
    static PrivacyUnit parsed(String words) throws UnreadableException {
        try {
            return PrivacyUnit.parse(words);
        } catch (IllegalArgumentException e) {
            throw new UnreadableException("names " + e.getMessage(), e);
        }
    }
}
