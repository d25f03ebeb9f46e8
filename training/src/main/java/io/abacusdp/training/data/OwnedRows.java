package io.abacusdp.training.data;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Records with several owners, such as a message with a sender and a receiver: which of them are used, so that nobody owns more than so many of
 * them.
 *
 * <p>How: in the order of the table, a record is used if none of its owners has as many already. So everybody owns at most so many of those that
 * are used, and none could be added.
 *
 * <p>Assumes: who owns which records is public, and the same for neighbouring data: they differ in what one person's records say, or in whether
 * these contribute anything. Which records are used is then the same for both, as it depends on owners only, and the two differ in at most so many
 * of them. If a person came or went together with the records, others could get into the places that become free, and so on without end; no bound
 * is known for this way of choosing then, and none is stated.
 *
 * <p>Source: contribution bounds over a graph of owners, arXiv:2503.03622, which calls such data neighbours with a fixed graph.
 */
public final class OwnedRows {
    private OwnedRows() {}

    /**
     * The rows that are used, in the order of the table.
     *
     * @param columns that name the owners; the same person in two of them counts once
     * @param most rows of one person, at least 1
     * @throws InvalidDataException if there is no such column, or a row names nobody in one of them
     */
    public static int[] of(CsvTable table, List<String> columns, int most) throws InvalidDataException {
        if (most < 1) {
            throw new IllegalArgumentException("records of a user must be at least 1, got " + most);
        }
        List<Integer> indices = new ArrayList<>();
        for (String column : columns) {
            int index = table.columns().indexOf(column);
            if (index < 0) {
                throw new InvalidDataException(
                        table.name() + " must have every column that names owners, and lacks one");
            }
            indices.add(index);
        }
        Map<String, Integer> used = new HashMap<>();
        List<Integer> kept = new ArrayList<>();
        for (int row = 0; row < table.size(); row++) {
            Set<String> owners = owners(table, row, indices);
            if (owners.stream().allMatch(owner -> used.getOrDefault(owner, 0) < most)) {
                owners.forEach(owner -> used.merge(owner, 1, Integer::sum));
                kept.add(row);
            }
        }
        return kept.stream().mapToInt(Integer::intValue).toArray();
    }

    private static Set<String> owners(CsvTable table, int row, List<Integer> columns) throws InvalidDataException {
        Set<String> owners = new LinkedHashSet<>();
        for (int column : columns) {
            String owner = table.value(row, column).strip();
            if (owner.isEmpty()) {
                throw new InvalidDataException("%s: row %d must name its owner, and column %d is empty"
                        .formatted(table.name(), row + 1, column + 1));
            }
            owners.add(owner);
        }
        return owners;
    }
}
