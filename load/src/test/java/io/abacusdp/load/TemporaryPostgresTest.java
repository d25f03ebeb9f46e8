package io.abacusdp.load;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.ledger.api.Ledger;
import io.abacusdp.ledger.api.data.PrivacyUnit;
import io.abacusdp.ledger.api.data.UnavailableException;
import io.abacusdp.ledger.journal.SigningKey;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class TemporaryPostgresTest {
    @TempDir
    private Path folder;

    /** The programs that the tests' own PostgreSQL brings along, so that none has to be installed. */
    private Path programs() throws IOException {
        Path unpacked = Files.createDirectory(folder.resolve("programs"));
        EmbeddedPostgres.builder()
                .setOverrideWorkingDirectory(unpacked.toFile())
                .start()
                .close();
        try (Stream<Path> files = Files.walk(unpacked)) {
            Path control = files.filter(file -> file.endsWith("bin/pg_ctl"))
                    .findFirst()
                    .orElseThrow();
            return control.resolveSibling("");
        }
    }

    @Test
    void server_started_takesALedger_andIsGoneWhenClosed() throws IOException {
        // Root is somebody else in the namespace in which PostgreSQL agrees to run.
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
        String url;
        try (TemporaryPostgres server = TemporaryPostgres.start(folder, programs())) {
            url = server.url();
            try (Ledger ledger = Ledger.open(url, SigningKey.generate(), Clock.systemUTC())) {
                ledger.addAccount("account", new PrivacyUnit("person", Adjacency.ADD_OR_REMOVE_ONE));
            }
            // These programs are a server without its client.
            assertThatThrownBy(server::settle)
                    .isInstanceOf(LoadFailedException.class)
                    .hasMessageContaining("psql");
        }
        assertThatThrownBy(() -> Ledger.open(url, SigningKey.generate(), Clock.systemUTC()))
                .isInstanceOf(UnavailableException.class);
    }
}
