package io.abacusdp.accounting.auto;

import io.abacusdp.accounting.Accountant;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.PrivacyProfile;
import io.abacusdp.accounting.event.Composition;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.RepeatAndSelect;
import io.abacusdp.accounting.numeric.RepetitionLaw;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** A history that is one choice of the best of several runs, accounted by the profile of one run. */
final class TunedRule {
    private TunedRule() {}

    /** The profile, if the history is such a choice, and the accountant knows one run. */
    static Optional<Supplier<PrivacyProfile>> profile(Accountant accountant, DpEvent event, Adjacency adjacency) {
        Map<DpEvent, Long> terms = Composition.of(event).terms();
        if (terms.size() != 1) {
            return Optional.empty();
        }
        Map.Entry<DpEvent, Long> only = terms.entrySet().iterator().next();
        if (only.getValue() == 1
                && only.getKey() instanceof RepeatAndSelect select
                && accountant.supports(select.event(), adjacency)) {
            RepetitionLaw law = new RepetitionLaw(select.mean(), select.shape());
            return Optional.of(() -> new TunedProfile(accountant.profile(select.event(), adjacency), law, adjacency));
        }
        return Optional.empty();
    }
}
