package io.abacusdp.accounting.event;

import java.util.List;
import java.util.Objects;

/**
 * The event applied to a sample of exactly sampleSize different records, every such set equally likely.
 *
 * @param datasetSize number of records, at least 1
 * @param sampleSize number of draws, at most datasetSize
 * @param event what is run on the sample
 */
public record SampledWithoutReplacement(long datasetSize, long sampleSize, DpEvent event) implements DpEvent {
    public SampledWithoutReplacement {
        Require.count("dataset_size", datasetSize, 1);
        Require.count("sample_size", sampleSize, 0);
        Require.that(
                sampleSize <= datasetSize,
                "sample_size",
                "must be at most dataset_size %d, got %d".formatted(datasetSize, sampleSize));
        Objects.requireNonNull(event, "event");
    }

    @Override
    public List<DpEvent> parts() {
        return List.of(event);
    }
}
