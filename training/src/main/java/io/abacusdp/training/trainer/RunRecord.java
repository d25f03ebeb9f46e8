package io.abacusdp.training.trainer;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A run that is over, with all that a report may say of it. Immutable.
 *
 * @param settings name and value of every setting, in the order in which they are to be shown
 * @param test data that loss and accuracy were measured on; it is treated as public
 * @param model as JSON
 * @param epochs in their order, with those before the run was resumed
 * @param begun when the run began, or was resumed
 * @param seconds since then
 * @param examplesPerSecond expected examples over the time that steps took, evaluation left out
 * @param ending why the run ended
 * @param notes what a reader has to know
 * @param warnings what makes the guarantee void or weaker than it looks, such as noise from a fixed seed
 */
public record RunRecord(
        Map<String, String> settings,
        DataRecord data,
        Optional<DataRecord> test,
        String model,
        PrivacyRecord privacy,
        List<EpochRecord> epochs,
        Instant begun,
        double seconds,
        double examplesPerSecond,
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
