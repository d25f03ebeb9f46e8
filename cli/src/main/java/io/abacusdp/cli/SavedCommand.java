package io.abacusdp.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.abacusdp.format.StrictJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The arguments with which a run was begun, kept beside it so that it can be resumed without them. */
final class SavedCommand {
    private static final String FILE = "command.json";

    private static final Pattern PLAIN = Pattern.compile("[\\w./:=,+@%-]+");

    private SavedCommand() {}

    static void write(Path directory, List<String> args) throws IOException {
        ArrayNode node = JsonNodeFactory.instance.arrayNode();
        args.forEach(node::add);
        Files.createDirectories(directory);
        Files.writeString(directory.resolve(FILE), node + "\n");
    }

    static String[] read(Path directory) throws IOException {
        Path file = directory.resolve(FILE);
        if (Files.notExists(file)) {
            throw new UsageException(directory + " holds no run of abacus train to resume: it has no " + FILE);
        }
        List<String> args = new ArrayList<>();
        for (JsonNode arg : StrictJson.parse(Files.readString(file))) {
            args.add(arg.asText());
        }
        return args.toArray(new String[0]);
    }

    /** The arguments as one would type them. */
    static String commandLine(List<String> args) {
        StringBuilder line = new StringBuilder("abacus train");
        for (String arg : args) {
            line.append(' ').append(PLAIN.matcher(arg).matches() ? arg : "'" + arg.replace("'", "'\\''") + "'");
        }
        return line.toString();
    }
}
