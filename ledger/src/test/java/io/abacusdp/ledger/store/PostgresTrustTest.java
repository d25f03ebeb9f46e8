package io.abacusdp.ledger.store;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class PostgresTrustTest extends TrustContractTest {
    private static String database = "";

    @BeforeAll
    static void createDatabase() {
        database = Postgres.newDatabase();
    }

    @Override
    String newDatabase() {
        return Postgres.newSchema(database);
    }

    @Override
    List<String> unlock() {
        return List.of();
    }

    /** What a superuser needs, and nobody else can do. */
    @Override
    void unlockSession(Statement statement) throws SQLException {
        statement.execute("SET session_replication_role = replica");
    }

    @Override
    void rollBack(String url, Runnable meanwhile) {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            unlockSession(statement);
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
