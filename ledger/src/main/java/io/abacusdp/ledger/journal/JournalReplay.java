package io.abacusdp.ledger.journal;

import io.abacusdp.accounting.filter.RenyiCost;
import io.abacusdp.ledger.api.data.BudgetCheck;
import io.abacusdp.ledger.api.data.LedgerException;
import io.abacusdp.ledger.api.data.Price;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.core.BudgetChecks;
import io.abacusdp.ledger.core.CommittedState;
import io.abacusdp.ledger.core.Fact;
import io.abacusdp.ledger.core.Fold;
import io.abacusdp.ledger.core.MemoryState;
import io.abacusdp.ledger.core.StampedFact;
import io.abacusdp.ledger.core.StateSums;
import io.abacusdp.ledger.log.Checkpoint;
import io.abacusdp.ledger.log.NodeHash;
import io.abacusdp.ledger.log.RightEdge;
import java.security.PublicKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Replays a journal from its text alone: every hash, the order, what each fact does to the state, that no budget was
 * overspent, and the signed heads. It stops at the first thing that is wrong and says where it is. Used once.
 */
final class JournalReplay {
    private final MemoryState state = new MemoryState();
    private final CommittedState committed = new CommittedState(state, StateSums.empty());
    private final Fold fold = new Fold(committed);
    private final RightEdge edge = RightEdge.empty();
    private final NavigableMap<Long, List<Checkpoint>> heads = new TreeMap<>();
    private final Predicate<Checkpoint> isTrusted;
    private long seq;
    private final SortedMap<String, Long> acts = new TreeMap<>();
    private boolean isSealed;
    private Instant at = Instant.EPOCH;
    private String ledger = "";
    private Optional<Finding> finding = Optional.empty();

    /**
     * A replay.
     *
     * @param trusted keys of those who may sign heads
     * @param kept heads that an auditor kept from earlier, in any order, possibly none
     */
    JournalReplay(Collection<PublicKey> trusted, List<Checkpoint> kept) {
        this(head -> head.isSignedByOneOf(trusted), kept);
    }

    private JournalReplay(Predicate<Checkpoint> isTrusted, List<Checkpoint> kept) {
        this.isTrusted = isTrusted;
        for (Checkpoint head : kept) {
            checkSignature(head, head.size());
            heads.computeIfAbsent(head.size(), none -> new ArrayList<>()).add(head);
        }
    }

    /** A replay that takes heads at their word, as nobody said whose signatures count. */
    static JournalReplay ofUnverifiedHeads() {
        return new JournalReplay(head -> true, List.of());
    }

    /** Adds lines, from the first on, until there are no more or something is wrong. */
    void addAll(Iterator<JournalEntry> lines) {
        addAll(lines, line -> {});
    }

    /** The same, and hands on each line that is sound. */
    void addAll(Iterator<JournalEntry> lines, Consumer<JournalEntry> sound) {
        while (finding.isEmpty() && lines.hasNext()) {
            JournalEntry line = lines.next();
            finding = next(line, lines);
            if (finding.isEmpty()) {
                sound.accept(line);
            }
        }
    }

    /** Says that the head is the end of the journal. */
    void end(Checkpoint head) {
        // What a forged head says of its own place is worth nothing.
        checkSignature(head, seq);
        if (finding.isEmpty()) {
            finding = compareEnd(head);
        }
    }

    /** Says that the journal ends with something else than a head. */
    void end(Finding.Kind kind, String detail) {
        if (finding.isEmpty()) {
            finding = found(kind, seq + 1, detail);
        }
    }

    /** What came of it. */
    Verification result() {
        return new Verification(seq, edge.root().hex(), ledger, state, acts, finding);
    }

    private void checkSignature(Checkpoint head, long place) {
        if (finding.isEmpty() && !isTrusted.test(head)) {
            finding = found(Finding.Kind.FORGED_HEAD, place, "the head is not signed by a trusted key");
        }
    }

