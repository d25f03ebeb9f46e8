package io.abacusdp.ledger.store;

import io.abacusdp.ledger.api.data.UnavailableException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.JdbiException;
import org.jspecify.annotations.Nullable;

/**
 * Tables beside the journal: API keys, of which only hashes are kept, and changes that wait for a second administrator. Safe
 * for use by several threads. All methods throw {@link UnavailableException} if the database does not answer.
 */
public final class AccessTables {
    private final Database database;

    AccessTables(Database database) {
        this.database = database;
    }

    /**
     * An API key as it is stored.
     *
     * @param id public part, by which it is found
     * @param name of its holder; no two keys have the same
     * @param hash SHA-256 of the whole key, in hexadecimal
     * @param permissions names, separated by spaces
     */
    public record Key(String id, String name, String hash, String permissions) {}

    /**
     * A change that one administrator has asked for.
     *
     * @param change as JSON
     * @param expires after which it cannot be approved any more
     * @param approvedBy null as long as nobody has
     */
    public record Proposal(
            String id,
            String change,
            String proposedBy,
            Instant at,
            Instant expires,
            @Nullable String approvedBy) {}

    /** Adds a key; false, and nothing is changed, if its holder has one. */
    public boolean addKey(Key key, Instant at) {
        return write(handle -> handle.createUpdate("INSERT INTO ledger_api_key (id, name, hash, permissions, at) "
                                + "VALUES (:id, :name, :hash, :permissions, :at) ON CONFLICT DO NOTHING")
                        .bind("id", key.id())
                        .bind("name", key.name())
                        .bind("hash", key.hash())
                        .bind("permissions", key.permissions())
                        .bind("at", at.toEpochMilli())
                        .execute()
                == 1);
    }

    /** Takes away the holder's key; false if there is none. */
    public boolean removeKey(String name) {
        return write(handle -> handle.createUpdate("DELETE FROM ledger_api_key WHERE name = :name")
                        .bind("name", name)
                        .execute()
                == 1);
    }

    public Optional<Key> key(String id) {
        return database.read(handle -> handle.createQuery("SELECT * FROM ledger_api_key WHERE id = :id")
                .bind("id", id)
                .map((row, context) -> new Key(
                        row.getString("id"),
                        row.getString("name"),
                        row.getString("hash"),
                        row.getString("permissions")))
                .findOne());
    }

    public void addProposal(Proposal proposal) {
        write(handle -> handle.createUpdate("INSERT INTO ledger_proposal (id, change, proposed_by, at, expires) "
                        + "VALUES (:id, :change, :by, :at, :expires)")
                .bind("id", proposal.id())
                .bind("change", proposal.change())
                .bind("by", proposal.proposedBy())
                .bind("at", proposal.at().toEpochMilli())
                .bind("expires", proposal.expires().toEpochMilli())
                .execute());
    }

    public Optional<Proposal> proposal(String id) {
        return database.read(handle -> handle.createQuery("SELECT * FROM ledger_proposal WHERE id = :id")
                .bind("id", id)
                .map((row, context) -> proposal(row))
                .findOne());
    }

    /** Proposals that can still be approved, the oldest first. */
    public List<Proposal> openProposals(Instant now, int most) {
        return database.read(handle -> handle.createQuery("SELECT * FROM ledger_proposal "
                        + "WHERE approved_by IS NULL AND expires > :now ORDER BY at, id LIMIT :most")
                .bind("now", now.toEpochMilli())
                .bind("most", most)
                .map((row, context) -> proposal(row))
                .list());
    }

    /** Notes who approved a proposal, unless somebody has. */
    public void approve(String id, String by) {
        write(handle -> handle.createUpdate(
                        "UPDATE ledger_proposal SET approved_by = :by WHERE id = :id AND approved_by IS NULL")
                .bind("id", id)
                .bind("by", by)
                .execute());
    }

    private static Proposal proposal(ResultSet row) throws SQLException {
        return new Proposal(
                row.getString("id"),
                row.getString("change"),
                row.getString("proposed_by"),
                Instant.ofEpochMilli(row.getLong("at")),
                Instant.ofEpochMilli(row.getLong("expires")),
                row.getString("approved_by"));
    }

    private <T> T write(Function<Handle, T> change) {
        try (Handle handle = database.writer()) {
            handle.begin();
            T result = change.apply(handle);
            handle.commit();
            return result;
        } catch (JdbiException e) {
            throw new UnavailableException("the database does not answer", e);
        }
    }
}
