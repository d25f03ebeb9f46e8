package io.abacusdp.ledger.store;

import io.abacusdp.ledger.api.data.UnavailableException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Looks whether a database holds a ledger, and changes nothing: a typing error must not make a new one. */
final class ExistingLedger {
    private static final String SQLITE = "jdbc:sqlite:";

    private ExistingLedger() {}

    /**
     * Whether it does.
     *
     * @throws UnavailableException if the database does not answer
     */
    static boolean isIn(String jdbcUrl) {
        Dialect.of(jdbcUrl);
        if (jdbcUrl.startsWith(SQLITE) && !isFile(jdbcUrl)) {
            return false;
        }
        try (Connection connection = DriverManager.getConnection(jdbcUrl)) {
            return hasHead(connection);
        } catch (SQLException e) {
            throw new UnavailableException("the database cannot be opened: " + e.getMessage(), e);
        }
    }

    private static boolean hasHead(Connection connection) {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT seq FROM ledger_head WHERE one = 1")) {
            return rows.next() && rows.getLong(1) > 0;
        } catch (SQLException e) {
            // There is no such table, or the file is no database.
            return false;
        }
    }

    private static boolean isFile(String jdbcUrl) {
        try {
            return Files.isRegularFile(
                    Path.of(jdbcUrl.substring(SQLITE.length()).replaceAll("\\?.*", "")));
        } catch (InvalidPathException e) {
            return false;
        }
    }
}
