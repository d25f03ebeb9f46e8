package io.abacusdp.ledger.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.ledger.api.Ledger;
import io.abacusdp.ledger.api.StoredLedger;
import io.abacusdp.ledger.api.data.Outcome;
import io.abacusdp.ledger.api.data.Price;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.api.data.UntrustedLedgerException;
import io.abacusdp.ledger.core.CommittedState;
import io.abacusdp.ledger.core.Fact;
import io.abacusdp.ledger.core.Fold;
import io.abacusdp.ledger.core.MemoryState;
import io.abacusdp.ledger.core.StampedFact;
import io.abacusdp.ledger.core.StateSums;
import io.abacusdp.ledger.journal.Finding;
import io.abacusdp.ledger.journal.JournalEntry;
import io.abacusdp.ledger.journal.Receipt;
import io.abacusdp.ledger.journal.Repricing;
import io.abacusdp.ledger.journal.SigningKey;
import io.abacusdp.ledger.journal.Verification;
import io.abacusdp.ledger.log.Checkpoint;
import io.abacusdp.ledger.log.NodeHash;
import io.abacusdp.ledger.log.Proofs;
import io.abacusdp.ledger.log.RightEdge;
import io.abacusdp.ledger.witness.Signing;
import io.abacusdp.storage.StrictJson;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What insiders with access to the database can do, and what becomes of it. */
abstract class TrustContractTest {
    @TempDir
    Path folder = Path.of("");

    private final SettableClock clock = new SettableClock();
    private final List<AutoCloseable> open = new ArrayList<>();
    private Path keyFile = Path.of("");
    private String url = "";

    abstract String newDatabase();

    /** Puts another content in the place of the database's, as a backup is put back. */
    abstract void rollBack(String database, Runnable meanwhile);

    /** Statements that let a superuser change the journal in spite of its triggers. */
    abstract List<String> unlock();

