package io.abacusdp.training.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.NoOp;
import io.abacusdp.accounting.event.PoissonSampled;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ChargeJournalTest {
    private static final DpEvent STEP = new PoissonSampled(0.1, new Gaussian(1.25));

    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void setUp() {
        file = directory.resolve("charges.log");
    }

    @Test
    void append_andOpenAgain_hasTheChargesInTheirOrder() throws IOException {
        String hash;
        try (ChargeJournal journal = ChargeJournal.create(file, "run")) {
            journal.append(STEP);
            journal.append(new NoOp());
            journal.append(STEP);
            journal.awaitDurable();
            hash = journal.hash(3);
            assertThat(Files.readAllLines(file)).hasSize(3);
        }
        try (ChargeJournal journal = ChargeJournal.open(file, "run")) {
            assertThat(journal.charges()).isEqualTo(List.of(STEP, new NoOp(), STEP));
            assertThat(journal.hash(3)).isEqualTo(hash);
            journal.append(STEP);
        }
        try (ChargeJournal journal = ChargeJournal.open(file, "run")) {
            assertThat(journal.charges()).hasSize(4);
        }
    }

    /** What is written to /dev/full never reaches a disk. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void awaitDurable_whenTheDiskIsFull_refuses() throws IOException {
        ChargeJournal journal =
                ChargeJournal.on(FileChannel.open(Path.of("/dev/full"), StandardOpenOption.WRITE), "run");

        journal.append(STEP);

        assertThatThrownBy(journal::awaitDurable)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("could not be recorded, and its step was not made");
        assertThatThrownBy(journal::close).isInstanceOf(IOException.class);
    }

    @Test
    void open_ofAnotherRunsCharges_refuses() throws IOException {
        try (ChargeJournal journal = ChargeJournal.create(file, "run")) {
            journal.append(STEP);
        }

        assertThatThrownBy(() -> ChargeJournal.open(file, "another run")).isInstanceOf(DamagedRunException.class);
    }

    @Test
    void open_whereALineIsMissing_refuses() throws IOException {
        try (ChargeJournal journal = ChargeJournal.create(file, "run")) {
            journal.append(STEP);
            journal.append(new NoOp());
            journal.append(STEP);
        }
        List<String> lines = Files.readAllLines(file);
        Files.write(file, List.of(lines.get(0), lines.get(2)));

        assertThatThrownBy(() -> ChargeJournal.open(file, "run"))
                .isInstanceOf(DamagedRunException.class)
                .hasMessageContaining("damaged at line 2");
    }
}
