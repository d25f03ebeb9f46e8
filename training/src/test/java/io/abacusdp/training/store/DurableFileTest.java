package io.abacusdp.training.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DurableFileTest {
    @TempDir
    private Path directory;

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void replace_putsTheNewContentsInPlace() throws IOException {
        Path file = directory.resolve("file");
        DurableFile.replace(file, channel -> channel.write(bytes("one, longer than two")));
        DurableFile.replace(file, channel -> channel.write(bytes("two")));

        assertThat(file).hasContent("two");
        assertThat(directory).isDirectoryContaining(f -> f.equals(file));
        assertThat(directory.toFile().list()).hasSize(1);
    }

    /** While the new contents are being written, the old ones are there in whole. */
    @Test
    void failedWrite_leavesTheOldContentsAndNothingElse() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "old");

        assertThatIOException()
                .isThrownBy(() -> DurableFile.replace(file, channel -> {
                    channel.write(bytes("new"));
                    assertThat(file).hasContent("old");
                    throw new IOException("disk full");
                }))
                .withMessage("disk full");

        assertThat(file).hasContent("old");
        assertThat(directory.toFile().list()).containsExactly("file");
    }

    @Test
    void directories_areRefused() {
        assertThatIOException()
                .isThrownBy(() -> DurableFile.replace(directory, channel -> {}))
                .withMessageEndingWith("must be a file, not a directory");
        assertThatIOException().isThrownBy(() -> DurableFile.replace(Path.of("/"), channel -> {}));
        assertThatIOException().isThrownBy(() -> DurableFile.replace(directory.resolve("no/file"), channel -> {}));
    }
}
