package io.abacusdp.training.trainer;

import java.time.LocalDate;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A run that is over, with all that may be published of it: nothing here is from private data but what was released with noise,
 * and no time that a part of the run took. Immutable.
 *
 * @param settings name and value of every setting, in the order in which they are to be shown
 * @param isSizeDeclared whether the number of training examples was declared; if not, the actual one was used, and is taken as
 *     public
 * @param test data that loss and accuracy were measured on; it is treated as public
 * @param model as JSON
 * @param epochs in their order, with those before the run was resumed
 * @param begun day on which the run began, in UTC
 * @param ending why the run ended
 * @param notes what a reader has to know
 * @param warnings what makes the guarantee void or weaker than it looks, such as noise from a fixed seed
 */
public record RunRecord(
        Map<String, String> settings,
        DataRecord data,
        boolean isSizeDeclared,
        Optional<DataRecord> test,
        String model,
        PrivacyRecord privacy,
        List<EpochRecord> epochs,
        LocalDate begun,
        Ending ending,
        List<String> notes,
        List<String> warnings) {
    /** Why a run ended. */
    public enum Ending {
        /** All steps of the plan were run. */
        PLAN_DONE,
        /** The next step would have exceeded the budget, or a filter refused it. */
        BUDGET_EXHAUSTED
    }

    public RunRecord {
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
        epochs = List.copyOf(epochs);
        notes = List.copyOf(notes);
        warnings = List.copyOf(warnings);
    }

    /** The last epoch, if one was finished. */
    public Optional<EpochRecord> last() {
        return epochs.isEmpty() ? Optional.empty() : Optional.of(epochs.get(epochs.size() - 1));
    }
}
