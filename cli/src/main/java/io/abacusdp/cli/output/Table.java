package io.abacusdp.cli.output;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Rows under named columns. Mutable, for use by one thread. */
public final class Table {
    private static final String GAP = "  ";

    private final List<String> columns;
    private final List<List<TableCell>> rows = new ArrayList<>();

    public Table(String... columns) {
        this.columns = List.of(columns);
    }

    /** Adds a row, one cell for each column. */
    public void add(TableCell... cells) {
        if (cells.length != columns.size()) {
            throw new IllegalArgumentException(
                    "a row must have %d cells, got %d".formatted(columns.size(), cells.length));
        }
        rows.add(List.of(cells));
    }

    /** The same rows without a column. */
    public Table without(String column) {
        int dropped = columns.indexOf(column);
        Table rest =
                new Table(columns.stream().filter(name -> !name.equals(column)).toArray(String[]::new));
        for (List<TableCell> row : rows) {
            rest.add(IntStream.range(0, row.size())
                    .filter(i -> i != dropped)
                    .mapToObj(row::get)
                    .toArray(TableCell[]::new));
        }
        return rest;
    }

    /** Rows one below the other, their columns, as wide as they need to be. */
    public List<String> text() {
        List<List<String>> lines = new ArrayList<>();
        lines.add(columns);
        rows.forEach(row -> lines.add(row.stream().map(TableCell::text).toList()));
        int[] widths = IntStream.range(0, columns.size())
                .map(i -> lines.stream()
                        .mapToInt(line -> line.get(i).length())
                        .max()
                        .orElse(0))
                .toArray();
        return lines.stream().map(line -> aligned(line, widths)).toList();
    }

    /** One object a row. */
    public List<String> json() {
        return rows.stream()
                .map(row -> {
                    ObjectNode node = JsonNodeFactory.instance.objectNode();
                    IntStream.range(0, columns.size())
                            .forEach(i -> node.set(columns.get(i), row.get(i).value()));
                    return node.toString();
                })
                .toList();
    }

    /** Comma-separated values as RFC 4180 has them, the names of the columns first. */
    public List<String> csv() {
        List<String> lines = new ArrayList<>();
        lines.add(columns.stream().map(column -> TableCell.text(column).csv()).collect(Collectors.joining(",")));
        rows.forEach(row -> lines.add(row.stream().map(TableCell::csv).collect(Collectors.joining(","))));
        return lines;
    }

    private static String aligned(List<String> cells, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String cell = cells.get(i);
            line.append(cell).append(" ".repeat(widths[i] - cell.length())).append(GAP);
        }
        return line.toString().stripTrailing();
    }
}
