package io.abacusdp.cli.check;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Group;
import io.abacusdp.accounting.event.NoOp;
import io.abacusdp.accounting.event.Repeated;

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
            if (phase.event() instanceof NoOp) {
                continue;
            }
            long size = phase.event() instanceof Group group ? group.size() : 1;
            if (records != 0 && records != size) {
                throw new UnreadableException("has charges for different numbers of records");
            }
            records = size;
        }
        return new UnitOfCharges(Math.max(1, records));
    }

    /** Whether a unit of privacy is the one that these charges are for. */
    boolean agreesWith(String unit) {
        return unit.equals(words());
    }

    String words() {
        return records == 1 ? "one record" : "a user with up to %d records".formatted(records);
    }
}
