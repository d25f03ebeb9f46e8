package io.abacusdp.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpendMarksTest {
    private static final String JOURNAL = "charges.log";
    /** Hashes of a journal without charges, with one, and with two. */
    private static final List<String> HASHES = List.of(Sha256.of("0"), Sha256.of("1"), Sha256.of("2"));

    @TempDir
    private Path home;

    @BeforeEach
    void markTwoCharges() throws IOException {
        try (SpendMarks marks = SpendMarks.create(home, "run", HASHES.get(0))) {
            marks.write(1, HASHES.get(1));
        }
        try (SpendMarks marks = SpendMarks.open(home, "run")) {
            marks.write(2, HASHES.get(2));
        }
    }

    @Test
    void marks_ofTheirJournal_areRight_alsoIfTheyAreBehindIt() throws IOException {
        SpendMarks.check(home, "run", JOURNAL, HASHES);
        assertThat(SpendMarks.greatest(home)).isEqualTo(2);

        try (SpendMarks marks = SpendMarks.open(home, "run")) {
            marks.write(1, HASHES.get(1));
        }
        SpendMarks.check(home, "run", JOURNAL, HASHES);
    }

    @Test
    void journal_thatLostACharge_isRefused() {
        assertThatThrownBy(() -> SpendMarks.check(home, "run", JOURNAL, HASHES.subList(0, 2)))
                .isInstanceOf(DamagedFileException.class)
                .hasMessageContaining(
                        "spent-1.mark is damaged, or of another run: its 2 charges are not those of charges.log");
    }

    @Test
    void journal_ofOtherCharges_orAnotherRun_isRefused() {
        assertThatThrownBy(() -> SpendMarks.check(
                        home, "run", JOURNAL, List.of(HASHES.get(0), HASHES.get(1), Sha256.of("another"))))
                .isInstanceOf(DamagedFileException.class);
        assertThatThrownBy(() -> SpendMarks.check(home, "another run", JOURNAL, HASHES))
                .isInstanceOf(DamagedFileException.class);
    }

    @Test
    void mark_thatIsMissing_isRefusedByName_andTheOtherStillCounts() throws IOException {
        Files.delete(home.resolve("spent-2.mark"));

        assertThatThrownBy(() -> SpendMarks.check(home, "run", JOURNAL, HASHES))
                .isInstanceOf(DamagedFileException.class)
                .hasMessage("spent-2.mark is missing");
        assertThat(SpendMarks.greatest(home)).isEqualTo(2);
    }

    @Test
    void mark_thatIsNoMark_isRefusedByName_andCountsForNothing() throws IOException {
        for (String name : SpendMarks.FILES) {
            Files.writeString(home.resolve(name), "two\n");
        }

        assertThatThrownBy(() -> SpendMarks.check(home, "run", JOURNAL, HASHES))
                .isInstanceOf(DamagedFileException.class)
                .hasMessageContaining("spent-1.mark is damaged: it must hold a number and two hashes");
        assertThat(SpendMarks.greatest(home)).isZero();
        assertThat(SpendMarks.count("two\n")).isEmpty();
    }

    @Test
    void marks_whereThereAreNone_knowOfNoCharge() throws IOException {
        assertThat(SpendMarks.greatest(Files.createDirectory(home.resolve("empty"))))
                .isZero();
    }
}
