package io.abacusdp.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LineFileTest {
    @TempDir
    private Path directory;

    @Test
    void append_addsLinesInTheirOrder() throws IOException {
        Path file = directory.resolve("file");
        assertThat(LineFile.isEmpty(file)).isTrue();
        LineFile.append(file, "one");
        LineFile.append(file, "two");

        assertThat(LineFile.isEmpty(file)).isFalse();
        assertThat(file).hasContent("one\ntwo\n");
    }

    @Test
    void append_afterALineThatWasCutOff_takesItsPlace() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "one\ntw");
        LineFile.append(file, "two");
        assertThat(file).hasContent("one\ntwo\n");

        Files.writeString(file, "on");
        LineFile.append(file, "one");
        assertThat(file).hasContent("one\n");
    }

    @Test
    void append_intoNoDirectory_namesTheFileAndTheReason() {
        Path file = directory.resolve("no/file");

        assertThatIOException()
                .isThrownBy(() -> LineFile.append(file, "one"))
                .withMessage("the file %s could not be written: there is no such directory", file);
    }
}
