package io.abacusdp.federated.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.filter.Decision;
import io.abacusdp.federated.privacy.EpsilonLimits;
import io.abacusdp.federated.privacy.PrivacyCosts;
import io.abacusdp.federated.privacy.RoundCharge;
import io.abacusdp.storage.DamagedFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalLedgerTest {
    private static final double DELTA = 1e-5;

    /** Costs 7.05, 12.40 and 25.20 after 1, 3 and 10 of them. */
    private static final RoundCharge ROUND = new RoundCharge(
            Map.of("a", new Repeated(100, new PoissonSampled(0.1, new Gaussian(1)))), Optional.empty(), Map.of());

    private static final EpsilonLimits LIMITS = new EpsilonLimits(OptionalDouble.of(12.45), OptionalDouble.empty());

    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void setUp() {
        file = directory.resolve("ledger.log");
    }

    private LocalLedger open() throws IOException {
        return LocalLedger.open(file, "run", LIMITS, PrivacyCosts.best(DELTA));
    }

    private static double epsilon(LocalLedger ledger) {
        return PrivacyCosts.best(DELTA)
                .worstRecords(ledger.history())
                .orElseThrow()
                .guarantee()
                .epsilon();
    }

    private void threeRounds() throws IOException {
        try (LocalLedger ledger = LocalLedger.create(file, "run", LIMITS, PrivacyCosts.best(DELTA))) {
            for (int round = 1; round <= 3; round++) {
                assertThat(ledger.reserve(new Attempt(round, 0), ROUND)).isInstanceOf(Decision.Granted.class);
            }
            ledger.settle(new Attempt(1, 0), Settlement.COMMITTED, "");
        }
    }

    @Test
    void open_afterwards_hasEverythingThatWasReservedSettledOrNot() throws IOException {
        threeRounds();

        try (LocalLedger ledger = open()) {
            assertThat(epsilon(ledger)).isCloseTo(12.40, within(0.005));
            assertThat(ledger.attempts(3)).isEqualTo(1);
            assertThat(ledger.attempts(4)).isZero();
            assertThat(ledger.charges("a")).isEqualTo(3);
            assertThat(ledger.size()).isEqualTo(4);
        }
    }

    @Test
    void reserve_beyondTheLimit_isRefusedAndSpendsNothing() throws IOException {
        threeRounds();
        long size = Files.size(file);

        try (LocalLedger ledger = open()) {
            Decision decision = ledger.reserve(new Attempt(4, 0), ROUND);

            assertThat(decision).isInstanceOf(Decision.Refused.class);
            assertThat(((Decision.Refused) decision).reason()).contains("records of a", "the limit is 12.45");
            assertThat(epsilon(ledger)).isCloseTo(12.40, within(0.005));
        }
        assertThat(Files.size(file)).isEqualTo(size);
    }

    @Test
    void add_beyondTheLimit_isRecordedAllTheSame() throws IOException {
        threeRounds();
        try (LocalLedger ledger = open()) {
            ledger.add(new Attempt(3, 0), ROUND, 2);
        }
        try (LocalLedger ledger = open()) {
            assertThat(ledger.charges("a")).isEqualTo(5);
            assertThat(epsilon(ledger)).isGreaterThan(12.45);
        }
    }

    @Test
    void reserve_theSameAttemptAgain_isRefusedAsAMistake() throws IOException {
        threeRounds();
        try (LocalLedger ledger = open()) {
            assertThatThrownBy(() -> ledger.reserve(new Attempt(3, 0), ROUND)).hasMessageContaining("new attempt");
            ledger.settle(new Attempt(1, 0), Settlement.COMMITTED, "");
            assertThat(ledger.size()).isEqualTo(4);
            assertThatThrownBy(() -> ledger.settle(new Attempt(1, 0), Settlement.ABORTED, ""))
                    .hasMessageContaining("was settled as committed");
        }
        assertThatThrownBy(() -> new Attempt(0, 0)).hasMessageContaining("round");
    }

    @Test
    void open_afterATornLine_hasAllBeforeItAndGoesOn() throws IOException {
        threeRounds();
        Files.writeString(file, "0123abc {\"entry\":\"reserved\",\"rou", StandardOpenOption.APPEND);

        try (LocalLedger ledger = open()) {
            assertThat(ledger.charges("a")).isEqualTo(3);
            ledger.settle(new Attempt(2, 0), Settlement.ABORTED, "torn");
        }
        try (LocalLedger ledger = open()) {
            assertThat(ledger.size()).isEqualTo(5);
        }
    }

    /** Any byte of any line but the last end, and any other bit pattern. */
    @Test
    void open_withAnyByteFlipped_refuses() throws IOException {
        threeRounds();
        byte[] whole = Files.readAllBytes(file);
        for (int i = 0; i < whole.length - 1; i += 37) {
            byte[] damaged = whole.clone();
            damaged[i] ^= 4;
            Files.write(file, damaged);
            assertThatThrownBy(this::open)
                    .as("byte " + i)
                    .isInstanceOf(DamagedFileException.class)
                    .hasMessageContaining("what was spent is not known");
        }
        Files.write(file, whole);
        assertThatThrownBy(() -> LocalLedger.open(file, "another run", LIMITS, PrivacyCosts.best(DELTA)))
                .isInstanceOf(DamagedFileException.class);
    }

    private void assertRefused(String... words) throws IOException {
        byte[] before = Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
        assertThatThrownBy(this::open).isInstanceOf(DamagedFileException.class).hasMessageContainingAll(words);
        // A refusal changes nothing, and the next one does not forget either.
        assertThat(Files.exists(file) ? Files.readAllBytes(file) : new byte[0]).isEqualTo(before);
        assertThatThrownBy(this::open).isInstanceOf(DamagedFileException.class);
    }

    /** What no checkpoint knows of yet: the marks do. */
    @Test
    void open_whatWasCutRemovedOrPutBack_refusesWithTheLargerSpend() throws IOException {
        threeRounds();
        String all = Files.readString(file);
        List<String> lines = all.lines().toList();

        Files.writeString(file, all.substring(0, all.length() - 1));
        assertRefused("holds 3 entries", "know of 4", "At least 4 entries were made and stay spent");
        Files.writeString(file, lines.get(0) + "\n" + lines.get(1) + "\n");
        assertRefused("holds 2 entries", "know of 4");
        Files.writeString(file, "");
        assertRefused("holds 0 entries", "know of 4");
        Files.delete(file);
        assertRefused("is missing", "know of 4");
        assertThatThrownBy(() -> LocalLedger.create(file, "another run", LIMITS, PrivacyCosts.best(DELTA)))
                .isInstanceOf(DamagedFileException.class)
                .hasMessageContaining("know of 4");
        Files.writeString(file, all);
        open().close();

        Path mark = directory.resolve("spent-2.mark");
        byte[] marked = Files.readAllBytes(mark);
        Files.delete(mark);
        assertRefused("spent-2.mark is missing");
        Files.write(mark, Arrays.copyOf(marked, 20));
        assertRefused("spent-2.mark is damaged");
        Files.write(mark, marked);
        open().close();
    }

    /** Marks of before are those of a process that was killed, and no more than the ledger has; those of another run are not. */
    @Test
    void open_marks_mayBeBehindAndMustBeOfThisLedger() throws IOException {
        threeRounds();
        Path mark = directory.resolve("spent-1.mark");
        byte[] old = Files.readAllBytes(mark);
        try (LocalLedger ledger = open()) {
            ledger.settle(new Attempt(2, 0), Settlement.ABORTED, "");
        }
        Files.write(mark, old);
        try (LocalLedger ledger = open()) {
            assertThat(ledger.size()).isEqualTo(5);
            ledger.settle(new Attempt(3, 0), Settlement.ABORTED, "");
        }
        assertThat(Files.readString(mark)).startsWith("000000000006 ");
        Path other = Files.createDirectory(directory.resolve("other"));
        LocalLedger.create(other.resolve("ledger.log"), "another run", LIMITS, PrivacyCosts.best(DELTA))
                .close();
        Files.copy(other.resolve("spent-1.mark"), mark, StandardCopyOption.REPLACE_EXISTING);
        assertRefused("spent-1.mark is damaged, or of another run");
    }

    @Test
    void unlimited_grantsAll() throws IOException {
        RoundBudget budget = RoundBudget.unlimited();
        assertThat(budget.reserve(new Attempt(1, 0), ROUND)).isInstanceOf(Decision.Granted.class);
        budget.add(new Attempt(1, 0), ROUND, 1);
        budget.settle(new Attempt(1, 0), Settlement.COMMITTED, "");
    }
}
