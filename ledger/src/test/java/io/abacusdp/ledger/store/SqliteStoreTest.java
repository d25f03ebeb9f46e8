package io.abacusdp.ledger.store;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.abacusdp.ledger.api.Ledger;
import io.abacusdp.ledger.api.data.UnavailableException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteStoreTest extends StoreContractTest {
    @TempDir
    Path directory = Path.of("");

    private int databases;

    @Override
    String newDatabase() {
        return "jdbc:sqlite:" + directory.resolve("ledger" + databases++ + ".db");
    }

    @Test
    void replacingAnEntry_isRefused() throws SQLException {
        String url = newDatabase();
        Ledger.open(url, key, clock).close();
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            assertThatThrownBy(() -> statement.execute(
                            "INSERT OR REPLACE INTO ledger_journal (seq, entry, hash) VALUES (1, 'x', 'y')"))
                    .hasMessageContaining("append-only");
        }
    }

    @Test
    void fileThatCannotBeMade_isUnavailable() {
        assertThatThrownBy(() -> Ledger.open("jdbc:sqlite:" + directory.resolve("none/ledger.db"), key, clock))
                .isInstanceOf(UnavailableException.class);
    }

    @Test
    void otherDatabases_areRefusedByName() {
        assertThatThrownBy(() -> Ledger.open("jdbc:h2:mem:x", key, clock))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("jdbc:sqlite:FILE");
    }
}
