package io.abacusdp.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Writes of which the operating system takes a part only, made by {@link UnderLimit} with {@code ulimit -f}. */
@DisabledOnOs(OS.WINDOWS)
class ShortWritesTest {
    private static final int LIMIT = 1024;

    @TempDir
    private static Path directory;

    private static List<String> said;

    @BeforeAll
    static void writeUnderALimit() throws IOException, InterruptedException {
        for (String old : List.of("replace", "pieces", "swallowed", "closed", "tensors")) {
            Files.writeString(directory.resolve(old), "old");
        }
        Process process = new ProcessBuilder(
                        "bash",
                        "-c",
                        "ulimit -f 1; exec \"$@\"",
                        "bash",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:-UsePerfData",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        UnderLimit.class.getName(),
                        directory.toString())
                .redirectErrorStream(true)
                .start();
        said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        assertThat(process.waitFor()).as(said.toString()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"replace", "pieces", "swallowed", "closed", "tensors"})
    void replace_ofAFile_keepsTheOldContent(String name) {
        Path file = directory.resolve(name);

        assertThat(file).hasContent("old");
        assertThat(said)
                .contains(name + ": the file " + file
                        + " could not be written: File too large; the old content is unchanged");
    }

    @ParameterizedTest
    @ValueSource(strings = {"create", "private"})
    void create_ofAFile_leavesNone(String name) {
        Path file = directory.resolve(name);

        assertThat(file).doesNotExist();
        assertThat(said).contains(name + ": the file " + file + " could not be written: File too large");
    }

    @Test
    void append_toLines_addsAWholeLineOrNothing() throws IOException {
        Path file = directory.resolve("lines");

        assertThat(said).contains("lines: the file " + file + " could not be written: File too large");
        assertThat(Files.readAllLines(file))
                .hasSize(acknowledged("lines"))
                .last()
                .isEqualTo("line " + (acknowledged("lines") - 1));
        assertThat(Files.readString(file)).endsWith("\n").hasSizeBetween(LIMIT - 10, LIMIT);
    }

    /** What was not acknowledged is cut off at once, and not only when the log is opened again. */
    @Test
    void append_toAChainedLog_addsAWholeLineOrNothing() throws IOException {
        Path file = directory.resolve("log");
        String onDisk = Files.readString(file);

        assertThat(said).contains("log: a charge could not be recorded, and its step was not made");
        assertThat(onDisk).endsWith("\n");
        assertThat(onDisk.lines()).hasSize(acknowledged("log"));
        try (ChainedLog log = ChainedLog.open(file, "log")) {
            assertThat(log.lines()).hasSize(acknowledged("log")).last().isEqualTo("line " + (acknowledged("log") - 1));
        }
    }

    @Test
    void failures_leaveNoOtherFiles() {
        assertThat(directory.toFile().list())
                .containsExactlyInAnyOrder("replace", "pieces", "swallowed", "closed", "tensors", "lines", "log");
    }

    private static int acknowledged(String what) {
        return (int) said.stream().filter(("acknowledged " + what)::equals).count();
    }
}
