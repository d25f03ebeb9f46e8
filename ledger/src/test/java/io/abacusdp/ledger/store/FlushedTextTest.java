package io.abacusdp.ledger.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

    /** A disk that does not take it must not go unnoticed: the next answer depends on it. */
    @Test
    void whatCannotBeFlushed_endsWriting() throws Exception {
        InPlaceText closed = InPlaceText.create(folder.resolve("mark"), "one\n");
        FlushedText text = FlushedText.of(closed);
        text.write("two\n");
        closed.close();
        assertThatThrownBy(() -> {
                    while (true) {
                        text.write("six\n");
                    }
                })
                .isInstanceOf(IOException.class);
        text.close();
    }
}
