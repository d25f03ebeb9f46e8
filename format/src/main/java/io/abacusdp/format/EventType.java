package io.abacusdp.format;

import java.util.List;

/**
 * A type of events as people write it: what it means, its fields, and an event of that type.
 *
 * @param name the value of the field {@code type}
 * @param meaning a sentence or two
 * @param fields besides the type, in the order in which they are written
 * @param example the JSON of an event
 */
public record EventType(String name, String meaning, List<Field> fields, String example) {
    public EventType {
        fields = List.copyOf(fields);
    }

    /**
     * A field.
     *
     * @param range of the number, or of each number of a list, as an interval: a round bracket leaves the end out; empty for events
     */
    public record Field(String name, Kind kind, String range, String meaning) {}

    /** What a field holds. */
    public enum Kind {
        NUMBER("number"),
        WHOLE_NUMBER("whole number"),
        NUMBER_OR_POISSON("number or \"poisson\""),
        NUMBERS("list of numbers"),
        EVENT("event"),
        EVENTS("list of events");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        /** In words. */
        public String words() {
            return words;
        }
    }
}
