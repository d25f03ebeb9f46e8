package io.abacusdp.ledger.core;

import io.abacusdp.ledger.api.data.AccessRow;
import io.abacusdp.storage.CanonicalJson;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * All rows of who may ask, with their sum: there are few of them, so that a server has them in memory and believes none that the
 * signed sum does not cover. Not safe for use by several threads while it is changed.
 */
public final class AccessRows {
    private final Map<Class<? extends AccessRow>, NavigableMap<String, AccessRow>> rows = new HashMap<>();
    private final Map<String, String> keyIds = new HashMap<>();
    /** Texts of proposed changes by their SHA-256, which is what the sum covers. */
    private final Map<String, String> texts = new HashMap<>();

    private final StateHash sum;

    private AccessRows(StateHash sum) {
        this.sum = sum;
    }

    /** No rows. */
    public static AccessRows empty() {
        return new AccessRows(new StateHash());
    }

    /** Others that are changed by themselves. */
    public AccessRows copy() {
        AccessRows copy = new AccessRows(StateHash.of(sum.bytes()));
        rows.forEach((kind, some) -> copy.rows.put(kind, new TreeMap<>(some)));
        copy.keyIds.putAll(keyIds);
        copy.texts.putAll(texts);
        return copy;
    }

    /** Adds a row, in place of the one with its id. */
    public void put(AccessRow row) {
        AccessRow before =
                rows.computeIfAbsent(row.getClass(), none -> new TreeMap<>()).put(row.id(), row);
        if (before != null) {
            forget(before);
        }
        if (row instanceof AccessRow.Key key) {
            keyIds.put(key.name(), key.id());
        }
        sum.add(RowBytes.of((Record) row));
    }

    /** Takes a row out that is there. */
    public void remove(AccessRow row) {
        rows.getOrDefault(row.getClass(), new TreeMap<>()).remove(row.id());
        forget(row);
    }

    private void forget(AccessRow row) {
        sum.remove(RowBytes.of((Record) row));
        if (row instanceof AccessRow.Key key) {
            keyIds.remove(key.name());
        }
    }

    /** Keeps the text of a proposed change. */
    public void keepText(String text) {
        texts.put(CanonicalJson.sha256(text), text);
    }

    /** The text of a proposed change; empty if only its hash is known, as after an import. */
    public Optional<String> text(AccessRow.Proposal proposal) {
        return Optional.ofNullable(texts.get(proposal.change()));
    }

    /** The row of this kind and id. */
    public <R extends AccessRow> Optional<R> get(Class<R> kind, String id) {
        return Optional.ofNullable(rows.getOrDefault(kind, new TreeMap<>()).get(id))
                .map(kind::cast);
    }

    /** The key of this name. */
    public Optional<AccessRow.Key> keyNamed(String name) {
        return Optional.ofNullable(keyIds.get(name)).flatMap(id -> get(AccessRow.Key.class, id));
    }

    /** Whether this is somebody who counts as one of two persons. */
    public boolean isPerson(String name) {
        return get(AccessRow.Person.class, name).isPresent();
    }

    /** All rows of a kind, in the order of their ids. */
    public <R extends AccessRow> List<R> all(Class<R> kind) {
        List<R> all = new ArrayList<>();
        rows.getOrDefault(kind, new TreeMap<>()).values().forEach(row -> all.add(kind.cast(row)));
        return all;
    }

    /** All rows by kind and id. */
    Map<String, AccessRow> byName() {
        Map<String, AccessRow> all = new TreeMap<>();
        rows.values()
                .forEach(some -> some.forEach(
                        (id, row) -> all.put(row.getClass().getSimpleName().toLowerCase(Locale.ROOT) + " " + id, row)));
        return all;
    }

    /** Whether the rows have this sum. */
    public boolean hasSum(StateHash signed) {
        return sum.equals(signed);
    }

    /** A copy of the sum of all rows. */
    public StateHash sum() {
        return StateHash.of(sum.bytes());
    }
}