    private Optional<Finding> next(JournalEntry line, Iterator<JournalEntry> rest) {
        long expected = seq + 1;
        if (!NodeHash.ofLeaf(line.text()).hex().equals(line.hash())) {
            return found(Finding.Kind.ALTERED, expected, "the text does not have the hash that stands with it");
        }
        FactJson.Entry entry;
        try {
            entry = FactJson.read(line.text());
        } catch (IllegalArgumentException e) {
            return found(Finding.Kind.ILLEGAL, expected, String.valueOf(e.getMessage()));
        }
        if (entry.seq() != expected) {
            return misplaced(entry.seq(), rest);
        }
        if (entry.at().isBefore(at)) {
            return found(Finding.Kind.ILLEGAL, expected, "the time is before that of the entry before");
        }
        Optional<Finding> illegal = apply(entry.stamped());
        if (illegal.isPresent()) {
            return illegal;
        }
        String stated = entry.state();
        if (stated != null && !stated.equals(committed.settle())) {
            return found(Finding.Kind.OTHER_STATE, expected, "the entry states another state than it leads to");
        }
        NamedIn.names(entry.fact()).forEach(name -> acts.merge(name, 1L, Long::sum));
        seq = expected;
        isSealed = stated != null;
        edge.add(NodeHash.ofHex(line.hash()));
        at = entry.at();
        return heads.getOrDefault(seq, List.of()).stream()
                .map(this::compare)
                .flatMap(Optional::stream)
                .findFirst();
    }

    private Optional<Finding> misplaced(long found, Iterator<JournalEntry> rest) {
        long expected = seq + 1;
        while (found > expected && rest.hasNext()) {
            if (seqOf(rest.next()) == expected) {
                return found(
                        Finding.Kind.REORDERED, expected, "entry %d stands after entry %d".formatted(expected, found));
            }
        }
        return found > expected
                ? found(Finding.Kind.REMOVED, expected, "entries %d to %d are missing".formatted(expected, found - 1))
                : found(Finding.Kind.REORDERED, expected, "entry %d stands after entry %d".formatted(found, seq));
    }

    private static long seqOf(JournalEntry line) {
        try {
            return FactJson.read(line.text()).seq();
        } catch (IllegalArgumentException e) {
            return 0;
        }
    }

    private Optional<Finding> apply(StampedFact stamped) {
        try {
            if (stamped.fact() instanceof Fact.LedgerOpened opened) {
                ledger = opened.ledger();
            } else if (stamped.fact() instanceof Fact.Restored restored) {
                ledger = restored.ledger();
            } else if (stamped.fact() instanceof Fact.Reserved reserved
                    && !fits(reserved.account(), reserved.scopes(), reserved.price())) {
                return overspent(stamped.seq());
            } else if (stamped.fact() instanceof Fact.Charged charged
                    && !fits(charged.account(), charged.scopes(), charged.price())) {
                return overspent(stamped.seq());
            }
            fold.add(stamped);
            return Optional.empty();
        } catch (IllegalStateException | IllegalArgumentException | LedgerException e) {
            return found(Finding.Kind.ILLEGAL, stamped.seq(), String.valueOf(e.getMessage()));
        }
    }

    private boolean fits(String account, List<Scope> scopes, String price) {
        RenyiCost cost = state.price(price)
                .map(Price::cost)
                .orElseThrow(() -> new IllegalStateException("there is no price " + price));
        List<BudgetCheck> checks = BudgetChecks.of(state, account, scopes);
        return !checks.isEmpty() && checks.stream().allMatch(check -> check.admits(cost));
    }

    private static Optional<Finding> overspent(long seq) {
        return found(Finding.Kind.OVERSPENT, seq, "no budget admits this charge, or not all do");
    }

    private Optional<Finding> compare(Checkpoint head) {
        return head.root().equals(edge.root()) && head.origin().equals(ledger)
                ? Optional.empty()
                : found(
                        Finding.Kind.REWRITTEN,
                        Optional.ofNullable(heads.lowerKey(seq)).orElse(0L) + 1,
                        "the head that was signed at entry %d is not this journal's; an entry up to there was rewritten"
                                .formatted(seq));
    }

    private Optional<Finding> compareEnd(Checkpoint head) {
        long covered = heads.isEmpty() ? head.size() : Math.max(head.size(), heads.lastKey());
        if (covered > seq) {
            return found(
                    Finding.Kind.TRUNCATED,
                    seq + 1,
                    "entries %d to %d are missing at the end".formatted(seq + 1, covered));
        }
        if (head.size() < seq) {
            return found(Finding.Kind.UNSIGNED, head.size() + 1, "no signed head covers the entries from here on");
        }
        if (seq > 0 && !isSealed) {
            return found(Finding.Kind.OTHER_STATE, seq, "the last entry does not state the state that it leads to");
        }
        return compare(head);
    }

    private static Optional<Finding> found(Finding.Kind kind, long seq, String detail) {
        return Optional.of(new Finding(kind, seq, detail));
    }
}
