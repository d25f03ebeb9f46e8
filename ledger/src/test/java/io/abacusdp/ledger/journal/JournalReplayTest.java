package io.abacusdp.ledger.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.filter.EpsilonDeltaLimit;
import io.abacusdp.ledger.api.data.Budget;
import io.abacusdp.ledger.api.data.Charge;
import io.abacusdp.ledger.api.data.Price;
import io.abacusdp.ledger.api.data.PrivacyUnit;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.core.CommittedState;
import io.abacusdp.ledger.core.Fact;
import io.abacusdp.ledger.core.Fold;
import io.abacusdp.ledger.core.MemoryState;
import io.abacusdp.ledger.core.Processor;
import io.abacusdp.ledger.core.StampedFact;
import io.abacusdp.ledger.core.StateSums;
import io.abacusdp.ledger.log.Checkpoint;
import io.abacusdp.ledger.log.NodeHash;
import io.abacusdp.ledger.log.RightEdge;
import io.abacusdp.ledger.log.SignedNote;
import io.abacusdp.storage.CanonicalJson;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class JournalReplayTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final DpEvent STEPS = DpEvent.sampledGaussian(0.01, 2, 100);

    private final SigningKey key = SigningKey.generate();
    private final MemoryState state = new MemoryState();
    private final List<StampedFact> facts = new ArrayList<>();
    private List<JournalEntry> lines = List.of();
    private Checkpoint head = key.sign("test", 0, NodeHash.EMPTY);

    @BeforeEach
    void writeJournal() {
        Processor processor = new Processor(state, 0, NOON);
        processor.begin("test");
        processor.scopes().addAccount("acme", new PrivacyUnit("patient", Adjacency.ADD_OR_REMOVE_ONE));
        processor
                .scopes()
                .setBudget(
                        Scope.account("acme"), new Budget(new EpsilonDeltaLimit(5, 1e-6), null), "ann", "bob", "first");
        Charge charge = new Charge("acme", List.of());
        Price price = Price.of(STEPS, Adjacency.ADD_OR_REMOVE_ONE);
        processor.charges().charge("a", charge, price);
        processor.charges().reserve("b", charge, price, Duration.ofSeconds(10));
        processor.charges().charge("c", charge, Price.of(new Gaussian(20), Adjacency.ADD_OR_REMOVE_ONE));
        facts.addAll(processor.facts());
        chain();
    }

    /** Every entry states the state that it leads to, as if each were a transaction of its own. */
    private void chain() {
        lines = new ArrayList<>();
        CommittedState committed = new CommittedState(new MemoryState(), StateSums.empty());
        Fold fold = new Fold(committed);
        for (StampedFact fact : facts) {
            String after = null;
            try {
                fold.add(fact);
                after = committed.settle();
            } catch (IllegalStateException e) {
                // The replay will say so.
            }
            lines.add(JournalEntry.of(fact, after));
        }
        head = signed(key, facts.size());
    }

    private Checkpoint signed(SigningKey signer, int size) {
        RightEdge edge = RightEdge.empty();
        lines.subList(0, size).forEach(line -> edge.add(NodeHash.ofHex(line.hash())));
        return signer.sign("test", size, edge.root());
    }

    private String export() {
        try {
            StringWriter out = new StringWriter();
            Export.write(lines.iterator(), head, out);
            return out.toString();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private Verification verify(String file, Checkpoint... kept) {
        return verify(file.getBytes(StandardCharsets.UTF_8), kept);
    }

    private Verification verify(byte[] file, Checkpoint... kept) {
        try {
            InputStreamReader in = new InputStreamReader(new ByteArrayInputStream(file), StandardCharsets.UTF_8);
            return Export.read(in, List.of(key.publicKey()), Arrays.asList(kept), line -> {})
                    .verification();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private void assertFound(Verification verification, Finding.Kind kind, long seq) {
        assertThat(verification.finding()).hasValueSatisfying(finding -> {
            assertThat(finding.kind()).isEqualTo(kind);
            assertThat(finding.seq()).isEqualTo(seq);
        });
    }

    @Test
    void untouchedJournal_replaysToTheSameState() {
        Verification verification = verify(export());
        assertThat(verification.finding()).isEmpty();
        assertThat(verification.entries()).isEqualTo(8);
        assertThat(verification.ledger()).isEqualTo("test");
        assertThat(verification.state().differences(state)).isEmpty();
    }

    @Test
    void entries_areCanonicalJson() {
        for (JournalEntry line : lines) {
            assertThat(CanonicalJson.text(line.text())).isEqualTo(line.text());
            assertThat(line.hash()).isEqualTo(NodeHash.ofLeaf(line.text()).hex());
        }
        // By sha256sum of coreutils.
        assertThat(CanonicalJson.sha256("abc"))
                .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    @Test
    void flippedBytes_areFoundInTheirEntries() {
        byte[] file = export().getBytes(StandardCharsets.UTF_8);
        Random random = new Random(1);
        // Every third byte or so; the last is a newline, without which the file is still whole.
        for (int i = 0; i < file.length - 1; i += 1 + random.nextInt(5)) {
            long seq = 1
                    + new String(file, 0, i, StandardCharsets.UTF_8).lines().count()
                    - (i > 0 && file[i - 1] != '\n' ? 1 : 0);
            byte before = file[i];
            file[i] ^= (byte) (1 << random.nextInt(8));
            Verification verification = verify(file);
            file[i] = before;
            assertThat(verification.finding()).as("byte %d", i).isPresent();
            // What is wrong with the head is said of the last entry or of the one after it.
            assertThat(verification.finding().get().seq())
                    .as("byte %d: %s", i, verification.finding())
                    .isBetween(Math.min(seq, 8), seq);
        }
    }

    @Test
    void tornLastRecord_isFound() {
        String file = export();
        String torn = file.substring(0, file.lastIndexOf("{\"head\""));
        assertFound(verify(torn.substring(0, torn.length() - 30)), Finding.Kind.TORN, 8);
        assertFound(verify(file.substring(0, file.length() - 30)), Finding.Kind.TORN, 9);
        assertFound(verify(torn), Finding.Kind.TRUNCATED, 9);
        assertFound(verify(""), Finding.Kind.TRUNCATED, 1);
    }

    @Test
    void lineThatIsNone_isFound() {
        assertFound(verify(export().replaceFirst("\n", "\nx\n")), Finding.Kind.ALTERED, 2);
    }

    @Test
    void removedEntry_isFound() {
        lines.remove(3);
        assertFound(verify(export()), Finding.Kind.REMOVED, 4);
    }

    @Test
    void reorderedEntries_areFound() {
        Collections.swap(lines, 2, 5);
        assertFound(verify(export()), Finding.Kind.REORDERED, 3);
    }

    @Test
    void doubledEntry_isFound() {
        lines.add(4, lines.get(3));
        assertFound(verify(export()), Finding.Kind.REORDERED, 5);
    }

    @Test
    void truncatedTail_isFoundBySignedHead() {
        lines.remove(7);
        lines.remove(6);
        assertFound(verify(export()), Finding.Kind.TRUNCATED, 7);
    }

    @Test
    void rollbackToAnOlderSignedHead_isFoundByAKeptHead() {
        Checkpoint kept = head;
        lines.remove(7);
        head = signed(key, 7);
        assertThat(verify(export()).finding()).isEmpty();
        assertFound(verify(export(), kept), Finding.Kind.TRUNCATED, 8);
    }

    @Test
    void entriesAfterTheHead_areFound() {
        head = signed(key, 6);
        assertFound(verify(export()), Finding.Kind.UNSIGNED, 7);
    }

    @Test
    void replacedEntry_withItsOwnHash_isFoundByTheNextStateOrTheHead() {
        Fact.BudgetSet set = (Fact.BudgetSet) facts.get(2).fact();
        Fact larger = new Fact.BudgetSet(
                set.scope(), new Budget(new EpsilonDeltaLimit(50, 1e-6), null), "ann", null, "first");
        lines.set(2, JournalEntry.of(new StampedFact(3, NOON, larger), null));
        assertFound(verify(export()), Finding.Kind.OTHER_STATE, 4);
        chain();
        assertThat(verify(export()).finding()).isEmpty();
        // The same state by another entry.
        lines.set(0, JournalEntry.of(new StampedFact(1, NOON, new Fact.LedgerOpened("other")), null));
        assertFound(verify(export()), Finding.Kind.REWRITTEN, 1);
    }

    @Test
    void stateThatTheFactsDoNotLeadTo_isFound_evenIfSigned() {
        lines.set(7, JournalEntry.of(facts.get(7), "00".repeat(32)));
        head = signed(key, 8);
        assertFound(verify(export()), Finding.Kind.OTHER_STATE, 8);
        lines.set(7, JournalEntry.of(facts.get(7), null));
        head = signed(key, 8);
        assertFound(verify(export()), Finding.Kind.OTHER_STATE, 8);
    }

    @Test
    void rewrittenHistory_isFoundByAKeptHead_andWithoutTheKeyByTheHeadItself() {
        Checkpoint early = signed(key, 3);
        Checkpoint kept = head;
        Fact.BudgetSet set = (Fact.BudgetSet) facts.get(2).fact();
        facts.set(
                2,
                new StampedFact(
                        3,
                        NOON,
                        new Fact.BudgetSet(
                                set.scope(), new Budget(new EpsilonDeltaLimit(50, 1e-6), null), "eve", null, "mine")));
        chain();
        assertFound(verify(export(), early), Finding.Kind.REWRITTEN, 1);
        Checkpoint own = head;
        head = kept;
        assertFound(verify(export()), Finding.Kind.REWRITTEN, 1);
        head = signed(SigningKey.generate(), 8);
        assertFound(verify(export()), Finding.Kind.FORGED_HEAD, 8);
        head = Checkpoint.of(new SignedNote(own.note().text(), kept.note().signatures()));
        assertFound(verify(export()), Finding.Kind.FORGED_HEAD, 8);
        head = Checkpoint.of(new SignedNote(own.note().text(), List.of(new SignedNote.Line("test", "AAAA"))));
        assertFound(verify(export()), Finding.Kind.FORGED_HEAD, 8);
    }

    @Test
    void overspentBudget_isFound_evenIfSigned() {
        Fact.BudgetSet set = (Fact.BudgetSet) facts.get(2).fact();
        facts.set(
                2,
                new StampedFact(
                        3,
                        NOON,
                        new Fact.BudgetSet(
                                set.scope(), new Budget(new EpsilonDeltaLimit(0.001, 1e-6), null), "ann", "bob", "x")));
        chain();
        assertFound(verify(export()), Finding.Kind.OVERSPENT, 5);
    }

    @Test
    void factThatCannotFollow_isFound_evenIfSigned() {
        List<Fact> impossible = List.of(
                new Fact.Started("r99"),
                new Fact.Committed("r6", "none"),
                new Fact.Released("r5"),
                new Fact.Lapsed("r6"),
                new Fact.Extended("r6", NOON),
                new Fact.LedgerOpened("again"),
                new Fact.AccountAdded("acme", null, new PrivacyUnit("patient", Adjacency.ADD_OR_REMOVE_ONE)),
                new Fact.AccountAdded("sub", "acme", new PrivacyUnit("other", Adjacency.ADD_OR_REMOVE_ONE)),
                new Fact.BlockAdded("none", "x"),
                new Fact.WindowOpened(Scope.account("acme"), 5, "ann", "bob", "x"),
                new Fact.Charged("r9", "a", "body", "acme", List.of(), facts.get(4) == null ? "" : priceId()),
                new Fact.Charged("r9", "new", "body", "nobody", List.of(), priceId()),
                new Fact.Charged("r9", "new", "body", "acme", List.of(), "no price"));
        for (Fact fact : impossible) {
            facts.add(new StampedFact(9, NOON, fact));
            chain();
            assertFound(verify(export()), Finding.Kind.ILLEGAL, 9);
            facts.remove(8);
        }
    }

    @Test
    void factOfAnUnknownKind_isFound_andNamed() {
        String unknown =
                CanonicalJson.text("{\"at\":%d,\"fact\":{\"type\":\"refunded\",\"reservation\":\"r6\"},\"seq\":9}"
                        .formatted(NOON.toEpochMilli()));
        lines.add(new JournalEntry(unknown, NodeHash.ofLeaf(unknown).hex()));
        head = signed(key, 9);
        Verification verification = verify(export());
        assertFound(verification, Finding.Kind.ILLEGAL, 9);
        assertThat(verification.finding().orElseThrow().detail()).contains("refunded");
    }

    @Test
    void timeThatGoesBack_isFound() {
        facts.add(new StampedFact(9, NOON.minusMillis(1), new Fact.Started("r6")));
        chain();
        assertFound(verify(export()), Finding.Kind.ILLEGAL, 9);
    }

    private String priceId() {
        return Price.of(STEPS, Adjacency.ADD_OR_REMOVE_ONE).id();
    }
}
