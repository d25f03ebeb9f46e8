package io.abacusdp.ledger.store;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;

/** One real PostgreSQL server for all tests, which writes to disk as a server in use does. */
public final class Postgres {
    private static final AtomicInteger NAMES = new AtomicInteger();

    private Postgres() {}

    /** The server, started when it is first needed. */
    private static final class Server {
        static final EmbeddedPostgres INSTANCE = start();
    }

    /** A server of its own, for a test that stops it. */
    public static EmbeddedPostgres start() {
        try {
            return EmbeddedPostgres.builder()
                    .setServerConfig("fsync", "on")
                    .setServerConfig("full_page_writes", "on")
                    .setServerConfig("synchronous_commit", "on")
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The URL of a new, empty database. Copies files and waits for the disk, so that it is not for every test. */
    public static String newDatabase() {
        String name = "ledger" + NAMES.incrementAndGet();
        execute(Server.INSTANCE.getJdbcUrl("postgres", "postgres"), "CREATE DATABASE " + name);
        return Server.INSTANCE.getJdbcUrl("postgres", name);
    }

    /** The URL of a new, empty schema in a database: as good as a database of its own for a ledger, and there at once. */
    public static String newSchema(String database) {
        String name = "schema" + NAMES.incrementAndGet();
        execute(database, "CREATE SCHEMA " + name);
        return database + "&currentSchema=" + name;
    }

    private static void execute(String url, String sql) {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
