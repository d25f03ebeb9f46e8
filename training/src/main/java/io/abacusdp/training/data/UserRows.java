package io.abacusdp.training.data;

import io.abacusdp.storage.Sha256;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which rows of the data are whose, each person's first ones up to a cap. Immutable. Private, and so is the number of rows that the cap
 * leaves out.
 *
 * <p>Which rows of a person are kept depends on that person's own rows only: without the person, those of all others are the same.
 */
public final class UserRows {
    private final int[][] rows;

    private UserRows(int[][] rows) {
        this.rows = rows;
    }

    /**
     * By the person of each row.
     *
     * @param most rows of one person that are kept, at least 1
     */
    public static UserRows of(List<String> users, int most) {
        if (most < 1) {
            throw new IllegalArgumentException("records of a user must be at least 1, got " + most);
        }
        Map<String, List<Integer>> byUser = new LinkedHashMap<>();
        for (int row = 0; row < users.size(); row++) {
            List<Integer> own = byUser.computeIfAbsent(users.get(row), user -> new ArrayList<>());
            if (own.size() < most) {
                own.add(row);
            }
        }
        return new UserRows(byUser.values().stream()
                .map(own -> own.stream().mapToInt(Integer::intValue).toArray())
                .toArray(int[][]::new));
    }

    /**
     * By a column of a table that names the person of each row.
     *
     * @param most rows of one person that are kept, at least 1
     * @throws InvalidDataException if there is no such column, or a row names nobody
     */
    public static UserRows of(CsvTable table, String column, int most) throws InvalidDataException {
        int index = table.columns().indexOf(column);
        if (index < 0) {
            throw new InvalidDataException(table.name() + " must have a column that names the user of each row, and has"
                    + " none of the name that was given");
        }
        List<String> users = new ArrayList<>();
        for (int row = 0; row < table.size(); row++) {
            String user = table.value(row, index).strip();
            if (user.isEmpty()) {
                throw new InvalidDataException("%s: row %d must name its user, and column %d is empty"
                        .formatted(table.name(), row + 1, index + 1));
            }
            users.add(user);
        }
        return of(users, most);
    }

    /** Number of persons. */
    public int count() {
        return rows.length;
    }

    /** The rows of a person, by its number from 0. */
    public int[] rows(int user) {
        return rows[user].clone();
    }

    /** All rows that are kept, in the order of the data. */
    public int[] kept() {
        return Arrays.stream(rows).flatMapToInt(Arrays::stream).sorted().toArray();
    }

    /** Adds all of it to a hash, to tell whether a run is resumed with the same persons. */
    public void addTo(Sha256 hash) {
        for (int[] own : rows) {
            hash.add(Arrays.toString(own));
        }
    }
}
