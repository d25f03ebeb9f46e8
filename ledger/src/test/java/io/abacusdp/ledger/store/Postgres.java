package io.abacusdp.ledger.store;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;

/** One real PostgreSQL server for all tests, which writes to disk as a server in use does. */
public final class Postgres {
    private static final AtomicInteger DATABASES = new AtomicInteger();

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

    /** The URL of a new, empty database. */
    public static String newDatabase() {
        String name = "ledger" + DATABASES.incrementAndGet();
        try (Connection connection = Server.INSTANCE.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return Server.INSTANCE.getJdbcUrl("postgres", name);
    }
}
