package io.abacusdp.training.trainer;

import io.abacusdp.training.data.Dataset;
import java.util.Arrays;
import java.util.List;

/**
 * Which data a run used. The number of examples is taken as public.
 *
 * @param fingerprint SHA-256 of all examples; tells the holder of the data whether it is the same
 * @param notes what a report must say of the data
 */
public record DataRecord(
        String name, int examples, List<Integer> shape, int classes, String fingerprint, List<String> notes) {
    public DataRecord {
        shape = List.copyOf(shape);
        notes = List.copyOf(notes);
    }

    static DataRecord of(Dataset data) {
        return new DataRecord(
                data.name(),
                data.size(),
                Arrays.stream(data.shape()).boxed().toList(),
                data.classes(),
                data.fingerprint(),
                data.notes());
    }
}
