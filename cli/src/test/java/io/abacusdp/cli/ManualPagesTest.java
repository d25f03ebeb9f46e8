package io.abacusdp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

class ManualPagesTest {
    @TempDir
    private Path scratch = Path.of("");

    private static CommandLine root() {
        return Abacus.commandLine(InputStream.nullInputStream());
    }

    private static Stream<CommandLine> commands(CommandLine command) {
        return Stream.concat(
                Stream.of(command), command.getSubcommands().values().stream().flatMap(ManualPagesTest::commands));
    }

    /** Lists of commands show the first paragraph of each. */
    @Test
    void everyCommand_isDescribedInWholeSentences() {
        List<String> broken = new ArrayList<>();
        commands(root()).forEach(command -> {
            String purpose = ManualPages.purpose(command);
            if (!purpose.endsWith(".")) {
                broken.add(command.getCommandSpec().qualifiedName() + ": " + purpose);
            }
        });
        assertThat(broken).isEmpty();
    }

    @Test
    void pages_areOneForEveryCommand_withAllItsOptions() {
        Map<String, String> pages = ManualPages.all(root());

        assertThat(pages).hasSize((int) commands(root()).count());
        commands(root()).forEach(command -> {
            String name = command.getCommandSpec().qualifiedName().replace(' ', '-');
            for (OptionSpec option : command.getCommandSpec().options()) {
                assertThat(pages.get(name + ".1"))
                        .as(name + option.longestName())
                        .contains(option.longestName().replace("-", "\\-"));
            }
        });
    }

    @Test
    void page_isSetWithoutAComplaint() throws IOException, InterruptedException {
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/groff")), "groff sets the pages, and is not there");
        List<String> command = new ArrayList<>(List.of("groff", "-man", "-Tutf8", "-k", "-ww", "-z"));
        for (Map.Entry<String, String> page : ManualPages.all(root()).entrySet()) {
            command.add(Files.writeString(scratch.resolve(page.getKey()), page.getValue())
                    .toString());
        }
        Process groff = new ProcessBuilder(command).redirectErrorStream(true).start();
        assertThat(new String(groff.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEmpty();
        assertThat(groff.waitFor(1, TimeUnit.MINUTES)).isTrue();
    }

    @Test
    void bash_completesCommandsAndOptions() throws IOException, InterruptedException {
        Path script = Files.writeString(
                scratch.resolve("abacus.bash"), Run.of("completion bash").out());
        assertThat(completed(script, "abacus eps", 1)).contains("epsilon");
        assertThat(completed(script, "abacus epsilon --noise-m", 2)).contains("--noise-multiplier");
        assertThat(completed(script, "abacus ledger ver", 2)).contains("verify");
    }

    /** What the script offers for the last word of a line. */
    private static String completed(Path script, String line, int word) throws IOException, InterruptedException {
        String ask =
                "source '%s'; COMP_WORDS=(%s); COMP_CWORD=%d; COMP_LINE='%s'; COMP_POINT=%d; _complete_abacus; echo ${COMPREPLY[@]}"
                        .formatted(script, line, word, line, line.length());
        Process bash =
                new ProcessBuilder("bash", "-c", ask).redirectErrorStream(true).start();
        String out = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(bash.waitFor(1, TimeUnit.MINUTES)).isTrue();
        return out;
    }

    @Test
    void fish_hasALineForEveryOption() {
        String script = Run.of("completion fish").out();

        assertThat(script)
                .contains("complete -c abacus -n '__abacus_is' -a epsilon -d 'The epsilon that")
                .contains(
                        "complete -c abacus -n '__abacus_is epsilon' -l adjacency -x -a 'add_or_remove_one replace_one zero_out' -d")
                .contains("complete -c abacus -n '__abacus_is ledger' -a verify -d");
    }

    @Test
    void completion_ofAShellThatIsNone_isRefused() {
        Run run = Run.of("completion tcsh");

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("SHELL must be one of bash, zsh, fish, got tcsh");
    }

    @Test
    void help_ofACommand_isItsHelp() {
        assertThat(Run.of("help epsilon").out())
                .isEqualTo(Run.of("epsilon --help").out());
        assertThat(Run.of("help epsilom").status()).isEqualTo(2);
    }
}
