package io.abacusdp.training.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsvTableTest {
    @TempDir
    private Path directory;

    private CsvTable table(String text) throws IOException {
        return CsvTable.read(Files.writeString(directory.resolve("t.csv"), text));
    }

    private void assertRefused(String text, String problem) {
        assertThatExceptionOfType(InvalidDataException.class)
                .isThrownBy(() -> table(text))
                .withMessageContaining("t.csv")
                .withMessageContaining(problem);
    }

    /** Examples of RFC 4180, section 2. */
    @Test
    void quotedFields_areRead() throws IOException {
        CsvTable table = table("name,\"a \"\"quoted\"\" one\"\r\n\"b,b\",\"line\r\nbreak\"\r\n,\"\"");

        assertThat(table.columns()).containsExactly("name", "a \"quoted\" one");
        assertThat(table.size()).isEqualTo(2);
        assertThat(table.value(0, 0)).isEqualTo("b,b");
        assertThat(table.value(0, 1)).isEqualTo("line\r\nbreak");
        assertThat(table.value(1, 0)).isEmpty();
        assertThat(table.value(1, 1)).isEmpty();
    }

    @Test
    void lineEnds_spacesMarksAndStrangeCharacters_areKeptApart() throws IOException {
        CsvTable table = table("\uFEFFä,b\n 1 ,\uFFFF\n");

        assertThat(table.columns()).containsExactly("ä", "b");
        assertThat(table.size()).isEqualTo(1);
        assertThat(table.value(0, 0)).isEqualTo(" 1 ");
        assertThat(table.value(0, 1)).isEqualTo("\uFFFF");
        assertThat(table("a\n").size()).isZero();
    }

    @Test
    void whatIsNoTable_isRefusedWithTheLine() {
        assertRefused("", "must have a line with the names of its columns");
        assertRefused("a,b\n1,2\n3\n", "line 3: must have 2 fields, got 1");
        assertRefused("a,b\n1,2\n\n3,4\n", "line 3: must have 2 fields, got 1");
        assertRefused("a,b\n\"x\ny\",2\n1,2,3\n", "line 4: must have 2 fields, got 3");
        assertRefused("a\n1\"2\n", "line 2: a field with a quote in it must be in quotes");
        assertRefused("a\n\"1\"2\n", "line 2: a closing quote must be followed by a comma or the end of the line");
        assertRefused("a\n1\n\"2\n3", "line 3: a quote is never closed");
        assertRefused("a\n1\r2", "line 2: a carriage return must be followed by a line feed");
        assertRefused("a,a\n", "columns must have different names, and column number 2 has that of number 1");
        assertRefused("a,\n", "columns must have different names, and column number 2 has none");
    }

    @Test
    void compressedFiles_areReadInWholeOrNotAtAll() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write("a,b\n1,2\n".getBytes(StandardCharsets.UTF_8));
        }
        Path whole = Files.write(directory.resolve("whole"), bytes.toByteArray());
        Path cut = Files.write(directory.resolve("cut"), Arrays.copyOf(bytes.toByteArray(), bytes.size() - 3));

        assertThat(CsvTable.read(whole).value(0, 1)).isEqualTo("2");
        assertThatExceptionOfType(InvalidDataException.class)
                .isThrownBy(() -> CsvTable.read(cut))
                .withMessageContaining("must be compressed with gzip in whole");
    }

    @Test
    void otherCharacterSets_areRefused() throws IOException {
        Path latin = Files.write(directory.resolve("latin"), new byte[] {'a', '\n', (byte) 0xe4, '\n'});

        assertThatExceptionOfType(InvalidDataException.class)
                .isThrownBy(() -> CsvTable.read(latin))
                .withMessageContaining("must be UTF-8");
    }
}
