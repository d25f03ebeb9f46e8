package io.abacusdp.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DurableFileTest {
    @TempDir
    private Path directory;

    @Test
    void replace_putsTheNewContentsInPlace() throws IOException {
        Path file = directory.resolve("file");
        DurableFile.replace(file, "one, longer than two");
        DurableFile.replace(file, "two");

        assertThat(file).hasContent("two");
        assertThat(directory).isDirectoryContaining(f -> f.equals(file));
        assertThat(directory.toFile().list()).hasSize(1);
    }

    /** While the new contents are being written, the old ones are there in whole. */
    @Test
    void failedWrite_leavesTheOldContentsAndNothingElse() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "old");

        assertThatIOException()
                .isThrownBy(() -> DurableFile.replace(file, out -> {
                    out.write(1);
                    assertThat(file).hasContent("old");
                    throw new IOException("disk full");
                }))
                .withMessage("the file %s could not be written: disk full; the old content is unchanged", file);

        assertThat(file).hasContent("old");
        assertThat(directory.toFile().list()).containsExactly("file");
    }

    @Test
    void directories_areRefused() {
        assertThatIOException()
                .isThrownBy(() -> DurableFile.replace(directory, ""))
                .withMessageEndingWith("must be a file, not a directory");
        assertThatIOException().isThrownBy(() -> DurableFile.replace(Path.of("/"), ""));
        assertThatIOException().isThrownBy(() -> DurableFile.replace(directory.resolve("no/file"), ""));
    }

    @Test
    void replace_throughALink_keepsTheLink() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "old");
        Path link = Files.createSymbolicLink(directory.resolve("link"), file);

        DurableFile.replace(link, "new");

        assertThat(link).isSymbolicLink().hasContent("new");
        assertThat(file).isRegularFile().hasContent("new");
    }

    @Test
    void create_ofANewFile_writesIt() throws IOException {
        Path file = directory.resolve("file");

        DurableFile.create(file, out -> {
            out.write("new".getBytes(StandardCharsets.UTF_8));
            out.close();
            assertThat(file).doesNotExist();
        });

        assertThat(file).hasContent("new");
        assertThat(directory.toFile().list()).containsExactly("file");
    }

    @Test
    void create_ofAFileThatIsThere_leavesItAlone() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "old");

        assertThatIOException()
                .isThrownBy(() -> DurableFile.create(file, out -> out.write(1)))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThatIOException()
                .isThrownBy(() -> DurableFile.createPrivate(file, "new"))
                .isInstanceOf(FileAlreadyExistsException.class);
        // Somebody else was faster.
        Path other = directory.resolve("other");
        assertThatIOException()
                .isThrownBy(() -> DurableFile.create(other, out -> Files.writeString(other, "theirs")))
                .isInstanceOf(FileAlreadyExistsException.class);

        assertThat(file).hasContent("old");
        assertThat(other).hasContent("theirs");
        assertThat(directory.toFile().list()).containsExactlyInAnyOrder("file", "other");
    }

    @Test
    void createPrivate_isForItsOwnerOnly() throws IOException {
        Path file = directory.resolve("key");

        DurableFile.createPrivate(file, "secret");

        assertThat(file).hasContent("secret");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void replace_ofAFileThatOnlyItsOwnerReads_staysSo() throws IOException {
        Path file = Files.writeString(directory.resolve("private"), "old");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        DurableFile.replace(file, "new");
        assertThat(Files.getPosixFilePermissions(file)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(file).hasContent("new");
    }

    @Test
    void replace_ofALinkToNothing_isRefused() throws IOException {
        Path link = Files.createSymbolicLink(directory.resolve("link"), directory.resolve("away/history"));
        assertThatThrownBy(() -> DurableFile.replace(link, "new")).hasMessageContaining("a link to what is not there");
        assertThat(Files.isSymbolicLink(link)).isTrue();
    }
}
