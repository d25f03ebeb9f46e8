package io.abacusdp.ledger.journal;

import io.abacusdp.ledger.api.data.Price;
import io.abacusdp.ledger.api.data.ScopeState;
import io.abacusdp.ledger.core.MemoryState;
import io.abacusdp.ledger.log.Checkpoint;
import java.security.PublicKey;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a replay of a journal came to.
 *
 * @param entries how many are sound, from the first on
 * @param root of the tree over the sound entries, in hexadecimal
 * @param ledger name of the journal, from its first fact; empty if there is none
 * @param state that the sound entries add up to
 * @param acts how many sound entries each person or service is named in, as far as entries name anybody
 * @param finding the first thing that is wrong, if anything is
 */
public record Verification(
        long entries,
        String root,
        String ledger,
        MemoryState state,
        SortedMap<String, Long> acts,
        Optional<Finding> finding) {
    public Verification {
        Objects.requireNonNull(root, "root");
        Objects.requireNonNull(ledger, "ledger");
        Objects.requireNonNull(state, "state");
        acts = Collections.unmodifiableSortedMap(new TreeMap<>(acts));
        Objects.requireNonNull(finding, "finding");
    }

    /** All scopes that the sound entries made, as they are after them. */
    public Collection<ScopeState> scopes() {
        return state.scopes();
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
            Iterator<JournalEntry> entries, Checkpoint head, Collection<PublicKey> trusted, List<Checkpoint> kept) {
        JournalReplay replay = new JournalReplay(trusted, kept);
        replay.addAll(entries);
        replay.end(head);
        return replay.result();
    }
}
