package io.abacusdp.training.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Turns the text of one column into features. */
abstract sealed class FieldEncoder {
    private final List<String> featureNames;

    private FieldEncoder(List<String> featureNames) {
        this.featureNames = List.copyOf(featureNames);
    }

    static FieldEncoder of(String name, Column column) {
        if (column instanceof Column.Numeric numeric) {
            return new Numbers(name, numeric);
        }
        return column instanceof Column.Categorical categorical ? new Categories(name, categorical) : new Nothing();
    }

    List<String> featureNames() {
        return featureNames;
    }

    /**
     * Writes the features of a value that is present.
     *
     * @throws IllegalArgumentException if it is not one of the column's; the message does not tell the value, which is private
     */
    abstract void encode(String value, float[] features, int offset);

    /**
     * Writes the features of a missing value.
     *
     * @throws IllegalArgumentException if the schema does not allow it
     */
    abstract void encodeMissing(float[] features, int offset);

    private static final class Nothing extends FieldEncoder {
        Nothing() {
            super(List.of());
        }

        @Override
        void encode(String value, float[] features, int offset) {}

        @Override
        void encodeMissing(float[] features, int offset) {}
    }

    private static final class Numbers extends FieldEncoder {
        private final Column.Numeric column;

        Numbers(String name, Column.Numeric column) {
            super(
                    column.missing() instanceof Column.Missing.Indicated
                            ? List.of(name, name + "=missing")
                            : List.of(name));
            this.column = column;
        }

        @Override
        void encode(String value, float[] features, int offset) {
            if (!Column.NUMBER.matcher(value).matches()) {
                throw new IllegalArgumentException("must be a number");
            }
            features[offset] = (float) column.scale(Double.parseDouble(value));
        }

        @Override
        void encodeMissing(float[] features, int offset) {
            if (column.missing() instanceof Column.Missing.Filled filled) {
                features[offset] = (float) column.scale(filled.value());
            } else if (column.missing() instanceof Column.Missing.Indicated) {
                features[offset + 1] = 1;
            } else {
                throw new IllegalArgumentException("is missing; declare what shall stand for missing values");
            }
        }
    }

    private static final class Categories extends FieldEncoder {
        private final Map<String, Integer> indices;
        private final int other;

        Categories(String name, Column.Categorical column) {
            super(names(name, column));
            this.indices = column.indices();
            this.other = column.categories().size();
        }

        private static List<String> names(String name, Column.Categorical column) {
            List<String> names = new ArrayList<>();
            column.categories().forEach(values -> names.add(name + "=" + values.get(0)));
            names.add(name + "=other");
            return names;
        }

        @Override
        void encode(String value, float[] features, int offset) {
            features[offset + indices.getOrDefault(Column.Categorical.key(value), other)] = 1;
        }

        @Override
        void encodeMissing(float[] features, int offset) {
            features[offset + other] = 1;
        }
    }
}
