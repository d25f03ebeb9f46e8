package io.abacusdp.ledger.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool;
import io.abacusdp.ledger.api.data.UnavailableException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.function.Function;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;

/**
 * Connections to one database: one that writes, some that only read. Safe for use by several threads, except that only one may
 * write.
 */
final class Database implements AutoCloseable {
    private static final int READERS = 4;
    static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Dialect dialect;
    private final HikariDataSource writing;
    private final HikariDataSource reading;
    private final Jdbi readers;
    private final Jdbi writer;

    private Database(Dialect dialect, HikariDataSource writing, HikariDataSource reading) {
        this.dialect = dialect;
        this.writing = writing;
        this.reading = reading;
        this.writer = Jdbi.create(writing);
        this.readers = Jdbi.create(reading);
    }

    /**
     * Connects, brings the schema up to date, and makes sure that what is committed will be on disk.
     *
     * @param patience how long to wait for a connection or a lock before the database counts as away
     * @throws UnavailableException if the database does not answer
     */
    static Database open(String jdbcUrl, Duration patience) {
        Dialect dialect = Dialect.of(jdbcUrl);
        HikariDataSource writing = null;
        try {
            migrate(jdbcUrl, dialect);
            writing = pool(jdbcUrl, dialect, Role.WRITER, patience);
            requireDurable(writing, dialect);
            return new Database(dialect, writing, pool(jdbcUrl, dialect, Role.READER, patience));
        } catch (HikariPool.PoolInitializationException | FlywayException | JdbiException e) {
            close(writing);
            throw new UnavailableException("the database cannot be opened: " + reason(e), e);
        } catch (RuntimeException e) {
            close(writing);
            throw e;
        }
    }

    Dialect dialect() {
        return dialect;
    }

    /** The writing connection, without a transaction. */
    Handle writer() {
        return writer.open();
    }

    /**
     * Reads at one moment of the database.
     *
     * @throws UnavailableException if the database does not answer
     */
    <T> T read(Function<Handle, T> query) {
        try {
            return readers.inTransaction(query::apply);
        } catch (JdbiException e) {
            throw new UnavailableException("the database does not answer", e);
        }
    }

    @Override
    public void close() {
        writing.close();
        reading.close();
    }

    private enum Role {
        READER,
        WRITER
    }

    private static HikariDataSource pool(String url, Dialect dialect, Role role, Duration patience) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setPoolName("ledger-" + role);
        config.setMaximumPoolSize(role == Role.WRITER ? 1 : READERS);
        config.setConnectionTimeout(patience.toMillis());
        config.setDataSourceProperties(dialect == Dialect.SQLITE ? sqlite(role, patience) : postgresql());
        if (dialect == Dialect.POSTGRESQL) {
            // A reader sees one snapshot; the writer sees what was committed before it got the head's lock.
            config.setTransactionIsolation(
                    role == Role.WRITER ? "TRANSACTION_READ_COMMITTED" : "TRANSACTION_REPEATABLE_READ");
            config.setConnectionInitSql(
                    role == Role.WRITER
                            // A server that hangs loses its lock, and its transaction with it.
                            ? "SET synchronous_commit = on; SET lock_timeout = '10s'; "
                                    + "SET idle_in_transaction_session_timeout = '10s'"
                            : "SET default_transaction_read_only = on");
        }
        return new HikariDataSource(config);
    }

    private static Properties sqlite(Role role, Duration patience) {
        Properties properties = new Properties();
        properties.putAll(Map.of(
                "journal_mode", "WAL",
                "synchronous", "FULL",
                "busy_timeout", Long.toString(patience.toMillis()),
                "cache_size", "-65536",
                // The writer locks the file when it begins, so that what it reads is what it changes.
                "transaction_mode", role == Role.WRITER ? "IMMEDIATE" : "DEFERRED"));
        return properties;
    }

    private static Properties postgresql() {
        Properties properties = new Properties();
        properties.putAll(Map.of(
                "reWriteBatchedInserts", "true",
                "prepareThreshold", "3",
                "connectTimeout", "10",
                "socketTimeout", "30",
                "tcpKeepAlive", "true",
                "ApplicationName", "abacus-ledger"));
        return properties;
    }

    private static void migrate(String url, Dialect dialect) {
        String place = "classpath:io/abacusdp/ledger/store/";
        Flyway.configure()
                .dataSource(url, null, null)
                .locations(place + "common", place + dialect.id())
                .placeholders(dialect.types())
                .table("ledger_schema")
                .baselineOnMigrate(false)
                .load()
                .migrate();
    }

    private static void requireDurable(HikariDataSource source, Dialect dialect) {
        Jdbi.create(source).useHandle(handle -> {
            if (dialect == Dialect.SQLITE) {
                requireSetting(handle, "PRAGMA journal_mode", "wal");
                requireSetting(handle, "PRAGMA synchronous", "2");
            } else {
                requireSetting(handle, "SHOW synchronous_commit", "on");
                requireSetting(handle, "SHOW fsync", "on");
                requireSetting(handle, "SHOW full_page_writes", "on");
            }
        });
    }

    private static void requireSetting(Handle handle, String query, String wanted) {
        String value = handle.createQuery(query).mapTo(String.class).one();
        if (!value.equals(wanted)) {
            throw new IllegalStateException("%s must be %s, got %s: an answer could be lost in a power failure"
                    .formatted(query, wanted, value));
        }
    }

    /** What the database itself says, in one line: Flyway's own messages have ten. */
    private static String reason(Throwable failure) {
        Throwable said = failure;
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException) {
                said = cause;
            }
        }
        return String.valueOf(said.getMessage()).lines().findFirst().orElse("no reason given");
    }

    private static void close(@org.jspecify.annotations.Nullable HikariDataSource source) {
        if (source != null) {
            source.close();
        }
    }
}
