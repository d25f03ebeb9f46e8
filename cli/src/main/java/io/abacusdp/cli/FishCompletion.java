package io.abacusdp.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Completions for fish, which picocli does not make: commands with what they are for, options with theirs, names that an option takes. */
final class FishCompletion {
    private final StringBuilder script = new StringBuilder("""
            # Completions of abacus for fish.
            function __abacus_is
                set -l words (commandline -opc)
                set -e words[1]
                set -l plain
                for word in $words
                    string match -q -- '-*' $word; and break
                    set -a plain $word
                end
                test "$plain" = "$argv"
            end
            complete -c abacus -f
            """);

    private FishCompletion() {}

    static String of(CommandLine root) {
        FishCompletion completion = new FishCompletion();
        completion.add(root, "");
        return completion.script.toString();
    }

    private void add(CommandLine command, String path) {
        String here = "complete -c abacus -n '__abacus_is" + (path.isEmpty() ? "" : " " + path) + "'";
        command.getSubcommands()
                .forEach((name, sub) -> line(here + " -a " + name + " -d " + quoted(ManualPages.purpose(sub))));
        for (OptionSpec option : command.getCommandSpec().options()) {
            if (option.hidden()) {
                continue;
            }
            StringBuilder line = new StringBuilder(here);
            for (String name : option.names()) {
                line.append(name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1));
            }
            if (option.arity().max() > 0) {
                List<String> choices = choices(option);
                line.append(choices.isEmpty() ? " -r -F" : " -x -a " + quoted(String.join(" ", choices)));
            }
            line.append(" -d ").append(quoted(ManualPages.sentence(option.description())));
            line(line.toString());
        }
        command.getSubcommands().forEach((name, sub) -> add(sub, path.isEmpty() ? name : path + " " + name));
    }

    private static List<String> choices(OptionSpec option) {
        List<String> choices = new ArrayList<>();
        if (option.completionCandidates() != null) {
            option.completionCandidates().forEach(choices::add);
        }
        return choices;
    }

    private void line(String line) {
        script.append(line).append('\n');
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
