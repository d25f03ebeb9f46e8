package io.abacusdp.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MarkedLogTest {
    @TempDir
    Path directory;

    private Path file() {
        return directory.resolve("spent.log");
    }

    private void write(int entries) throws IOException {
        try (MarkedLog log = MarkedLog.create(file(), "run")) {
            for (int i = 0; i < entries; i++) {
                log.append("{\"entry\":" + i + "}");
                log.awaitDurable();
            }
        }
    }

    @Test
    void log_thatIsOpenedAgain_goesOn() throws IOException {
        write(3);
        try (MarkedLog log = MarkedLog.open(file(), "run")) {
            assertThat(log.lines()).containsExactly("{\"entry\":0}", "{\"entry\":1}", "{\"entry\":2}");
            log.append("{\"entry\":3}");
            log.awaitDurable();
        }
        ChainedLog.Lines lines = MarkedLog.read(file(), "run");
        assertThat(lines.lines()).hasSize(4);
        try (MarkedLog log = MarkedLog.open(file(), "run")) {
            assertThat(log.hash(4)).isNotEqualTo(log.hash(3));
        }
    }

    @Test
    void log_thatIsPutBackToAnEarlierTime_isRefusedWithWhatStaysSpent() throws IOException {
        write(2);
        byte[] earlier = Files.readAllBytes(file());
        try (MarkedLog log = MarkedLog.open(file(), "run")) {
            log.append("{\"entry\":2}");
            log.awaitDurable();
        }
        Files.write(file(), earlier);

        assertThatThrownBy(() -> MarkedLog.open(file(), "run"))
                .isInstanceOf(DamagedFileException.class)
                .hasMessageContaining("holds 2 entries, and its marks know of 3")
                .hasMessageContaining("At least 3 entries were made and stay spent");
    }

    @Test
    void log_thatIsGone_isNotBegunAnew() throws IOException {
        write(2);
        Files.delete(file());

        assertThatThrownBy(() -> MarkedLog.read(file(), "run"))
                .isInstanceOf(DamagedFileException.class)
                .hasMessageContaining("missing or empty, and its marks know of 2");
        assertThatThrownBy(() -> MarkedLog.create(file(), "run")).isInstanceOf(DamagedFileException.class);
    }

    @Test
    void log_thatNeverWas_isMissing() {
        assertThatThrownBy(() -> MarkedLog.read(file(), "run"))
                .isInstanceOf(DamagedFileException.class)
                .hasMessageContaining("is missing");
    }

    @Test
    void log_ofAnother_isRefused() throws IOException {
        write(1);
        assertThatThrownBy(() -> MarkedLog.open(file(), "other")).isInstanceOf(DamagedFileException.class);
    }

    @Test
    void log_whoseMarksAreGone_isRefused() throws IOException {
        write(1);
        for (String mark : SpendMarks.FILES) {
            Files.delete(directory.resolve(mark));
        }
        assertThatThrownBy(() -> MarkedLog.open(file(), "run")).isInstanceOf(IOException.class);
    }
}
