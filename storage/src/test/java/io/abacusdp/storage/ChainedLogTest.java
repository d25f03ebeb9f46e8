package io.abacusdp.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ChainedLogTest {
    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void writeTwoLines() throws IOException {
        file = directory.resolve("log");
        try (ChainedLog log = ChainedLog.create(file, "name")) {
            log.append("one");
            log.append("two");
        }
    }

    @Test
    void open_hasTheLinesAndGoesOn() throws IOException {
        String hash;
        try (ChainedLog log = ChainedLog.open(file, "name")) {
            assertThat(log.lines()).containsExactly("one", "two");
            log.append("three");
            hash = log.hash(3);
        }
        try (ChainedLog log = ChainedLog.open(file, "name")) {
            assertThat(log.lines()).containsExactly("one", "two", "three");
            assertThat(log.hash(3)).isEqualTo(hash);
        }
    }

    /** It was never awaited, so that nothing depends on it. */
    @Test
    void open_afterALineThatWasCutOff_dropsIt() throws IOException {
        String whole = Files.readString(file);
        Files.writeString(file, "0123 thr", StandardOpenOption.APPEND);

        try (ChainedLog log = ChainedLog.open(file, "name")) {
            assertThat(log.lines()).containsExactly("one", "two");
        }
        assertThat(file).hasContent(whole);
    }

    @Test
    void open_ofAnotherNameOrAChangedLine_saysWhichIsDamaged() throws IOException {
        assertThatIOException()
                .isThrownBy(() -> ChainedLog.open(file, "other"))
                .isInstanceOf(DamagedFileException.class)
                .withMessageContaining("damaged at line 1");
        Files.writeString(file, Files.readString(file).replace(" two", " too"));
        assertThatIOException()
                .isThrownBy(() -> ChainedLog.open(file, "name"))
                .isInstanceOf(DamagedFileException.class)
                .withMessageContaining("damaged at line 2");
    }

    @Test
    void append_ofTwoLinesOrNone_isRefused() throws IOException {
        try (ChainedLog log = ChainedLog.open(file, "name")) {
            assertThatIllegalArgumentException().isThrownBy(() -> log.append(""));
            assertThatIllegalArgumentException().isThrownBy(() -> log.append("a\nb"));
            assertThat(log.lines()).hasSize(2);
        }
    }

    /** What is written to /dev/full never reaches a disk. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void awaitDurable_whenTheDiskIsFull_refuses() throws IOException {
        ChainedLog log = ChainedLog.on(FileChannel.open(Path.of("/dev/full"), StandardOpenOption.WRITE), "name");

        log.append("one");

        assertThatIOException()
                .isThrownBy(log::awaitDurable)
                .withMessageContaining("could not be recorded, and its step was not made");
        log.append("two");
        assertThatIOException().isThrownBy(log::awaitDurable);
        assertThatIOException().isThrownBy(log::close);
    }

    @Test
    void append_withSomethingMore_doesItWhenTheLineIsThere_oneAfterTheOther() throws IOException {
        List<String> done = new ArrayList<>();
        try (ChainedLog log = ChainedLog.open(file, "name")) {
            for (String line : List.of("three", "four")) {
                log.append(line, hash -> {
                    assertThat(file).content().endsWith(hash + " " + line + "\n");
                    done.add(hash);
                });
            }
            log.awaitDurable();
            assertThat(done).containsExactly(log.hash(3), log.hash(4));
        }
    }

    @Test
    void awaitDurable_whenSomethingMoreFailed_refuses() throws IOException {
        ChainedLog log = ChainedLog.open(file, "name");

        log.append("three", hash -> {
            throw new IOException("no room");
        });

        assertThatIOException()
                .isThrownBy(log::awaitDurable)
                .withMessageContaining("could not be recorded, and its step was not made");
        assertThatIOException().isThrownBy(log::close);
    }
}
