package io.abacusdp.federated.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.federated.privacy.EpsilonLimits;
import io.abacusdp.federated.privacy.PrivacyCosts;
import io.abacusdp.federated.protocol.TaskId;
import io.abacusdp.storage.DamagedFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Charges of several runs in one ledger: no server of a later run knows how many there were before, and the marks do. */
class ClientLedgerTest {
    private static final Optional<DpEvent> CHARGE = Optional.of(new Gaussian(3));

    @TempDir
    private Path directory;

    private Path log = Path.of("");

    private ClientLedger open() throws IOException {
        return ClientLedger.open(directory, "a", EpsilonLimits.none(), PrivacyCosts.best(1e-5));
    }

    @BeforeEach
    void charge() throws IOException {
        log = directory.resolve("charges.log");
        try (ClientLedger ledger = open()) {
            for (int run = 1; run <= 3; run++) {
                ledger.charge("run-" + run, new TaskId(1, 0, 0), CHARGE, Optional.empty());
            }
        }
    }

    private void assertRefused(String... words) throws IOException {
        byte[] before = Files.exists(log) ? Files.readAllBytes(log) : new byte[0];
        assertThatThrownBy(this::open).isInstanceOf(DamagedFileException.class).hasMessageContainingAll(words);
        // A refusal changes nothing, and the next one does not forget either.
        assertThat(Files.exists(log) ? Files.readAllBytes(log) : new byte[0]).isEqualTo(before);
        assertThatThrownBy(this::open).isInstanceOf(DamagedFileException.class);
    }

    @Test
    void wholeLedger_goesOn() throws IOException {
        try (ClientLedger ledger = open()) {
            assertThat(ledger.size()).isEqualTo(3);
            ledger.charge("run-4", new TaskId(1, 0, 0), CHARGE, Optional.empty());
        }
        try (ClientLedger ledger = open()) {
            assertThat(ledger.size()).isEqualTo(4);
        }
    }

    @Test
    void lastEndOfLine_thatIsCut_isNoticed() throws IOException {
        String all = Files.readString(log);
        Files.writeString(log, all.substring(0, all.length() - 1));

        assertRefused("holds 2 entries", "know of 3", "At least 3 entries were made and stay spent");
        Files.writeString(log, all);
        open().close();
    }

    @Test
    void ledger_thatIsCutRemovedOrPutBack_isNoticed() throws IOException {
        String all = Files.readString(log);
        Files.writeString(
                log, all.lines().limit(1).map(line -> line + "\n").findFirst().orElseThrow());
        assertRefused("holds 1 entries", "know of 3");
        Files.writeString(log, "");
        assertRefused("holds 0 entries");
        Files.delete(log);
        assertRefused("is missing", "know of 3");
        Files.writeString(log, all);
        Files.delete(directory.resolve("spent-2.mark"));
        assertRefused("spent-2.mark is missing");
    }

    /** Marks of before are those of a process that was killed, and no more than the ledger has; marks of another client are not. */
    @Test
    void marks_mayBeBehind_andMustBeOfThisLedger() throws IOException {
        Path mark = directory.resolve("spent-1.mark");
        byte[] old = Files.readAllBytes(mark);
        try (ClientLedger ledger = open()) {
            ledger.charge("run-4", new TaskId(1, 0, 0), CHARGE, Optional.empty());
        }
        Files.write(mark, old);
        open().close();
        Path other = directory.resolve("other");
        ClientLedger.open(other, "b", EpsilonLimits.none(), PrivacyCosts.best(1e-5))
                .close();
        Files.copy(other.resolve("spent-1.mark"), mark, StandardCopyOption.REPLACE_EXISTING);
        assertRefused("spent-1.mark is damaged, or of another run");
    }

    /** What was being written when the process was killed was never acknowledged, and is dropped. */
    @Test
    void lineThatNoMarkKnows_isDropped() throws IOException {
        Files.writeString(log, "0123 {\"run\":", StandardOpenOption.APPEND);
        try (ClientLedger ledger = open()) {
            assertThat(ledger.size()).isEqualTo(3);
        }
    }

    /** A directory in which a process was killed while it made its first files. */
    @Test
    void firstFiles_areMadeAgainAfterACrash() throws IOException {
        Path fresh = Files.createDirectory(directory.resolve("fresh"));
        ClientLedger.open(fresh, "c", EpsilonLimits.none(), PrivacyCosts.best(1e-5))
                .close();
        Files.delete(fresh.resolve("charges.log"));
        Files.delete(fresh.resolve("spent-2.mark"));
        try (ClientLedger ledger = ClientLedger.open(fresh, "c", EpsilonLimits.none(), PrivacyCosts.best(1e-5))) {
            assertThat(ledger.size()).isZero();
        }
    }
}
