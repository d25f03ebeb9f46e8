package io.abacusdp.accounting.event;

import java.util.List;
import java.util.Objects;

/**
 * The event applied to a Poisson sample that is cut to a largest size: if more than maxBatchSize records were drawn, a
 * uniformly random subset of that size is kept.
 *
 * <p>Source: Chua et al. 2024, arXiv:2411.04205.
 *
 * @param rate probability of a record to be drawn, in [0, 1]
 * @param maxBatchSize largest batch, at least 1
 * @param datasetSize number of records, at least 1
 * @param event what is run on the batch
 */
public record TruncatedPoisson(double rate, long maxBatchSize, long datasetSize, DpEvent event) implements DpEvent {
    public TruncatedPoisson {
        Require.probability("rate", rate);
        Require.count("max_batch_size", maxBatchSize, 1);
        Require.count("dataset_size", datasetSize, 1);
        Objects.requireNonNull(event, "event");
    }

    @Override
    public List<DpEvent> parts() {
        return List.of(event);
    }
}
