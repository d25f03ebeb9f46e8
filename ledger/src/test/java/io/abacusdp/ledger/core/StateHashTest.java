package io.abacusdp.ledger.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.filter.ZcdpLimit;
import io.abacusdp.ledger.api.data.BlockRule;
import io.abacusdp.ledger.api.data.Budget;
import io.abacusdp.ledger.api.data.DataRules;
import io.abacusdp.ledger.api.data.Pace;
import io.abacusdp.ledger.api.data.PrivacyUnit;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.api.data.ScopeState;
import io.abacusdp.ledger.core.CommittedState.TermCount;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.bouncycastle.crypto.BlockCipher;
import org.bouncycastle.crypto.engines.AESEngine;
import org.bouncycastle.crypto.params.KeyParameter;
import org.junit.jupiter.api.Test;

class StateHashTest {
    private static final Duration DAY = Duration.ofDays(1);

    private static byte[] row(int number) {
        return ("row " + number).getBytes(StandardCharsets.UTF_8);
    }

    /** The definition, worked out number by number. */
    @Test
    void sum_isThatOfItsDefinition() throws Exception {
        StateHash hash = new StateHash();
        hash.add(row(1));
        hash.add(row(2));
        hash.remove(row(1));
        hash.add(row(3));
        short[] expected = new short[1024];
        for (int number = 2; number <= 3; number++) {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(row(number));
            // One block after another, by another implementation.
            BlockCipher block = AESEngine.newInstance();
            block.init(true, new KeyParameter(digest));
            for (int counter = 0; counter < 128; counter++) {
                byte[] plain = new byte[16];
                plain[15] = (byte) counter;
                ByteBuffer out = ByteBuffer.allocate(16);
                block.processBlock(plain, 0, out.array(), 0);
                for (int lane = 0; lane < 8; lane++) {
                    expected[8 * counter + lane] += out.getShort();
                }
            }
        }
        short[] lanes = new short[1024];
        ByteBuffer.wrap(hash.bytes()).asShortBuffer().get(lanes);
        assertThat(lanes).isEqualTo(expected);
    }

    @Test
    void order_doesNotMatter_andWhatIsTakenOutLeavesNoTrace() {
        List<Integer> rows = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            rows.add(i);
        }
        StateHash first = new StateHash();
        rows.forEach(number -> first.add(row(number)));
        Collections.shuffle(rows, new Random(1));
        StateHash second = StateHash.of(new StateHash().bytes());
        second.add(row(1000));
        rows.forEach(number -> second.add(row(number)));
        assertThat(second).isNotEqualTo(first);
        second.remove(row(1000));
        assertThat(second).isEqualTo(first).hasSameHashCodeAs(first);
        assertThat(StateSums.of(second, new StateHash(), 7).digest())
                .isEqualTo(StateSums.of(first, new StateHash(), 7).digest())
                .isNotEqualTo(StateSums.of(first, new StateHash(), 8).digest())
                .isNotEqualTo(StateSums.of(first, first, 7).digest());
        // A row twice is not a row less, as it would be in an exclusive or.
        second.add(row(5));
        second.add(row(5));
        assertThat(second).isNotEqualTo(first);
        assertThatThrownBy(() -> StateHash.of(new byte[2047])).isInstanceOf(IllegalArgumentException.class);
    }

    /** Each of these differs from each other in one component only. */
    @Test
    void rows_thatDiffer_haveDifferentBytes() {
        PrivacyUnit unit = new PrivacyUnit("patient", Adjacency.ADD_OR_REMOVE_ONE);
        ScopeState plain = StateChanges.empty(Scope.account("a"), unit, null, Instant.EPOCH, 1);
        List<ScopeState> scopes = List.of(
                plain,
                StateChanges.empty(Scope.account("b"), unit, null, Instant.EPOCH, 1),
                StateChanges.empty(Scope.dataset("a"), unit, null, Instant.EPOCH, 1),
                StateChanges.empty(Scope.account("a"), unit, Scope.account("c"), Instant.EPOCH, 1),
                StateChanges.empty(Scope.account("a"), unit, null, Instant.EPOCH.plusMillis(1), 1),
                StateChanges.empty(Scope.account("a"), unit, null, Instant.EPOCH, 2),
                StateChanges.nextWindow(plain, 1, Instant.EPOCH, 1));
        Budget daily = new Budget(new ZcdpLimit(1), DAY);
        Budget refreshed = new Budget(new ZcdpLimit(1), DAY, new Pace(true, null, Instant.EPOCH));
        Budget unlocked = new Budget(new ZcdpLimit(1), DAY, new Pace(false, DAY, Instant.EPOCH));
        BlockRule rule =
                new BlockRule(BlockRule.By.TIME, DAY, Instant.EPOCH, new Budget(new ZcdpLimit(1), null), "ann", "bob");
        List<ScopeState> paced = List.of(
                StateChanges.withBudget(plain, daily, 1),
                StateChanges.withBudget(plain, refreshed, 1),
                StateChanges.withBudget(plain, unlocked, 1),
                StateChanges.withBudget(plain, unlocked.startingAt(Instant.EPOCH.plusMillis(1)), 1),
                StateChanges.withRules(plain, DataRules.NONE.with(rule), 1));
        Set<String> different = new HashSet<>();
        paced.forEach(scope -> different.add(new String(CommittedState.bytes(scope), StandardCharsets.ISO_8859_1)));
        scopes.forEach(scope -> different.add(new String(CommittedState.bytes(scope), StandardCharsets.ISO_8859_1)));
        different.add(new String(new TermCount(Scope.account("a"), "t", 1).bytes(), StandardCharsets.ISO_8859_1));
        different.add(new String(new TermCount(Scope.account("a"), "t", 2).bytes(), StandardCharsets.ISO_8859_1));
        different.add(new String(new TermCount(Scope.account("at"), "", 1).bytes(), StandardCharsets.ISO_8859_1));
        assertThat(different).hasSize(scopes.size() + paced.size() + 3);
    }

    /** The digest is of the version before budgets had a pace: ledgers that it signed have to open. */
    @Test
    void row_withoutPaceAndRuleForBlocks_hasTheBytesOfOldAndSignedOnes() throws NoSuchAlgorithmException {
        PrivacyUnit unit = new PrivacyUnit("patient", Adjacency.ADD_OR_REMOVE_ONE);
        ScopeState plain = StateChanges.empty(Scope.account("a"), unit, null, Instant.EPOCH, 1);
        byte[] row = CommittedState.bytes(StateChanges.withBudget(plain, new Budget(new ZcdpLimit(1), DAY), 1));
        assertThat(HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(row)))
                .isEqualTo("1c03a8c4e389cc964d3f7005e58444cc0f63e96114dfa414e40dcc5edebcd4bb");
    }
}
