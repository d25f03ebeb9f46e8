package io.abacusdp.training.replay;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.sum.Lot;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Two data sets that differ in one record, and which lot of the one goes with a lot of the other.
 *
 * <p>Coupling: a lot is a function of coins and of the number of records, never of what the records are. Where both have the same
 * number, the same coins give the same lot, and deal it into the same groups. Where one lacks a record, the stream of coins shifts for
 * those after it; under Poisson sampling each record has coins of its own, for whether it is in a lot and for its group, so that
 * the neighbour's lot given everybody else's coins is the lot without the record that it lacks.
 *
 * @param row the record that differs, or the person where persons are drawn
 */
public record Neighbours(Adjacency adjacency, Dataset data, Dataset neighbour, int row) {
    /** The record is another in the neighbour. */
    public static Neighbours replaced(Dataset data, int row, Dataset others, int other) {
        int size = data.size();
        Dataset all = Dataset.union(data.name(), List.of(data, others));
        int[] rows =
                IntStream.range(0, size).map(i -> i == row ? size + other : i).toArray();
        return new Neighbours(Adjacency.REPLACE_ONE, data, all.rows(data.name(), rows), row);
    }

    /** The neighbour has the record, and counts it for nothing; who runs on it must leave it out of all sums. */
    public static Neighbours zeroedOut(Dataset data, int row) {
        return new Neighbours(Adjacency.ZERO_OUT, data, data, row);
    }

    /** The neighbour lacks the last record; all others keep their numbers. */
    public static Neighbours removed(Dataset data) {
        int last = data.size() - 1;
        Dataset rest = data.rows(data.name(), IntStream.range(0, last).toArray());
        return new Neighbours(Adjacency.ADD_OR_REMOVE_ONE, data, rest, last);
    }

    /** Whether the same coins give both the same lots, those rows left out that count for nothing. */
    boolean drawsTheSameLots() {
        return adjacency != Adjacency.ADD_OR_REMOVE_ONE;
    }

    /** The neighbour's lot that goes with a lot of the data. */
    Lot coupled(Lot lot) {
        return adjacency == Adjacency.REPLACE_ONE ? lot : lot.without(other -> other == row);
    }
}
