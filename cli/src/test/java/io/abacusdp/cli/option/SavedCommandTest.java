package io.abacusdp.cli.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** A command as a report has it: no name of a private file or directory, whether it looks like a path or like a word. */
class SavedCommandTest {
    @Command(name = "made")
    private static final class Made {
        @Option(names = "--clients", paramLabel = "DIR|N")
        private String clients = "";

        @Option(names = "--data", paramLabel = "DATA")
        private String data = "";

        @Option(names = "--out", paramLabel = "DIR")
        private Path out = Path.of("");

        @Option(names = "--rounds", paramLabel = "N")
        private int rounds;
    }

    private static String published(String... args) {
        CommandSpec spec = new CommandLine(new Made()).getCommandSpec();
        return SavedCommand.publicLine(spec, "made", List.of(args));
    }

    @Test
    void directoryOfClients_isNotPublished_andTheirNumberIs() {
        assertThat(published("--clients", "hiv-patients", "--rounds", "3"))
                .isEqualTo("abacus made --clients DIR --rounds 3");
        assertThat(published("--clients=hiv-patients")).isEqualTo("abacus made --clients=DIR");
        assertThat(published("--clients", "8")).isEqualTo("abacus made --clients 8");
    }

    @Test
    void pathOfAnyOtherOption_isNotPublished() {
        assertThat(published("--data", "csv:clinic", "--out", "secret"))
                .isEqualTo("abacus made --data csv:PATH --out DIR");
        assertThat(published("--data", "digits")).isEqualTo("abacus made --data digits");
    }
}
