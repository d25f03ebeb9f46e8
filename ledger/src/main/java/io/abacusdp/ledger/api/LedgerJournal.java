package io.abacusdp.ledger.api;

import io.abacusdp.ledger.api.data.Actor;
import io.abacusdp.ledger.api.data.NotFoundException;
import io.abacusdp.ledger.api.data.Reservation;
import io.abacusdp.ledger.core.Fact;
import io.abacusdp.ledger.core.Reach;
import io.abacusdp.ledger.core.State;
import io.abacusdp.ledger.journal.Audit;
import io.abacusdp.ledger.journal.JournalEntry;
import io.abacusdp.ledger.journal.Receipt;
import io.abacusdp.ledger.log.Checkpoint;
import io.abacusdp.ledger.log.NodeHash;
import io.abacusdp.ledger.store.LedgerStore;
import java.io.IOException;
import java.io.Writer;
import java.security.PublicKey;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The journal of a ledger, its head and proofs, on behalf of somebody. Safe for use by several threads. */
public final class LedgerJournal {
    private final LedgerStore store;
    private final Actor actor;

    LedgerJournal(LedgerStore store, Actor actor) {
        this.store = store;
        this.actor = actor;
    }

    /** Where the journal ends. */
    public Checkpoint head() {
        return store.head();
    }

    /**
     * Proof that an entry is in the journal, for an answer that it belongs to.
     *
     * @param seq as the answer to a charge states it
     */
    public Receipt receipt(long seq) {
        return store.receipt(seq);
    }

    /**
     * The same under the head of now: that the entry is still there. Who does not reach everything gets those that answers to
     * charges within reach had, and no others.
     *
     * @throws NotFoundException if there is no such entry, or it is out of reach
     */
    public Receipt inclusion(long seq) {
        Receipt receipt = store.inclusion(seq);
        if (!actor.reachesAll()
                && !store.<Boolean>read(state -> isWithinReach(receipt.stamped().fact(), state))) {
            throw new NotFoundException("entry of this number under this head");
        }
        return receipt;
    }

    /** Whether an entry is one that an answer to a charge within reach had in its receipt. */
    private boolean isWithinReach(Fact fact, State state) {
        Optional<String> id = Optional.empty();
        if (fact instanceof Fact.Reserved reserved) {
            id = Optional.of(reserved.reservation());
        } else if (fact instanceof Fact.Charged charged) {
            id = Optional.of(charged.reservation());
        } else if (fact instanceof Fact.Started started) {
            id = Optional.of(started.reservation());
        } else if (fact instanceof Fact.Committed committed) {
            id = Optional.of(committed.reservation());
        } else if (fact instanceof Fact.Released released) {
            id = Optional.of(released.reservation());
        } else if (fact instanceof Fact.Extended extended) {
            id = Optional.of(extended.reservation());
        } else if (fact instanceof Fact.Lapsed lapsed) {
            id = Optional.of(lapsed.reservation());
        }
        return id.flatMap(state::reservation)
                .map(Reservation::account)
                .filter(new Reach(state, actor)::covers)
                .isPresent();
    }

    /** The hashes that prove that the journal of the later size goes on from the earlier. */
    public List<NodeHash> consistency(long earlier, long later) {
        return store.consistency(earlier, later);
    }

    /** Entries after the given one. */
    public List<JournalEntry> entries(long after, int most) {
        return entries(after, most, Long.MAX_VALUE);
    }

    /** The same, and no more after so many characters. */
    public List<JournalEntry> entries(long after, int most, long characters) {
        requireAll();
        return store.journal(after, most, characters);
    }

    /** Writes all of it as JSON lines, at one moment. */
    public void export(Writer out) throws IOException {
        requireAll();
        store.export(out);
    }

    /**
     * Replays all of it and compares what it adds up to with the state tables, bit for bit.
     *
     * @param trusted keys of those who may sign heads
     * @param kept heads that were kept elsewhere, possibly none
     */
    public Audit verify(Collection<PublicKey> trusted, List<Checkpoint> kept) {
        return store.verify(trusted, kept);
    }

    /** It tells of everybody, so that it is there for who reaches everything only. */
    private void requireAll() {
        if (!actor.reachesAll()) {
            throw new NotFoundException("journal within reach of this key");
        }
    }
}
