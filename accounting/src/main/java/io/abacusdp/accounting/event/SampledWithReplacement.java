package io.abacusdp.accounting.event;

import java.util.List;
import java.util.Objects;

/**
 * The event applied to a sample of sampleSize independent draws from all records, in which a record can occur more than once.
 *
 * @param datasetSize number of records, at least 1
 * @param sampleSize number of draws
 * @param event what is run on the sample
 */
public record SampledWithReplacement(long datasetSize, long sampleSize, DpEvent event) implements DpEvent {
    public SampledWithReplacement {
        Require.count("dataset_size", datasetSize, 1);
        Require.count("sample_size", sampleSize, 0);
        Objects.requireNonNull(event, "event");
    }

    @Override
    public List<DpEvent> parts() {
        return List.of(event);
    }
}
