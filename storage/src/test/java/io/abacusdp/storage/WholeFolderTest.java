package io.abacusdp.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeFolderTest {
    private static final FileTime TIME = FileTime.from(Instant.parse("2026-01-02T00:00:00Z"));

    @TempDir
    private Path home;

    @Test
    void create_makesTheFolderWithAllFilesOfOneTime() throws IOException {
        WholeFolder.create(home, "release", TIME, folder -> {
            assertThat(home.resolve("release")).doesNotExist();
            DurableFile.replace(folder.resolve("a"), "1");
            DurableFile.replace(folder.resolve("b"), "2");
        });

        Path folder = home.resolve("release");
        assertThat(folder.resolve("a")).hasContent("1");
        assertThat(Files.getLastModifiedTime(folder.resolve("b"))).isEqualTo(TIME);
        assertThat(Files.getLastModifiedTime(folder)).isEqualTo(TIME);
    }

    @Test
    void create_thatFails_leavesNothingAndNamesTheFile() {
        assertThatThrownBy(() -> WholeFolder.create(home, "release", TIME, folder -> {
                    DurableFile.replace(folder.resolve("a"), "1");
                    throw new IOException("the file " + folder.resolve("b") + " could not be written: no room");
                }))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the file " + home.resolve("release").resolve("b") + " could not be written");
        assertThat(home).isEmptyDirectory();

        assertThatThrownBy(() -> WholeFolder.create(home, "release", TIME, folder -> {
                    throw new IllegalStateException("a fault");
                }))
                .hasMessage("a fault");
        assertThat(home).isEmptyDirectory();
    }

    @Test
    void create_whereSomethingIs_leavesItAlone() throws IOException {
        Files.createDirectory(home.resolve("release"));
        Files.createSymbolicLink(home.resolve("link"), home.resolve("nowhere"));

        assertThatThrownBy(() -> WholeFolder.create(home, "release", TIME, folder -> {}))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThatThrownBy(() -> WholeFolder.create(home, "link", TIME, folder -> {}))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(home.resolve("release")).isEmptyDirectory();
    }

    @Test
    void replace_takesThePlaceOfTheOneBefore_whichStaysIfItFails() throws IOException {
        WholeFolder.replace(home, "release", TIME, folder -> DurableFile.replace(folder.resolve("a"), "1"));
        assertThatThrownBy(() -> WholeFolder.replace(home, "release", TIME, folder -> {
                    DurableFile.replace(folder.resolve("b"), "2");
                    throw new IOException("no room");
                }))
                .hasMessageContaining("no room");
        assertThat(home.resolve("release").resolve("a")).hasContent("1");

        WholeFolder.replace(home, "release", TIME, folder -> DurableFile.replace(folder.resolve("b"), "2"));
        assertThat(home.resolve("release").resolve("b")).hasContent("2");
        assertThat(home.resolve("release").resolve("a")).doesNotExist();
        assertThat(home).isDirectoryNotContaining("glob:**.tmp");
    }

    @Test
    void clear_deletesWhatACrashLeft() throws IOException {
        Path left = Files.createDirectory(home.resolve(".release.1234.tmp"));
        Files.writeString(left.resolve("a"), "1");
        Files.writeString(home.resolve("mine.tmp"), "1");

        WholeFolder.clear(home, "release");

        assertThat(left).doesNotExist();
        assertThat(home.resolve("mine.tmp")).exists();
    }
}
