package io.abacusdp.ledger.store;

import io.abacusdp.ledger.api.data.AccessRow;
import io.abacusdp.ledger.api.data.UntrustedLedgerException;
import io.abacusdp.ledger.core.AccessRows;
import io.abacusdp.ledger.core.StateHash;
import io.abacusdp.ledger.journal.AccessJson;
import org.jdbi.v3.core.Handle;

/** The table of who may ask: persons, keys, subjects of identity providers, proposals. */
final class AccessTable {
    private AccessTable() {}

    /**
     * All rows as they are, signed or not.
     *
     * @throws UntrustedLedgerException if one of them cannot be a row
     */
    static AccessRows load(Handle handle) {
        AccessRows rows = AccessRows.empty();
        handle.createQuery("SELECT kind, id, content, detail FROM ledger_access")
                .map((row, context) -> {
                    String detail = row.getString("detail");
                    if (detail != null) {
                        rows.keepText(detail);
                    }
                    return read(row.getString("kind"), row.getString("id"), row.getString("content"));
                })
                .forEach(rows::put);
        return rows;
    }

    private static AccessRow read(String kind, String id, String content) {
        try {
            AccessRow row = AccessJson.read(kind, content);
            if (row.id().equals(id)) {
                return row;
            }
        } catch (IllegalArgumentException e) {
            throw untrusted();
        }
        throw untrusted();
    }

    /**
     * The rows that have a sum that was signed.
     *
     * @param known rows of some other moment, which are these if they have the sum: then nothing is read
     * @throws UntrustedLedgerException if the table does not hold them
     */
    static AccessRows signed(Handle handle, StateHash sum, AccessRows known) {
        if (known.hasSum(sum)) {
            return known;
        }
        AccessRows rows = load(handle);
        if (!rows.hasSum(sum)) {
            throw untrusted();
        }
        return rows;
    }

    private static UntrustedLedgerException untrusted() {
        return new UntrustedLedgerException(
                "the table of keys, persons and proposals is not the one that was signed: a row was edited");
    }

    static void write(Handle handle, AccessRow row, AccessRows all) {
        handle.createUpdate(
                        "INSERT INTO ledger_access (kind, id, content, detail) VALUES (:kind, :id, :content, :detail) "
                                + "ON CONFLICT (kind, id) DO UPDATE SET content = excluded.content, detail = excluded.detail")
                .bind("kind", AccessJson.kind(row))
                .bind("id", row.id())
                .bind("content", AccessJson.write(row))
                .bind(
                        "detail",
                        row instanceof AccessRow.Proposal proposal
                                ? all.text(proposal).orElse(null)
                                : null)
                .execute();
    }

    static void delete(Handle handle, AccessRow row) {
        handle.createUpdate("DELETE FROM ledger_access WHERE kind = :kind AND id = :id")
                .bind("kind", AccessJson.kind(row))
                .bind("id", row.id())
                .execute();
    }
}
