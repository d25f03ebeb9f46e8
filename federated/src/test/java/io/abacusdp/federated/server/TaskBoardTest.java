package io.abacusdp.federated.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.abacusdp.federated.message.Answer;
import io.abacusdp.federated.protocol.Assignment;
import io.abacusdp.federated.protocol.Receipt;
import io.abacusdp.federated.protocol.RefusedAnswerException;
import io.abacusdp.federated.protocol.TaskId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class TaskBoardTest {
    private static final TaskId TASK = new TaskId(1, 0, 0);
    private static final Receipt ONCE = new Receipt(1, "ab");
    private static final byte[] UPDATE = new Answer.Update(ONCE, new float[] {1}).encode();

    private final TaskBoard board = new TaskBoard(List.of("a", "b"));

    private void post() {
        board.post(TASK, Map.of("a", new byte[] {1}, "b", new byte[] {2}), (client, answer) -> {});
    }

    @Test
    void next_asksTheSameUntilItIsHandedIn() throws Exception {
        assertThat(board.next("a", Duration.ZERO)).isInstanceOf(Assignment.Idle.class);
        post();
        Assignment.Work work = (Assignment.Work) board.next("a", Duration.ZERO);
        assertThat(work.content()).containsExactly(1);
        assertThat(((Assignment.Work) board.next("a", Duration.ZERO)).id()).isEqualTo(TASK);

        assertThat(board.submit("a", TASK, UPDATE)).isTrue();

        assertThat(board.next("a", Duration.ZERO)).isInstanceOf(Assignment.Idle.class);
        assertThat(board.next("b", Duration.ZERO)).isInstanceOf(Assignment.Work.class);
        board.finish("over");
        board.finish("again");
        assertThat(board.next("b", Duration.ZERO)).isEqualTo(new Assignment.Finished("over"));
    }

    @Test
    void submit_theSameAgain_changesNothingEvenAfterwards() throws Exception {
        post();
        board.submit("a", TASK, UPDATE);
        assertThat(board.submit("a", TASK, UPDATE)).isFalse();
        assertThat(board.close(Duration.ofMillis(1), Duration.ZERO, 3)).containsOnlyKeys("a");
        assertThat(board.submit("a", TASK, UPDATE.clone())).isFalse();
    }

    /** Of two processes with one key: what the second has charged must be known, whenever it comes. One that declined has not charged. */
    @Test
    void submit_ofASecondAnswer_isRefusedAndItsReceiptKept() throws Exception {
        Receipt twice = new Receipt(2, "cd");
        byte[] second = new Answer.Update(twice, new float[] {2}).encode();
        post();
        board.submit("a", TASK, UPDATE);
        board.submit("b", TASK, new Answer.Declined(Receipt.NONE, "no").encode());
        assertThatThrownBy(() -> board.submit("a", TASK, second)).isInstanceOf(RefusedAnswerException.class);
        assertThatThrownBy(() -> board.submit("b", TASK, second)).isInstanceOf(RefusedAnswerException.class);
        assertThatThrownBy(() -> board.submit("a", TASK, new byte[] {1})).isInstanceOf(RefusedAnswerException.class);
        assertThat(board.takeSeconds()).isEqualTo(Map.of("a", twice));

        board.close(Duration.ofMillis(1), Duration.ZERO, 3);
        assertThatThrownBy(() -> board.submit("a", TASK, second)).isInstanceOf(RefusedAnswerException.class);
        assertThat(board.takeSeconds()).isEqualTo(Map.of("a", twice));
        assertThat(board.takeSeconds()).isEmpty();
    }

    @Test
    void submit_anythingElse_isRefused() throws Exception {
        post();
        board.submit("a", TASK, UPDATE);
        byte[] other = new Answer.Update(ONCE, new float[] {2}).encode();
        assertThatThrownBy(() -> board.submit("a", TASK, other))
                .isInstanceOf(RefusedAnswerException.class)
                .hasMessageContaining("in another way");
        assertThatThrownBy(() -> board.submit("b", new TaskId(1, 1, 0), UPDATE))
                .isInstanceOf(RefusedAnswerException.class)
                .hasMessageContaining("not, or no longer");
        assertThatThrownBy(() -> board.submit("b", TASK, new byte[] {1, 2, 3}))
                .isInstanceOf(RefusedAnswerException.class)
                .hasMessageContaining("not what was asked for");
        assertThatThrownBy(() -> board.next("c", Duration.ZERO))
                .isInstanceOf(RefusedAnswerException.class)
                .hasMessageContaining("there is no client c");
        // What was refused has changed nothing: the client can still hand in what was asked for.
        assertThat(board.submit("b", TASK, UPDATE)).isTrue();
    }

    @Test
    void submit_whatTheAcceptorRefuses_changesNothing() throws Exception {
        board.post(TASK, Map.of("a", new byte[0]), (client, answer) -> {
            if (answer instanceof Answer.Declined) {
                throw new IllegalArgumentException("no");
            }
        });
        byte[] declined = new Answer.Declined(Receipt.NONE, "x").encode();
        assertThatThrownBy(() -> board.submit("a", TASK, declined)).isInstanceOf(RefusedAnswerException.class);
        assertThat(board.submit("a", TASK, UPDATE)).isTrue();
        assertThat(board.close(Duration.ofSeconds(30), Duration.ZERO, 3)).containsOnlyKeys("a");
    }

    /** As often as a task is handed out, its client can have charged itself. */
    @Test
    void next_theFirstTaskOfAnAttempt_isHandedOutSoOftenAndNoMoreOften() throws Exception {
        post();
        for (int i = 0; i < TaskBoard.MOST_DELIVERIES; i++) {
            assertThat(board.next("a", Duration.ZERO)).isInstanceOf(Assignment.Work.class);
        }
        assertThat(board.next("a", Duration.ZERO)).isInstanceOf(Assignment.Idle.class);
        assertThat(board.deliveries("a")).isEqualTo(TaskBoard.MOST_DELIVERIES);
        board.close(Duration.ZERO, Duration.ZERO, 1);
        board.post(new TaskId(1, 1, 0), Map.of("a", new byte[0]), (client, answer) -> {});
        assertThat(board.next("a", Duration.ZERO)).isInstanceOf(Assignment.Work.class);
        assertThat(board.deliveries("a")).isEqualTo(TaskBoard.MOST_DELIVERIES + 1);
    }

    /** Enough have answered, and the time of the others is their grace, not their patience. */
    @Test
    void close_whenEnoughHaveAnswered_waitsForTheGraceOnly() throws Exception {
        post();
        board.submit("a", TASK, UPDATE);

        assertThat(board.close(Duration.ofDays(1), Duration.ofMillis(5), 1)).containsOnlyKeys("a");
    }

    /** Who declines has answered, and is not one of those who are enough. */
    @Test
    void close_whenTooFewHaveAnswered_waitsForAllOfThePatience() throws Exception {
        post();
        board.submit("a", TASK, new Answer.Declined(Receipt.NONE, "no").encode());
        CompletableFuture<Boolean> late = CompletableFuture.supplyAsync(() -> board.submit("b", TASK, UPDATE));

        assertThat(board.close(Duration.ofDays(1), Duration.ZERO, 1)).containsOnlyKeys("a", "b");
        assertThat(late.get()).isTrue();
    }

    @Test
    void awaitThere_countsThoseWhoAskedSinceTasksWereTakenBack() throws Exception {
        List<String> both = List.of("a", "b");
        assertThat(board.awaitThere(both, 2, Duration.ofMillis(1))).isZero();
        board.next("a", Duration.ZERO);
        assertThat(board.awaitThere(both, 2, Duration.ofMillis(1))).isEqualTo(1);
        assertThat(board.awaitThere(List.of("b"), 1, Duration.ofMillis(1))).isZero();
        post();
        board.close(Duration.ZERO, Duration.ZERO, 1);
        assertThat(board.awaitThere(both, 1, Duration.ofMillis(1))).isZero();
    }
}
