package io.abacusdp.ledger.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.storage.InPlaceText;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlushedTextTest {
    @TempDir
    Path folder = Path.of("");

    @Test
    void whatWasWritten_isThereAtOnce_andAfterClosing() throws IOException {
        Path file = folder.resolve("mark");
        try (FlushedText text = FlushedText.of(InPlaceText.create(file, "000\n"))) {
            for (int i = 100; i < 300; i++) {
                text.write(i + "\n");
                assertThat(file).hasContent(i + "\n");
            }
        }
        assertThat(file).hasContent("299\n");
    }
}