    @BeforeEach
    void chooseDatabase() {
        url = newDatabase();
        keyFile = folder.resolve("signing.key");
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable one : open) {
            one.close();
        }
    }

    private SigningKey key() {
        try {
            return SigningKey.readOrCreate(keyFile);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private Ledger openLedger() {
        Ledger ledger = Ledger.open(url, key(), clock);
        open.add(ledger);
        return ledger;
    }

    private Ledger filled(int charges) {
        Ledger ledger = openLedger();
        StoreContractTest.fill(ledger, 50);
        for (int i = 0; i < charges; i++) {
            charge(ledger, "k" + i);
        }
        return ledger;
    }

    private static Outcome.Accepted charge(Ledger ledger, String idempotencyKey) {
        return (Outcome.Accepted) ledger.charge(idempotencyKey, StoreContractTest.onModel(), StoreContractTest.small());
    }

    private void execute(String... statements) {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            for (String one : statements) {
                statement.execute(one);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void assertRefusedAtOpening(String reason) {
        assertThatThrownBy(this::openLedger)
                .isInstanceOf(UntrustedLedgerException.class)
                .hasMessageContaining(reason);
    }

    /** The whole journal with one fact changed, all hashes and states made to fit, and a head by some key. */
    private void plant(Ledger ledger, SigningKey signer) throws SQLException {
        StateSums sums = StateSums.empty();
        CommittedState summed = new CommittedState(new MemoryState(), sums);
        Fold fold = new Fold(summed);
        RightEdge edge = RightEdge.empty();
        List<JournalEntry> planted = new ArrayList<>();
        for (JournalEntry entry : ledger.journal().entries(0, 1000)) {
            StampedFact stamped = entry.stamped();
            if (stamped.fact() instanceof Fact.Priced priced) {
                Price cheap = Price.recorded(
                        priced.price().event(),
                        priced.price().adjacency(),
                        Price.of(new Gaussian(1e6), Adjacency.ADD_OR_REMOVE_ONE).cost(),
                        priced.price().terms());
                stamped = new StampedFact(stamped.seq(), stamped.at(), new Fact.Priced(cheap));
            }
            fold.add(stamped);
            planted.add(JournalEntry.of(stamped, summed.settle()));
        }
        execute(unlock().toArray(String[]::new));
        try (Connection connection = DriverManager.getConnection(url)) {
            try (Statement statement = connection.createStatement()) {
                unlockSession(statement);
                statement.execute("DELETE FROM ledger_journal");
            }
            try (PreparedStatement insert = connection.prepareStatement(
                    "INSERT INTO ledger_journal (seq, entry, hash, nodes) VALUES (?, ?, ?, ?)")) {
                for (JournalEntry entry : planted) {
                    List<NodeHash> completed = edge.add(NodeHash.ofHex(entry.hash()));
                    ByteBuffer nodes = ByteBuffer.allocate(32 * completed.size());
                    completed.forEach(hash -> nodes.put(hash.bytes()));
                    insert.setLong(1, edge.size());
                    insert.setString(2, entry.text());
                    insert.setString(3, entry.hash());
                    insert.setBytes(4, nodes.array());
                    insert.execute();
                }
            }
            try (PreparedStatement head = connection.prepareStatement(
                    "UPDATE ledger_head SET note = ?, state = ?, closed = ? WHERE one = 1")) {
                head.setString(
                        1,
                        signer.sign(ledger.journal().head().origin(), edge.size(), edge.root())
                                .toString());
                head.setBytes(2, sums.rows().bytes());
                head.setLong(3, sums.closed());
                head.execute();
            }
        }
    }

    void unlockSession(Statement statement) throws SQLException {}

    @Test
    void forgedJournal_underAForeignKey_isNotSignedOnTopOf_norCalledSound() throws Exception {
        Ledger ledger = filled(3);
        plant(ledger, SigningKey.generate());
        assertThatThrownBy(() -> charge(ledger, "next"))
                .isInstanceOf(UntrustedLedgerException.class)
                .hasMessageContaining("trusted key");
        assertThatThrownBy(() -> ledger.scope(Scope.account("model"))).isInstanceOf(UntrustedLedgerException.class);
        assertThatThrownBy(() -> ledger.journal().head()).isInstanceOf(UntrustedLedgerException.class);
        assertRefusedAtOpening("trusted key");
        assertThat(StoredLedger.verify(url, List.of(key().publicKey()), List.of())
                        .journal()
                        .finding()
                        .orElseThrow()
                        .kind())
                .isEqualTo(Finding.Kind.FORGED_HEAD);
    }

    /** The thief of the signing key can rewrite history, but not without those noticing who have seen it. */
    @Test
    void rewrittenJournal_underTheOwnKey_isBesideWhatWasSeen() throws Exception {
        Ledger ledger = filled(3);
        plant(ledger, key());
        assertThatThrownBy(() -> charge(ledger, "next"))
                .isInstanceOf(UntrustedLedgerException.class)
                .hasMessageContaining("rolled back");
        assertRefusedAtOpening("rolled back");
    }

    /** Whoever has the key can sign a journal that holds together; what an event costs, they cannot change. */
    @Test
    void underpricedEntry_inAJournalThatHolds_isNamed() throws Exception {
        Ledger ledger = filled(3);
        assertThat(Repricing.underpriced(StoredLedger.verify(url, List.of(key().publicKey()), List.of())
                        .journal()
                        .prices()))
                .isEmpty();
        plant(ledger, key());
        Verification planted =
                StoredLedger.verify(url, List.of(key().publicKey()), List.of()).journal();
        assertThat(planted.finding()).isEmpty();
        assertThat(Repricing.underpriced(planted.prices())).isNotEmpty();
    }

    @Test
    void editedState_isFoundAtOpening_whateverRowItIs() {
        String big = "UPDATE ledger_scope SET ";
        List<String> edits = List.of(
                big + "lifetime = (SELECT lifetime FROM ledger_scope WHERE scope = 'block:visits/july')",
                big + "charges = 0 WHERE scope = 'account:team'",
                big + "budget = NULL WHERE scope = 'account:hospital'",
                big + "budget = REPLACE(budget, '86400}', '86400,\"pace\":{\"refresh\":true,\"from\":0}}')"
                        + " WHERE scope = 'account:hospital'",
                big
                        + "rules = '{\"by\":\"TIME\",\"every\":60,\"from\":0,\"declared_by\":\"ann\",\"approved_by\":\"bob\","
                        + "\"budget\":{\"limit\":{\"type\":\"zcdp\",\"rho\":9}}}' WHERE scope = 'dataset:visits'",
                "UPDATE ledger_scope_term SET times = 1",
                "UPDATE ledger_reservation SET status = 'RESERVED', expires = 99999999999999, committed = NULL",
                "DELETE FROM ledger_reservation",
                "DELETE FROM ledger_scope_term");
        filled(2).close();
        for (String edit : edits) {
            try (Ledger sound = Ledger.open(url, key(), clock)) {
                assertThat(sound.journal().head().size()).isPositive();
            }
            rollBack(url, () -> {
                execute(edit);
                assertThatThrownBy(() -> Ledger.open(url, key(), clock))
                        .as(edit)
                        .isInstanceOf(UntrustedLedgerException.class)
                        .hasMessageContaining("a row was edited");
            });
        }
    }

    /** What was run is told by the terms: one that is passed over would be a loss that is not stated. */
    @Test
    void termWithoutItsEvent_isNotPassedOver() {
        Ledger ledger = filled(2);
        assertThat(ledger.balance(Scope.account("model"), 1e-6).fixedPlan().epsilon())
                .isPositive();
        execute("DELETE FROM ledger_term");
        try (LedgerStore store = LedgerStore.open(url, key(), clock)) {
            assertThatThrownBy(() -> store.terms(Scope.account("model"), 100))
                    .isInstanceOf(UntrustedLedgerException.class)
                    .hasMessageContaining("taken away");
        }
    }

    @Test
    void editedSum_isNotTheSignedOne() {
        filled(1).close();
        execute("UPDATE ledger_head SET state = (SELECT lifetime FROM ledger_scope LIMIT 1)");
        assertRefusedAtOpening("sum of the state tables");
    }

    /** Closed reservations are too many to be summed up: who reads one compares it with the journal. */
    @Test
    void editedReservation_thatIsClosed_isNotBelieved() {
        List<String> edits = List.of(
                "body = 'other'",
                "account = 'team'",
                "scopes = 'dataset:visits'",
                "price = 'other'",
                "at = at + 1",
                "status = 'RELEASED', committed = NULL",
                "committed = NULL",
                "changed = 1",
                "token = '00000000000000000000000000000000'");
        Ledger ledger = filled(2);
        String id = charge(ledger, "mine").reservation();
        for (String edit : edits) {
            rollBack(url, () -> {
                execute("UPDATE ledger_reservation SET " + edit + " WHERE idempotency_key = 'mine'");
                assertThatThrownBy(() -> charge(ledger, "mine"))
                        .as(edit)
                        .isInstanceOf(UntrustedLedgerException.class)
                        .hasMessageContaining("is not what the journal says");
                if (!edit.startsWith("token")) {
                    assertThatThrownBy(() -> ledger.reservation(id))
                            .as(edit)
                            .isInstanceOf(UntrustedLedgerException.class);
                }
                assertThatThrownBy(() -> ledger.history(edit.startsWith("account") ? "team" : "model", 0, 10))
                        .as(edit)
                        .isInstanceOf(UntrustedLedgerException.class);
                assertThat(StoredLedger.verify(url, List.of(key().publicKey()), List.of())
                                .isSound())
                        .isFalse();
            });
        }
        assertThat(charge(ledger, "mine").reservation()).isEqualTo(id);
    }

    /** A yes that was never charged. */
    @Test
    void plantedReservation_isNotAnAnswer() {
        Ledger ledger = filled(2);
        execute(
                "INSERT INTO ledger_reservation (seq, token, idempotency_key, body, account, scopes, price, at, expires, status, "
                        + "committed, changed) SELECT 2, token, 'stolen', body, account, scopes, price, at, expires, status, committed, 2 "
                        + "FROM ledger_reservation WHERE idempotency_key = 'k0'");
        assertThatThrownBy(() -> charge(ledger, "stolen"))
                .isInstanceOf(UntrustedLedgerException.class)
                .hasMessageContaining("is not what the journal says");
        assertRefusedAtOpening("a row was edited");
    }

    /** What a running server writes on top of an edited row does not heal it. */
    @Test
    void editedState_underARunningServer_isFoundLater() {
        Ledger ledger = filled(2);
        Ledger second = openLedger();
        execute("UPDATE ledger_scope SET charges = 0 WHERE scope = 'account:model'");
        charge(second, "next");
        assertThat(ledger.journal()
                        .verify(List.of(key().publicKey()), List.of())
                        .isSound())
                .isFalse();
        assertRefusedAtOpening("a row was edited");
    }

    @Test
    void rolledBackDatabase_isRefusedByRunningServers_andAtOpening() {
        Ledger ledger = filled(2);
        long size = ledger.journal().head().size();
        rollBack(url, () -> {
            charge(ledger, "lost");
            assertThat(ledger.journal().head().size()).isGreaterThan(size);
        });
        assertThatThrownBy(() -> charge(ledger, "next"))
                .isInstanceOf(UntrustedLedgerException.class)
                .hasMessageContaining("rolled back");
        assertThatThrownBy(() -> ledger.scope(Scope.account("model")))
                .isInstanceOf(UntrustedLedgerException.class)
                .hasMessageContaining("rolled back");
        ledger.close();
        assertRefusedAtOpening("rolled back");
    }

    @Test
    void backup_putBackOnPurpose_isAFact_andNeedsTwo() throws Exception {
        Ledger ledger = filled(2);
        String origin = ledger.journal().head().origin();
        assertThatThrownBy(() -> StoredLedger.acceptBackup(url, Signing.by(key()), clock, "ann", "bob", "no need"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("not rolled back");
        rollBack(url, () -> charge(ledger, "lost"));
        ledger.close();
        assertThatThrownBy(() ->
                        StoredLedger.acceptBackup(url, Signing.by(key()), clock, "ann", "ann", "the disk was lost"))
                .hasMessageContaining("someone else");
        assertRefusedAtOpening("rolled back");
        Checkpoint head = StoredLedger.acceptBackup(url, Signing.by(key()), clock, "ann", "bob", "the disk was lost");
        assertThat(head.origin()).isNotEqualTo(origin);
        Ledger restored = openLedger();
        charge(restored, "lost");
        Fact.Restored fact = restored.journal().entries(0, 1000).stream()
                .map(entry -> entry.stamped().fact())
                .filter(Fact.Restored.class::isInstance)
                .map(Fact.Restored.class::cast)
                .findFirst()
                .orElseThrow();
        assertThat(fact.reason()).isEqualTo("the disk was lost");
        assertThat(Checkpoint.parse(fact.lost()).origin()).isEqualTo(origin);
        assertThat(restored.journal()
                        .verify(List.of(key().publicKey()), List.of())
                        .isSound())
                .isTrue();
    }

    @Test
    void emptyDatabase_inPlaceOfALedger_isNotBegunAnew() {
        filled(1).close();
        url = newDatabase();
        assertRefusedAtOpening("rolled back");
    }

    @Test
    void damagedHighWaterMark_isNotTakenForNone() throws Exception {
        filled(1).close();
        Path mark = folder.resolve("signing.key.head");
        assertThat(mark).exists();
        Files.writeString(mark, "nothing");
        assertRefusedAtOpening("does not hold the latest head");
    }

    @Test
    void receipts_proveTheirEntries_underEveryLaterHead() throws Exception {
        Ledger ledger = filled(0);
        List<Receipt> receipts = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            Receipt receipt = ledger.journal().receipt(charge(ledger, "k" + i).seq());
            assertThat(receipt.isIncluded()).isTrue();
            assertThat(receipt.head().isSignedByOneOf(List.of(key().publicKey())))
                    .isTrue();
            assertThat(((Fact.Charged) receipt.stamped().fact()).key()).isEqualTo("k" + i);
            assertThat(Receipt.read(StrictJson.parse(receipt.toNode().toString())))
                    .isEqualTo(receipt);
            receipts.add(receipt);
        }
        Checkpoint last = ledger.journal().head();
        for (Receipt receipt : receipts) {
            Checkpoint head = receipt.head();
            assertThat(Proofs.isConsistent(
                            head.size(),
                            head.root(),
                            last.size(),
                            last.root(),
                            ledger.journal().consistency(head.size(), last.size())))
                    .isTrue();
        }
        // From the database, by a server that has never seen them, and from a copy.
        Ledger other = openLedger();
        StringWriter exported = new StringWriter();
        ledger.journal().export(exported);
        String copy = newDatabase();
        StoredLedger.restore(copy, new StringReader(exported.toString()), List.of(key().publicKey()));
        try (Ledger copied = Ledger.open(copy, key(), clock)) {
            for (Receipt receipt : receipts) {
                long seq = receipt.stamped().seq();
                assertThat(other.journal().receipt(seq).entry()).isEqualTo(receipt.entry());
                assertThat(other.journal().receipt(seq).isIncluded()).isTrue();
                assertThat(copied.journal().receipt(seq).isIncluded()).isTrue();
            }
        }
        // The same key again: the same entry.
        assertThat(ledger.journal().receipt(charge(ledger, "k3").seq()).entry())
                .isEqualTo(receipts.get(3).entry());
    }

    @Test
    void entryThatWasEdited_hasNoReceipt() throws Exception {
        Ledger ledger = filled(2);
        long seq = charge(ledger, "mine").seq();
        charge(ledger, "later");
        execute(unlock().toArray(String[]::new));
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            unlockSession(statement);
            statement.execute("UPDATE ledger_journal SET entry = REPLACE(entry, 'mine', 'mime') WHERE seq = " + seq);
        }
        Ledger other = openLedger();
        assertThatThrownBy(() -> other.journal().receipt(seq))
                .isInstanceOf(UntrustedLedgerException.class)
                .hasMessageContaining("not the one that was signed");
    }

    @Test
    void journalOfAnEarlierLayout_isRefused() {
        try (Ledger ledger = filled(0)) {
            assertThat(ledger.journal().head().size()).isPositive();
        }
        execute("UPDATE ledger_head SET note = ''");
        assertRefusedAtOpening("has entries and no head");
    }

    /** All rows of the tables of a ledger, to put them back. */
    static List<String> tables() {
        return List.of(
                "ledger_journal",
                "ledger_head",
                "ledger_scope",
                "ledger_price",
                "ledger_term",
                "ledger_scope_term",
                "ledger_reservation",
                "ledger_access");
    }
}
