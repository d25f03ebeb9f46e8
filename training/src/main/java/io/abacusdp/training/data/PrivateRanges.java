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
    /** A label of at most so many different numbers is taken for classes. */
    private static final int MOST_NUMERIC_CLASSES = 20;

    private PrivateRanges() {}

    /**
     * Ranges and categories as they occur. A column is numeric if all its values are numbers, and the label only if it has
     * more than 20 different ones; a column of a single value is ignored.
     *
     * @throws InvalidDataException if the label is not a column of at least two values
     */
    public static CsvSchema takenFrom(CsvTable table, String label) throws InvalidDataException {
        Map<String, Column> columns = new LinkedHashMap<>();
        for (String name : table.columns()) {
            Values values = Values.of(table, name);
            columns.put(name, name.equals(label) ? values.asLabel() : values.asFeature());
        }
        if (columns.getOrDefault(label, new Column.Ignored()) instanceof Column.Ignored) {
            throw new InvalidDataException(table.name() + ": the label must be a column of at least 2 values, got '"
                    + label + "'; there are " + table.columns());
        }
        String note = "Ranges and categories of " + String.join(", ", table.columns())
                + " were taken from the private data in " + table.name()
                + "; the guarantee does not cover what they reveal.";
        return new CsvSchema(columns, CsvSchema.USUAL_MISSING, List.of(note));
    }

    /** The different values of a column, by their keys, and whether any is missing. */
    private record Values(TreeMap<String, String> texts, boolean numeric, boolean missing) {
        static Values of(CsvTable table, String name) {
            TreeMap<String, String> texts = new TreeMap<>();
            boolean numeric = true;
            boolean missing = false;
            int column = table.columns().indexOf(name);
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
            return texts.size() >= 2 && texts.size() <= MOST_NUMERIC_CLASSES ? categorical() : asFeature();
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
