package io.abacusdp.ledger.store;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

class SqliteTrustTest extends TrustContractTest {
    private int databases;

    @Override
    String newDatabase() {
        return "jdbc:sqlite:" + folder.resolve("ledger" + databases++ + ".db");
    }

    @Override
    List<String> unlock() {
        return List.of(
                "DROP TRIGGER ledger_journal_no_update",
                "DROP TRIGGER ledger_journal_no_delete",
                "DROP TRIGGER ledger_journal_no_replace");
    }

    @Override
    void rollBack(String database, Runnable meanwhile) {
        try (Connection connection = DriverManager.getConnection(database);
                Statement statement = connection.createStatement()) {
            statement.execute("DROP TRIGGER IF EXISTS ledger_journal_no_delete");
            for (String table : tables()) {
                statement.execute("CREATE TABLE backup_" + table + " AS SELECT * FROM " + table);
            }
            meanwhile.run();
            for (String table : tables()) {
                statement.execute("DELETE FROM " + table);
                statement.execute("INSERT INTO " + table + " SELECT * FROM backup_" + table);
                statement.execute("DROP TABLE backup_" + table);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
