package io.abacusdp.ledger.journal;

import io.abacusdp.ledger.core.Stamped;
import io.abacusdp.ledger.json.CanonicalJson;
import java.util.Objects;

/**
 * One entry of a journal: its canonical JSON, in which the hash of the entry before stands, and its own hash.
 *
 * @param text canonical JSON
 * @param hash SHA-256 of the text, as it is stored; whether it is right is for {@link JournalReplay} to say
 */
public record Line(String text, String hash) {
    /** What the first entry has for the hash of the one before. */
    public static final String NO_HASH = "0".repeat(64);

    public Line {
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(hash, "hash");
    }

    /** The entry of a fact after the entry with the given hash. */
    public static Line after(String prev, Stamped stamped) {
        String text = FactJson.write(stamped, prev);
        return new Line(text, CanonicalJson.sha256(text));
    }

    /**
     * The fact of an entry that is known to be sound.
     *
     * @throws IllegalArgumentException if it is not an entry
     */
    public Stamped stamped() {
        return FactJson.read(text).stamped();
    }
}
