package io.abacusdp.training.trainer;

import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.data.ExampleFormat;
import io.abacusdp.training.data.PrivateRanges;
import java.util.Arrays;
import java.util.List;

/**
 * Which data a run used, as far as it is public. No digest: one without a key would tell a member from somebody who is not, and
 * one with a key tells a reader nothing.
 *
 * @param name that the data is to be called by; never that of a private file
 * @param examples the number that rate and divisor come from: of the training data the declared one, or else the actual one,
 *     which is then taken as public; of users where their records are clipped as one
 * @param notes what a report must say of the data
 * @param format how the examples were made
 */
public record DataRecord(
        String name, int examples, List<Integer> shape, int classes, List<String> notes, ExampleFormat format) {
    public DataRecord {
        shape = List.copyOf(shape);
        notes = List.copyOf(notes);
    }

    /** Whether the data's ranges and categories were taken from it, which no guarantee covers. */
    public boolean hasPrivateRanges() {
        return notes.contains(PrivateRanges.NOTE);
    }

    static DataRecord of(Dataset data, int examples) {
        return new DataRecord(
                data.name(),
                examples,
                Arrays.stream(data.shape()).boxed().toList(),
                data.classes(),
                data.notes(),
                data.format());
    }
}
