package io.abacusdp.cli.account;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.format.EventType;
import io.abacusdp.storage.StrictJson;
import java.util.ArrayList;
import java.util.List;

/** Types of events in the forms in which they are printed. */
record EventDocument(List<EventType> types) {
    private static final List<String> HEAD = List.of(
            "# Events",
            "What was run, as JSON: the same in files, in the ledger's requests, in checkpoints and on the command line. `abacus events --format markdown`",
            "writes this page; a test compares them. An event says what was done and never what it costs: that is the accountant's. Its meaning never",
            "changes; a new meaning is a new type. Adjacency is part of the question, not of the event.",
            "",
            "Numbers are finite; whole numbers go up to 2^53; a field that is not listed, is missing or stands twice is refused with its path, and so is",
            "nesting deeper than 100 events. A round bracket leaves the end of an interval out.");

    List<String> text() {
        List<String> lines = new ArrayList<>();
        for (EventType type : types) {
            if (!lines.isEmpty()) {
                lines.add("");
            }
            lines.add(type.name() + ": " + type.meaning());
            for (EventType.Field field : type.fields()) {
                lines.add("  %s: %s; %s".formatted(field.name(), kind(field), field.meaning()));
            }
            lines.add("  " + type.example());
        }
        return lines;
    }

    List<String> json() {
        return types.stream().map(EventDocument::json).toList();
    }

    private static String json(EventType type) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("type", type.name()).put("meaning", type.meaning());
        ArrayNode fields = node.putArray("fields");
        for (EventType.Field field : type.fields()) {
            ObjectNode one = fields.addObject();
            one.put("name", field.name()).put("kind", field.kind().words());
            if (!field.range().isEmpty()) {
                one.put("range", field.range());
            }
            one.put("meaning", field.meaning());
        }
        node.set("example", StrictJson.parse(type.example()));
        return node.toString();
    }

    List<String> markdown() {
        List<String> lines = new ArrayList<>(HEAD);
        for (EventType type : types) {
            lines.add("");
            lines.add("## " + type.name());
            lines.add(type.meaning());
            lines.add("");
            if (!type.fields().isEmpty()) {
                lines.add("| field | holds | meaning |");
                lines.add("|---|---|---|");
                for (EventType.Field field : type.fields()) {
                    lines.add("| `%s` | %s | %s |"
                            .formatted(
                                    field.name(), kind(field), field.meaning().replace("|", "\\|")));
                }
                lines.add("");
            }
            lines.add("```json");
            lines.add(type.example());
            lines.add("```");
        }
        return lines;
    }

    private static String kind(EventType.Field field) {
        return field.range().isEmpty() ? field.kind().words() : field.kind().words() + " in " + field.range();
    }
}
