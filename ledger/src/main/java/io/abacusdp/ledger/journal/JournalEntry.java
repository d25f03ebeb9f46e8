package io.abacusdp.ledger.journal;

import io.abacusdp.ledger.core.StampedFact;
import io.abacusdp.ledger.json.CanonicalJson;
import java.util.Objects;

/**
 * One entry of a journal: its canonical JSON, in which the hash of the entry before stands, and its own hash.
 *
 * @param text canonical JSON
 * @param hash SHA-256 of the text, as it is stored; whether it is right is for {@link JournalReplay} to say
 */
public record JournalEntry(String text, String hash) {
    /** What the first entry has for the hash of the one before. */
    static final String NO_HASH = "0".repeat(64);

    public JournalEntry {
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(hash, "hash");
    }

    /** The entry of a fact after the entry with the given hash. */
    public static JournalEntry after(String prev, StampedFact stamped) {
        String text = FactJson.write(stamped, prev);
        return new JournalEntry(text, CanonicalJson.sha256(text));
    }

    /**
     * The fact of an entry that is known to be sound.
     *
     * @throws IllegalArgumentException if it is not an entry
     */
    public StampedFact stamped() {
        return FactJson.read(text).stamped();
    }
}
