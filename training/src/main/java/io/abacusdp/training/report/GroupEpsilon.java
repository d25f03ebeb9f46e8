package io.abacusdp.training.report;

import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.accounting.auto.AutoAccountant;
import io.abacusdp.accounting.event.Group;
import io.abacusdp.training.trainer.PrivacyRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * What a run guarantees somebody with several records.
 *
 * @param records of one person
 * @param epsilon at the run's delta; infinite if no finite one is known, none if the accountants refuse such a group
 */
record GroupEpsilon(int records, OptionalDouble epsilon) {
    private static final int[] SIZES = {2, 5, 10};

    /** For 2, 5 and 10 records, of all that was charged; none if the guarantee is for people with all their records. */
    static List<GroupEpsilon> of(PrivacyRecord privacy) {
        List<GroupEpsilon> groups = new ArrayList<>();
        if (privacy.unit().isUser()) {
            return groups;
        }
        for (int records : SIZES) {
            groups.add(new GroupEpsilon(records, epsilon(privacy, records)));
        }
        return groups;
    }

    private static OptionalDouble epsilon(PrivacyRecord privacy, int records) {
        try {
            return OptionalDouble.of(AutoAccountant.best()
                    .epsilon(
                            new Group(records, privacy.event()),
                            privacy.guarantee().adjacency(),
                            privacy.guarantee().delta())
                    .epsilon());
        } catch (UnsupportedEventException refused) {
            return OptionalDouble.empty();
        }
    }
}
