package io.abacusdp.training.data;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** What is publicly known of a column, and so how its text becomes numbers. */
sealed interface Column {
    /** What a number's text looks like; narrower than what Java would take for one. */
    Pattern NUMBER = Pattern.compile("[+-]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][+-]?\\d{1,4})?");

    /** Not used. */
    record Ignored() implements Column {}

    /**
     * Numbers in a public range: clamped to it, then scaled to [0, 1].
     *
     * @param low below high
     * @param missing what stands for a missing value
     */
    record Numeric(double low, double high, Missing missing) implements Column {
        public Numeric {
            if (!(Double.isFinite(low)
                    && Double.isFinite(high)
                    && low < high
                    && high - low < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("low must be below high, got " + low + " and " + high);
            }
            if (missing instanceof Missing.Filled filled && !(filled.value() >= low && filled.value() <= high)) {
                throw new IllegalArgumentException(
                        "the value for missing ones must be from " + low + " to " + high + ", got " + filled.value());
            }
        }

        /** (v − low)/(high − low) of the value clamped. */
        double scale(double value) {
            return (Math.min(high, Math.max(low, value)) - low) / (high - low);
        }
    }

    /** What becomes of missing numbers. */
    sealed interface Missing {
        /** They are an error. */
        record Refused() implements Missing {}

        /** They count as a public value. */
        record Filled(double value) implements Missing {}

        /** They count as the low end of the range, and a second feature is 1 for them and 0 for others. */
        record Indicated() implements Missing {}
    }

    /**
     * One of a public list of categories: a feature for each, 1 for that of the value and 0 for the others, and one more for
     * missing values and those not in the list.
     *
     * <p>Numbers are compared by value: 1, 1.0 and +1 are the same.
     *
     * @param categories the values that count as the same, for each category
     */
    record Categorical(List<List<String>> categories) implements Column {
        public Categorical {
            categories = categories.stream().map(List::copyOf).toList();
            if (categories.size() < 2) {
                throw new IllegalArgumentException("there must be at least 2 categories, got " + categories);
            }
            indices(categories);
        }

        /** The number of each value's category, by the value's {@link #key}. */
        Map<String, Integer> indices() {
            return indices(categories);
        }

        private static Map<String, Integer> indices(List<List<String>> categories) {
            Map<String, Integer> indices = new HashMap<>();
            for (int i = 0; i < categories.size(); i++) {
                if (categories.get(i).isEmpty()) {
                    throw new IllegalArgumentException("a category must have at least 1 value, got none");
                }
                for (String value : categories.get(i)) {
                    if (indices.put(key(value), i) != null) {
                        throw new IllegalArgumentException("categories must be different, got " + value + " again");
                    }
                }
            }
            return indices;
        }

        static String key(String value) {
            // Adding 0 makes one zero of both.
            return NUMBER.matcher(value).matches() ? String.valueOf(Double.parseDouble(value) + 0.0) : value;
        }
    }
}
