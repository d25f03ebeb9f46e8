package io.abacusdp.cli;

import io.abacusdp.cli.output.UsageException;
import java.io.InputStream;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Scripts that complete the command in shells. */
@Command(
        name = "completion",
        mixinStandardHelpOptions = true,
        description = "A script that completes abacus commands and options in a shell.",
        footer = {
            "",
            "Example: in the shell that is running, and in every new one.",
            "  source <(abacus completion bash)",
            "  abacus completion bash > ~/.local/share/bash-completion/completions/abacus",
            "  abacus completion fish > ~/.config/fish/completions/abacus.fish"
        })
final class CompletionCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec command;

    @Parameters(paramLabel = "SHELL", description = "bash, zsh or fish.")
    @SuppressWarnings("NullAway.Init")
    private String shell;

    @Override
    public void run() {
        CommandLine whole = Abacus.commandLine(InputStream.nullInputStream());
        // The script for bash also knows zsh, where it switches on what it needs.
        String script = switch (shell) {
            case "bash", "zsh" -> AutoComplete.bash("abacus", whole);
            case "fish" -> FishCompletion.of(whole);
            default -> throw new UsageException("SHELL must be one of bash, zsh, fish, got " + shell);
        };
        command.commandLine().getOut().print(script);
        command.commandLine().getOut().flush();
    }
}
