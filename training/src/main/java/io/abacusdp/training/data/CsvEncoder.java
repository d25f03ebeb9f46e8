package io.abacusdp.training.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Turns a table into examples by a schema. Used once.
 *
 * <p>What is wrong is told by row and column. Names that a schema declares are public. Others are not told: in a file without a
 * header, the first line is somebody's record.
 */
final class CsvEncoder {
    private final CsvSchema schema;
    private final CsvTable table;
    private final String label;

    CsvEncoder(CsvSchema schema, CsvTable table, String label) {
        this.schema = schema;
        this.table = table;
        this.label = label;
    }

    /** Examples to learn from: the table has the schema's columns, and no others. */
    Dataset dataset() throws InvalidDataException {
        requireSameColumns();
        Column labels = labelColumn();
        return dataset(labels, targets(labels));
    }

    /** Examples to measure a model on: the table has at least the columns that count. */
    Dataset measured() throws InvalidDataException {
        requireUsedColumns(true);
        Column labels = labelColumn();
        return dataset(labels, targets(labels));
    }

    /** Examples to predict for, all with target 0: the table has at least the columns that features come from. */
    Dataset unlabelled() throws InvalidDataException {
        requireUsedColumns(false);
        return dataset(labelColumn(), new float[table.size()]);
    }

    private Dataset dataset(Column labels, float[] targets) throws InvalidDataException {
        int width = schema.featureNames(label).size();
        float[] features = new float[Math.multiplyExact(table.size(), width)];
        int offset = 0;
        for (Map.Entry<String, Column> column : schema.columns().entrySet()) {
            if (!column.getKey().equals(label) && !(column.getValue() instanceof Column.Ignored)) {
                FieldEncoder encoder = FieldEncoder.of(column.getKey(), column.getValue());
                encode(column.getKey(), encoder, features, offset, width);
                offset += encoder.featureNames().size();
            }
        }
        int classes = labels instanceof Column.Categorical c ? c.categories().size() : 0;
        return new Dataset(table.name(), new int[] {width}, features, targets, classes, schema.notes())
                .described(ExampleFormat.ofTable(schema, label));
    }

    private void requireUsedColumns(boolean withLabel) throws InvalidDataException {
        List<String> absent = new ArrayList<>();
        schema.columns().forEach((name, column) -> {
            boolean isUsed = name.equals(label) ? withLabel : !(column instanceof Column.Ignored);
            if (isUsed && !table.columns().contains(name)) {
                absent.add(name);
            }
        });
        if (!absent.isEmpty()) {
            throw new InvalidDataException(table.name()
                    + " must have a header with the columns that the model needs, in any order; absent: "
                    + (schema.isPublic() ? absent : absent.size() + " columns"));
        }
    }

    private void requireSameColumns() throws InvalidDataException {
        Set<String> declared = schema.columns().keySet();
        List<Integer> undeclared = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (int i = 0; i < table.columns().size(); i++) {
            if (!declared.contains(table.columns().get(i))) {
                undeclared.add(i + 1);
                names.add(table.columns().get(i));
            }
        }
        List<String> absent = new ArrayList<>(declared);
        absent.removeAll(Set.copyOf(table.columns()));
        if (!undeclared.isEmpty() || !absent.isEmpty()) {
            throw new InvalidDataException(
                    table.name()
                            + " must have a header with the columns of its schema; not declared: the columns of number "
                            + undeclared + ", absent: " + (schema.isPublic() ? absent : absent.size() + " columns"),
                    String.join(", ", names));
        }
    }

    private Column labelColumn() throws InvalidDataException {
        Column column = schema.columns().get(label);
        if (column == null || column instanceof Column.Ignored) {
            throw new InvalidDataException(table.name() + ": the label must be a numeric or categorical column, got '"
                    + label + "'"
                    + (schema.isPublic() ? "; there are " + schema.columns().keySet() : ""));
        }
        return column;
    }

    private void encode(String name, FieldEncoder encoder, float[] features, int offset, int width)
            throws InvalidDataException {
        int column = table.columns().indexOf(name);
        for (int row = 0; row < table.size(); row++) {
            String value = table.value(row, column).strip();
            try {
                if (schema.isMissing(value)) {
                    encoder.encodeMissing(features, row * width + offset);
                } else {
                    encoder.encode(value, features, row * width + offset);
                }
            } catch (IllegalArgumentException e) {
                throw problem(row, name, String.valueOf(e.getMessage()), value);
            }
        }
    }

    private float[] targets(Column labels) throws InvalidDataException {
        float[] targets = new float[table.size()];
        if (labels instanceof Column.Numeric numeric) {
            Column present = new Column.Numeric(numeric.low(), numeric.high(), new Column.Missing.Refused());
            encode(label, FieldEncoder.of(label, present), targets, 0, 1);
        } else if (labels instanceof Column.Categorical categorical) {
            classes(categorical.indices(), targets);
        }
        return targets;
    }

    private void classes(Map<String, Integer> indices, float[] targets) throws InvalidDataException {
        int column = table.columns().indexOf(label);
        for (int row = 0; row < targets.length; row++) {
            String value = table.value(row, column).strip();
            Integer index = schema.isMissing(value) ? null : indices.get(Column.Categorical.key(value));
            if (index == null) {
                throw problem(row, label, "must be one of the declared categories", value);
            }
            targets[row] = index;
        }
    }

    private InvalidDataException problem(int row, String column, String what, String value) {
        String named = schema.isPublic() || column.equals(label)
                ? column
                : "number " + (table.columns().indexOf(column) + 1);
        return new InvalidDataException(
                table.name() + ": column " + named + " of row " + (row + 1) + " " + what, value);
    }
}
