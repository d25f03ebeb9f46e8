package io.abacusdp.cli.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** A command as a report has it: no name of a private file or directory, whether it looks like a path or like a word. */
class SavedCommandTest {
    private static String published(String... args) {
        CommandSpec spec = CommandSpec.create()
                .addOption(option("--clients", "DIR|N", String.class))
                .addOption(option("--data", "DATA", String.class))
                .addOption(option("--out", "DIR", Path.class))
                .addOption(option("--rounds", "N", int.class));
        return SavedCommand.publicLine(spec, "made", List.of(args));
    }

    private static OptionSpec option(String name, String label, Class<?> type) {
        return OptionSpec.builder(name).paramLabel(label).type(type).build();
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
