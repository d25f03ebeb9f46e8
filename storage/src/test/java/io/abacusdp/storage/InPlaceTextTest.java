package io.abacusdp.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InPlaceTextTest {
    @TempDir
    private Path home;

    @Test
    void write_overAndOver_leavesTheLastText() throws IOException {
        Path file = home.resolve("mark");
        try (InPlaceText text = InPlaceText.create(file, "one\n")) {
            text.write("two\n");
            assertThat(file).hasContent("two\n");
        }
        try (InPlaceText text = InPlaceText.open(file)) {
            text.write("six\n");
            text.flush();
        }
        assertThat(file).hasContent("six\n");
    }

    @Test
    void write_ofAnotherLength_isRefused() throws IOException {
        Path file = home.resolve("mark");
        try (InPlaceText text = InPlaceText.create(file, "one\n")) {
            assertThatThrownBy(() -> text.write("three\n")).hasMessageContaining("takes texts of 4 bytes, got 6");
        }
        assertThat(file).hasContent("one\n");
    }

    @Test
    void open_ofALink_isRefused() throws IOException {
        Files.writeString(home.resolve("elsewhere"), "one\n");
        Path link = Files.createSymbolicLink(home.resolve("link"), home.resolve("elsewhere"));

        assertThatThrownBy(() -> InPlaceText.open(link)).isInstanceOf(IOException.class);
    }
}
