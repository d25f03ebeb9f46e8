package io.abacusdp.ledger.journal;

import io.abacusdp.ledger.core.StampedFact;
import io.abacusdp.ledger.log.NodeHash;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One entry of a journal: its canonical JSON, and its hash as a leaf of the journal's tree.
 *
 * @param text canonical JSON
 * @param hash {@link NodeHash#ofLeaf(String)} of the text in hexadecimal, as it is stored; whether it is right is for {@link
 *     JournalReplay} to say
 */
public record JournalEntry(String text, String hash) {
    public JournalEntry {
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(hash, "hash");
    }

    /**
     * The entry of a fact.
     *
     * @param state digest of the state after it, if it is the last of its transaction
     */
    public static JournalEntry of(StampedFact stamped, @Nullable String state) {
        String text = FactJson.write(stamped, state);
        return new JournalEntry(text, NodeHash.ofLeaf(text).hex());
    }

    /**
     * The fact of an entry that is known to be sound.
     *
     * @throws IllegalArgumentException if it is not an entry
     */
    public StampedFact stamped() {
        return FactJson.read(text).stamped();
    }

    /** The digest of the state after it, if it states one. */
    public Optional<String> state() {
        return Optional.ofNullable(FactJson.read(text).state());
    }
}
