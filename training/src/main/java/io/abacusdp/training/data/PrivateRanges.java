package io.abacusdp.training.data;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A schema made from the examples themselves, for those who have no public one and accept what that reveals: least and
 * greatest values, all categories, and which columns have missing values. No guarantee covers these, and the schema's notes
 * say so wherever the data is used.
 */
public final class PrivateRanges {
    /** What reports and models say of such a schema, which every dataset made by it carries along. */
    public static final String NOTE =
            "Ranges and categories were taken from the private data; the guarantee does not cover what they reveal.";

    /** A label of at most so many different numbers is taken for classes. */
    private static final int MAX_NUMERIC_CLASSES = 20;

    private PrivateRanges() {}

    /**
     * Ranges and categories as they occur. A column is numeric if all its values are numbers, and the label only if it has
     * more than 20 different ones; a column of a single value is ignored.
     *
     * @throws InvalidDataException if the label is not a column of at least two values
     */
    public static CsvSchema takenFrom(CsvTable table, String label) throws InvalidDataException {
        Map<String, Column> columns = new LinkedHashMap<>();
        if (!table.columns().contains(label)) {
            throw new InvalidDataException(
                    table.name() + ": the label must be a column, and the header has no '" + label + "'",
                    String.join(", ", table.columns()));
        }
        for (int i = 0; i < table.columns().size(); i++) {
            String name = table.columns().get(i);
            Values values = Values.of(table, i);
            try {
                columns.put(name, name.equals(label) ? values.asLabel() : values.asFeature());
            } catch (IllegalArgumentException e) {
                throw new InvalidDataException(
                        table.name() + ": column number " + (i + 1)
                                + " must have numbers whose range is finite in double precision",
                        name + ": " + e.getMessage());
            }
        }
        if (columns.get(label) instanceof Column.Ignored) {
            throw new InvalidDataException(
                    table.name() + ": the label must be a column of at least 2 values, and '" + label + "' has fewer");
        }
        return new CsvSchema(columns, CsvSchema.USUAL_MISSING, List.of(NOTE));
    }

    /** The different values of a column, by their keys, and whether any is missing. */
    private record Values(TreeMap<String, String> texts, boolean numeric, boolean missing) {
        static Values of(CsvTable table, int column) {
            TreeMap<String, String> texts = new TreeMap<>();
            boolean numeric = true;
            boolean missing = false;
            for (int row = 0; row < table.size(); row++) {
                String text = table.value(row, column).strip();
                if (CsvSchema.USUAL_MISSING.contains(text)) {
                    missing = true;
                } else {
                    texts.put(Column.Categorical.key(text), text);
                    numeric &= Column.NUMBER.matcher(text).matches();
                }
            }
            return new Values(texts, numeric, missing);
        }

        Column asLabel() {
            return texts.size() >= 2 && texts.size() <= MAX_NUMERIC_CLASSES ? categorical() : asFeature();
        }

        Column asFeature() {
            if (texts.size() < 2) {
                return new Column.Ignored();
            }
            return numeric ? range() : categorical();
        }

        private Column range() {
            TreeSet<Double> numbers = new TreeSet<>();
            texts.values().forEach(text -> numbers.add(Double.parseDouble(text)));
            Column.Missing policy = missing ? new Column.Missing.Indicated() : new Column.Missing.Refused();
            return new Column.Numeric(numbers.first(), numbers.last(), policy);
        }

        private Column categorical() {
            List<List<String>> categories = new ArrayList<>();
            texts.values().forEach(text -> categories.add(List.of(text)));
            return new Column.Categorical(categories);
        }
    }
}
