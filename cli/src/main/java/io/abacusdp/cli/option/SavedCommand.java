package io.abacusdp.cli.option;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.abacusdp.cli.output.CommandFailures;
import io.abacusdp.cli.output.UsageException;
import io.abacusdp.storage.DurableFile;
import io.abacusdp.storage.StrictJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The arguments with which a run was begun, kept beside it so that it can be resumed without them. */
public final class SavedCommand {
    /** Private, as arguments have paths of private files. */
    public static final String FILE = "command.json";

    /** Options that may be given anew when a run is resumed. */
    private static final List<String> NOT_OF_THE_RUN =
            List.of("--resume", "--threads", "--format", "--digits", CommandFailures.SHOW_PRIVATE_VALUES);

    private static final Pattern PLAIN = Pattern.compile("[\\w./:=,+@%-]+");

    /** Words and numbers, which are no paths. */
    private static final Pattern PUBLIC = Pattern.compile("[\\w+-]+|[-+]?[\\d.]+([eE][-+]?\\d+)?");

    /** What an option is called that takes either: a word is a path then. */
    private static final String DIRECTORY_OR_NUMBER = "DIR|N";

    private static final Pattern KIND = Pattern.compile("([a-z]+:).*");

    private SavedCommand() {}

    /** What was given to a command, after its name and that of its group. */
    public static List<String> given(CommandSpec command) {
        List<String> all = command.commandLine().getParseResult().originalArgs();
        int names = command.qualifiedName(" ").split(" ", -1).length - 1;
        return all.subList(names, all.size());
    }

    /** Refuses what would make another run of the one that is resumed. */
    public static void refuseBesideResume(CommandSpec command) {
        for (OptionSpec given : command.commandLine().getParseResult().matchedOptions()) {
            if (!NOT_OF_THE_RUN.contains(given.longestName())) {
                throw new UsageException(
                        "a run is resumed with the options that it began with; --resume and %s exclude each other"
                                .formatted(given.longestName()));
            }
        }
    }

    /**
     * The directory of a new run: that of --out, or else one that is named after the time. It must not hold a run.
     *
     * @param prefix of the name, before the time
     */
    public static Path newDirectory(@Nullable Path out, String prefix, Predicate<Path> holdsRun) {
        Path directory = out == null ? Path.of(prefix + time()) : out;
        if (holdsRun.test(directory)) {
            throw new UsageException(
                    "--out must be a new directory, and %s holds a run; --resume goes on with it".formatted(directory));
        }
        return directory;
    }

    private static String time() {
        return LocalDateTime.now(ZoneId.systemDefault()).format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss"));
    }

    public static void write(Path directory, List<String> args) throws IOException {
        Files.createDirectories(directory);
        DurableFile.replacePrivate(directory.resolve(FILE), toJson(args));
    }

    /** The arguments as the file has them. */
    public static String toJson(List<String> args) {
        ArrayNode node = JsonNodeFactory.instance.arrayNode();
        args.forEach(node::add);
        return node + "\n";
    }

    /**
     * Gives a new command the arguments of the run in a directory, and returns them.
     *
     * @param command that resumes the run; what it was given must not make another run of it
     * @param begun a command of the same kind, as it was when the run began
     */
    public static List<String> resume(CommandSpec command, Path directory, Object begun) throws IOException {
        refuseBesideResume(command);
        Path file = directory.resolve(FILE);
        if (Files.notExists(file)) {
            throw new UsageException("%s holds no run of %s to resume: it has no %s"
                    .formatted(directory, command.qualifiedName(" "), FILE));
        }
        return parse(Files.readString(file), begun);
    }

    /** Gives a new command the arguments that the file has, and returns them. */
    public static List<String> parse(String json, Object begun) {
        List<String> args = new ArrayList<>();
        for (JsonNode arg : StrictJson.parse(json)) {
            args.add(arg.asText());
        }
        new CommandLine(begun).parseArgs(args.toArray(new String[0]));
        return args;
    }

    /**
     * A command with its arguments, as it may be published: in the place of paths, and of whatever else is no plain word or
     * number, is what the help calls them.
     */
    public static String publicLine(CommandSpec spec, String command, List<String> args) {
        List<String> shown = new ArrayList<>();
        String label = "VALUE";
        boolean isPath = true;
        for (String arg : args) {
            int equals = arg.indexOf('=');
            String name = equals < 0 ? arg : arg.substring(0, equals);
            OptionSpec option = spec.findOption(name);
            if (option != null) {
                label = option.paramLabel();
                isPath = option.type() == Path.class;
            }
            if (option == null) {
                shown.add(publicValue(arg, label, isPath));
            } else {
                shown.add(equals < 0 ? name : name + '=' + publicValue(arg.substring(equals + 1), label, isPath));
            }
        }
        return commandLine(command, shown);
    }

    private static String publicValue(String value, String label, boolean isPath) {
        if (label.equals(DIRECTORY_OR_NUMBER)) {
            return value.matches("\\d+") ? value : "DIR";
        }
        if (!isPath && PUBLIC.matcher(value).matches()) {
            return value;
        }
        Matcher kind = KIND.matcher(value);
        return kind.matches() && !isPath ? kind.group(1) + "PATH" : label;
    }

    /** A command with its arguments as one would type them. */
    public static String commandLine(String command, List<String> args) {
        StringBuilder line = new StringBuilder("abacus ").append(command);
        for (String arg : args) {
            line.append(' ').append(PLAIN.matcher(arg).matches() ? arg : "'" + arg.replace("'", "'\\''") + "'");
        }
        return line.toString();
    }
}
