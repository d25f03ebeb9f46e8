package io.abacusdp.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TurnsTest {
    @TempDir
    private Path folder;

    @Test
    void work_ofManyThreads_isDoneOneAfterTheOther() throws IOException {
        Path file = folder.resolve("count");
        Files.writeString(file, "0");
        IntStream.range(0, 40).parallel().forEach(i -> add(file));
        assertThat(Files.readString(file)).isEqualTo("40");
    }

    private void add(Path file) {
        try {
            Turns.take(folder.resolve("lock"), () -> {
                DurableFile.replace(file, String.valueOf(Integer.parseInt(Files.readString(file)) + 1));
                return file;
            });
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void work_thatFails_givesTheTurnBack() throws IOException {
        Path lock = folder.resolve("lock");
        assertThatThrownBy(() -> Turns.take(lock, () -> {
                    throw new IOException("disk full");
                }))
                .hasMessage("disk full");
        assertThat(Turns.<String>take(lock, () -> "next")).isEqualTo("next");
    }
}
