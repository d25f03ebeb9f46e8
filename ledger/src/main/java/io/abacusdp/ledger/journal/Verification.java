package io.abacusdp.ledger.journal;

import io.abacusdp.ledger.api.data.Price;
import io.abacusdp.ledger.core.MemoryState;
import java.security.PublicKey;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What a replay of a journal came to.
 *
 * @param entries how many are sound, from the first on
 * @param hash of the last sound entry
 * @param ledger name of the journal, from its first fact; empty if there is none
 * @param state that the sound entries add up to
 * @param finding the first thing that is wrong, if anything is
 */
public record Verification(long entries, String hash, String ledger, MemoryState state, Optional<Finding> finding) {
    public Verification {
        Objects.requireNonNull(hash, "hash");
        Objects.requireNonNull(ledger, "ledger");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(finding, "finding");
    }

    /** All prices that the sound entries recorded. */
    public Collection<Price> prices() {
        return state.prices();
    }

    /**
     * Replays a journal from its first entry to its head.
     *
     * @param trusted keys of those who may sign heads
     * @param kept heads that were kept elsewhere, possibly none
     */
    public static Verification of(
            Iterator<JournalEntry> entries, SignedHead head, Collection<PublicKey> trusted, List<SignedHead> kept) {
        JournalReplay replay = new JournalReplay(trusted, kept);
        replay.addAll(entries);
        replay.end(head);
        return replay.result();
    }
}
