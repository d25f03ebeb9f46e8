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
 * Tables beside the journal: persons, API keys, of which only hashes are kept, subjects of identity providers, and changes that
 * wait for a second person. Safe
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
     * @param name of the key; no two have the same
     * @param hash SHA-256 of the whole key, in hexadecimal
     * @param permissions names, separated by spaces
     * @param holder name of the person or service that it belongs to
     * @param isPerson whether that is a person
     * @param account root of the subtree of accounts that it reaches; null if that is all
     */
    public record Key(
            String id,
            String name,
            String hash,
            String permissions,
            String holder,
            boolean isPerson,
            @Nullable String account) {}

    /**
     * Whose tokens an identity provider's subject has.
     *
     * @param subject hash of issuer and subject
     * @param account root of the subtree of accounts that they reach; null if that is all
     */
    public record Subject(
            String subject, String person, @Nullable String account) {}

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

    /** Adds a key; false, and nothing is changed, if there is one of that name or id. */
    public boolean addKey(Key key, Instant at) {
        return write(handle -> handle.createUpdate("INSERT INTO ledger_api_key "
                                + "(id, name, hash, permissions, at, holder, is_person, account) "
                                + "VALUES (:id, :name, :hash, :permissions, :at, :holder, :is_person, :account) "
                                + "ON CONFLICT DO NOTHING")
                        .bind("id", key.id())
                        .bind("name", key.name())
                        .bind("hash", key.hash())
                        .bind("permissions", key.permissions())
                        .bind("at", at.toEpochMilli())
                        .bind("holder", key.holder())
                        .bind("is_person", key.isPerson())
                        .bind("account", key.account())
                        .execute()
                == 1);
    }

    /** Adds a person; false, and nothing is changed, if there is one of that name. */
    public boolean addPerson(String name, Instant at) {
        return write(handle ->
                handle.createUpdate("INSERT INTO ledger_person (name, at) VALUES (:name, :at) ON CONFLICT DO NOTHING")
                                .bind("name", name)
                                .bind("at", at.toEpochMilli())
                                .execute()
                        == 1);
    }

    /** Names of persons after the given one, in their order. */
    public List<String> persons(String after, int most) {
        return database.read(handle -> handle.createQuery(
                        "SELECT name FROM ledger_person WHERE name > :after ORDER BY name LIMIT :most")
                .bind("after", after)
                .bind("most", most)
                .mapTo(String.class)
                .list());
    }

    public boolean isPerson(String name) {
        return database.read(handle -> handle.createQuery("SELECT COUNT(*) FROM ledger_person WHERE name = :name")
                        .bind("name", name)
                        .mapTo(Long.class)
                        .one()
                == 1);
    }

    /** Maps a subject to a person, in place of what it was mapped to. */
    public void mapSubject(Subject subject, Instant at) {
        write(handle -> handle.createUpdate("INSERT INTO ledger_subject (subject, person, account, at) "
                        + "VALUES (:subject, :person, :account, :at) ON CONFLICT (subject) DO UPDATE SET "
                        + "person = excluded.person, account = excluded.account, at = excluded.at")
                .bind("subject", subject.subject())
                .bind("person", subject.person())
                .bind("account", subject.account())
                .bind("at", at.toEpochMilli())
                .execute());
    }

    public Optional<Subject> subject(String hash) {
        return database.read(handle -> handle.createQuery("SELECT * FROM ledger_subject WHERE subject = :subject")
                .bind("subject", hash)
                .map((row, context) ->
                        new Subject(row.getString("subject"), row.getString("person"), row.getString("account")))
                .findOne());
    }

    /** Keys whose names come after the given one, in the order of their names. */
    public List<Key> keys(String after, int most) {
        return database.read(handle -> handle.createQuery(
                        "SELECT * FROM ledger_api_key WHERE name > :after ORDER BY name LIMIT :most")
                .bind("after", after)
                .bind("most", most)
                .map((row, context) -> key(row))
                .list());
    }

    /** The key of that name. */
    public Optional<Key> keyNamed(String name) {
        return database.read(handle -> handle.createQuery("SELECT * FROM ledger_api_key WHERE name = :name")
                .bind("name", name)
                .map((row, context) -> key(row))
                .findOne());
    }

    /** Takes away the key of that name; false if there is none. */
    public boolean removeKey(String name) {
        return write(handle -> handle.createUpdate("DELETE FROM ledger_api_key WHERE name = :name")
                        .bind("name", name)
                        .execute()
                == 1);
    }

    public Optional<Key> key(String id) {
        return database.read(handle -> handle.createQuery("SELECT * FROM ledger_api_key WHERE id = :id")
                .bind("id", id)
                .map((row, context) -> key(row))
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

    private static Key key(ResultSet row) throws SQLException {
        return new Key(
                row.getString("id"),
                row.getString("name"),
                row.getString("hash"),
                row.getString("permissions"),
                row.getString("holder"),
                row.getBoolean("is_person"),
                row.getString("account"));
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
