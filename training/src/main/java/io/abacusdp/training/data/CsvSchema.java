package io.abacusdp.training.data;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What is publicly known of a table: for each column its range or its categories. Immutable.
 *
 * <p>Scaling is part of what the model is told of the data. Ranges and categories that come from the examples themselves
 * reveal something of them that no epsilon counts: the oldest patient's age is one patient's age. So they are declared, and
 * only {@link PrivateRanges} takes them from the data, with a note that goes into every report.
 */
public final class CsvSchema {
    /** What stands for a missing value, if the schema does not say otherwise. */
    public static final Set<String> USUAL_MISSING = Set.of("", "?", "NA");

    private final Map<String, Column> columns;
    private final Set<String> missing;
    private final List<String> notes;

    /**
     * @param columns by name, in the order in which the features shall be
     * @param missing texts that stand for a missing value, without space around them
     * @param notes what a report must say of the schema
     */
    public CsvSchema(Map<String, Column> columns, Set<String> missing, List<String> notes) {
        this.columns = Collections.unmodifiableMap(new LinkedHashMap<>(columns));
        this.missing = Collections.unmodifiableSet(new TreeSet<>(missing));
        this.notes = List.copyOf(notes);
    }

    public Map<String, Column> columns() {
        return columns;
    }

    public Set<String> missing() {
        return missing;
    }

    public List<String> notes() {
        return notes;
    }

    /**
     * The examples of a table. A label with categories gives classes; a numeric one gives a target in [0, 1] for regression,
     * scaled as a feature is.
     *
     * @param label column to learn; its values must not be missing
     * @throws InvalidDataException if the table is not as the schema says
     */
    public Dataset dataset(CsvTable table, String label) throws InvalidDataException {
        return new CsvEncoder(this, table, label).dataset();
    }

    /**
     * The examples of a table that may have other columns too, in any order, to measure a model on.
     *
     * @throws InvalidDataException if a column that counts is absent, or the table is not as the schema says
     */
    public Dataset measured(CsvTable table, String label) throws InvalidDataException {
        return new CsvEncoder(this, table, label).measured();
    }

    /**
     * The same without a label, to predict it; all targets are 0.
     *
     * @throws InvalidDataException if a column that counts is absent, or the table is not as the schema says
     */
    public Dataset unlabelled(CsvTable table, String label) throws InvalidDataException {
        return new CsvEncoder(this, table, label).unlabelled();
    }

    /** Whether names, ranges and categories were declared, and not taken from private data. */
    boolean isPublic() {
        return !notes.contains(PrivateRanges.NOTE);
    }

    /** Whether a column is declared, and is not used. */
    public boolean isIgnored(String column) {
        return columns.get(column) instanceof Column.Ignored;
    }

    boolean isMissing(String value) {
        return missing.contains(value);
    }

    /**
     * From JSON:
     *
     * <pre>{@code
     * {"columns": {
     *    "age":  {"type": "numeric", "low": 0, "high": 120, "missing": "indicate"},
     *    "chol": {"type": "numeric", "low": 0, "high": 600, "missing": 200},
     *    "cp":   {"type": "categorical", "categories": ["1", "2", ["3", "4"]]},
     *    "id":   {"type": "ignored"}},
     *  "missing_values": ["", "?"],
     *  "notes": []}
     * }</pre>
     *
     * <p>"missing" is "refuse" if it is left out; "missing_values" is then {@link #USUAL_MISSING}, and "notes" empty.
     *
     * @throws IllegalArgumentException if it is anything else, with the column and what is wrong with it
     */
    public static CsvSchema fromJson(String json) {
        return CsvSchemaJson.read(json);
    }

    /** As JSON, so that others can use the same ranges; notes are kept. */
    public String toJson() {
        return CsvSchemaJson.write(this);
    }

    /** Names of the features of all columns but the label. */
    public List<String> featureNames(String label) {
        List<String> names = new ArrayList<>();
        columns.forEach((name, column) -> {
            if (!name.equals(label)) {
                FieldEncoder.of(name, column).featureNames().forEach(names::add);
            }
        });
        return names;
    }
}
