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

    /** @param command of which it should hold a run */
    static String[] read(Path directory, String command) throws IOException {
        Path file = directory.resolve(FILE);
        if (Files.notExists(file)) {
            throw new UsageException(
                    "%s holds no run of abacus %s to resume: it has no %s".formatted(directory, command, FILE));
        }
        List<String> args = new ArrayList<>();
        for (JsonNode arg : StrictJson.parse(Files.readString(file))) {
            args.add(arg.asText());
        }
        return args.toArray(new String[0]);
    }

    /** A command with its arguments as one would type them. */
    static String commandLine(String command, List<String> args) {
        StringBuilder line = new StringBuilder("abacus ").append(command);
        for (String arg : args) {
            line.append(' ').append(PLAIN.matcher(arg).matches() ? arg : "'" + arg.replace("'", "'\\''") + "'");
        }
        return line.toString();
    }
}
