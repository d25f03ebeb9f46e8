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

    /** A head of today, or one of a ledger that was begun with a chain of hashes, which is refused when it is opened. */
    private static boolean hasHead(Connection connection) {
        return has(connection, "note <> ''") || has(connection, "seq > 0");
    }

    private static boolean has(Connection connection, String condition) {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT one FROM ledger_head WHERE one = 1 AND " + condition)) {
            return rows.next();
        } catch (SQLException e) {
            // There is no such table or column, or the file is no database.
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
