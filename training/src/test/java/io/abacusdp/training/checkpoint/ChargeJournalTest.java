package io.abacusdp.training.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.NoOp;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.storage.DamagedFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
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
        try (ChargeJournal journal = ChargeJournal.create(directory, "run")) {
            journal.append(STEP);
            journal.append(new NoOp());
            journal.append(STEP);
            journal.awaitDurable();
            hash = journal.hash(3);
            assertThat(Files.readAllLines(file)).hasSize(3);
        }
        try (ChargeJournal journal = ChargeJournal.open(directory, "run")) {
            assertThat(journal.charges()).isEqualTo(List.of(STEP, new NoOp(), STEP));
            assertThat(journal.hash(3)).isEqualTo(hash);
            journal.append(STEP);
        }
        try (ChargeJournal journal = ChargeJournal.open(directory, "run")) {
            assertThat(journal.charges()).hasSize(4);
        }
    }

    @Test
    void open_ofAnotherRunsCharges_refuses() throws IOException {
        try (ChargeJournal journal = ChargeJournal.create(directory, "run")) {
            journal.append(STEP);
        }

        assertThatThrownBy(() -> ChargeJournal.open(directory, "another run")).isInstanceOf(DamagedFileException.class);
    }

    @Test
    void open_whereALineIsMissing_refuses() throws IOException {
        try (ChargeJournal journal = ChargeJournal.create(directory, "run")) {
            journal.append(STEP);
            journal.append(new NoOp());
            journal.append(STEP);
        }
        List<String> lines = Files.readAllLines(file);
        Files.write(file, List.of(lines.get(0), lines.get(2)));

        assertThatThrownBy(() -> ChargeJournal.open(directory, "run"))
                .isInstanceOf(DamagedFileException.class)
                .hasMessageContaining("damaged at line 2");
    }
}
