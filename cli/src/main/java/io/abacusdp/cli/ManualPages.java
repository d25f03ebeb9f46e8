package io.abacusdp.cli;

import io.abacusdp.storage.DurableFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Manual pages of all commands, in roff, from what their help is made of; and scripts that complete them. For a release. */
final class ManualPages {
    private final String version;
    private final Map<String, String> pages = new TreeMap<>();

    private ManualPages(String version) {
        this.version = version;
    }

    /** Writes folders man1 and completions into the folder that is named. */
    public static void main(String[] args) throws IOException {
        CommandLine root = Abacus.commandLine(InputStream.nullInputStream());
        Path folder = Path.of(args[0]);
        write(folder.resolve("man1"), all(root));
        write(
                folder.resolve("completions"),
                Map.of(
                        "abacus.bash", AutoComplete.bash("abacus", root),
                        "abacus.fish", FishCompletion.of(root)));
    }

    private static void write(Path folder, Map<String, String> files) throws IOException {
        Files.createDirectories(folder);
        for (Map.Entry<String, String> file : files.entrySet()) {
            DurableFile.replace(folder.resolve(file.getKey()), file.getValue());
        }
    }

    /** Pages by the names of their files. */
    static Map<String, String> all(CommandLine root) {
        ManualPages manual = new ManualPages(root.getCommandSpec().version()[0].replaceAll(" \\(.*", ""));
        manual.add(root, "abacus");
        return manual.pages;
    }

    private void add(CommandLine command, String name) {
        pages.put(name + ".1", page(command, name));
        command.getSubcommands().forEach((sub, line) -> add(line, name + "-" + sub));
    }

    private String page(CommandLine command, String name) {
        CommandSpec spec = command.getCommandSpec();
        List<String> lines = new ArrayList<>();
        lines.add(".TH \"%s\" 1 \"\" \"%s\"".formatted(name.toUpperCase(Locale.ROOT), escaped(version)));
        lines.add(".SH NAME");
        lines.add(escaped(name) + " \\- " + escaped(purpose(command)));
        lines.add(".SH SYNOPSIS");
        lines.add(synopsis(command));
        lines.add(".SH DESCRIPTION");
        Arrays.stream(spec.usageMessage().description()).map(ManualPages::plain).forEach(text -> {
            lines.add(".PP");
            lines.add(escaped(text));
        });
        section(
                lines,
                "OPTIONS",
                spec.options().stream()
                        .filter(option -> !option.hidden())
                        .map(ManualPages::option)
                        .toList());
        section(
                lines,
                "ARGUMENTS",
                spec.positionalParameters().stream().map(ManualPages::argument).toList());
        section(
                lines,
                "COMMANDS",
                command.getSubcommands().entrySet().stream()
                        .map(sub -> item(sub.getKey(), purpose(sub.getValue())))
                        .toList());
        if (spec.usageMessage().footer().length > 0) {
            lines.add(".SH NOTES");
            lines.add(".nf");
            Arrays.stream(spec.usageMessage().footer())
                    .map(ManualPages::plain)
                    .map(ManualPages::escaped)
                    .forEach(lines::add);
            lines.add(".fi");
        }
        return String.join("\n", lines) + "\n";
    }

    private static String synopsis(CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        StringBuilder synopsis =
                new StringBuilder("\\fB").append(escaped(spec.qualifiedName())).append("\\fR [\\fIOPTION\\fR]...");
        spec.positionalParameters().forEach(argument -> {
            String label = "\\fI" + escaped(argument.paramLabel()) + "\\fR";
            synopsis.append(' ').append(argument.required() ? label : "[" + label + "]");
        });
        return command.getSubcommands().isEmpty() ? synopsis.toString() : synopsis + " \\fICOMMAND\\fR";
    }

    private static void section(List<String> lines, String title, List<String> items) {
        if (!items.isEmpty()) {
            lines.add(".SH " + title);
            lines.addAll(items);
        }
    }

    private static String option(OptionSpec option) {
        String value = option.arity().max() == 0 ? "" : "=" + option.paramLabel();
        return item(String.join(", ", option.names()) + value, text(option));
    }

    private static String argument(ArgSpec argument) {
        return item(argument.paramLabel(), text(argument));
    }

    private static String item(String name, String text) {
        return ".TP\n\\fB" + escaped(name) + "\\fR\n" + escaped(text);
    }

    private static String text(ArgSpec argument) {
        return sentence(argument.description());
    }

    /** What a command is for, in one sentence. */
    static String purpose(CommandLine command) {
        String[] description = command.getCommandSpec().usageMessage().description();
        return description.length == 0 ? "" : plain(description[0]);
    }

    /** Lines as one text. */
    static String sentence(String... lines) {
        return plain(String.join(" ", lines));
    }

    /** As it is printed: what is written here goes through a formatter. */
    private static String plain(String text) {
        return text.replace("%n", " ").replace("%%", "%");
    }

    /** No word of a text is a request, and a hyphen is one that can be searched and pasted. */
    private static String escaped(String text) {
        String roff = text.replace("\\", "\\e").replace("-", "\\-");
        return roff.startsWith(".") || roff.startsWith("'") ? "\\&" + roff : roff;
    }
}
