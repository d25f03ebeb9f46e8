package io.abacusdp.federated.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.abacusdp.federated.protocol.Assignment;
import io.abacusdp.federated.protocol.Coordinator;
import io.abacusdp.federated.protocol.RefusedAnswerException;
import io.abacusdp.federated.protocol.TaskId;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client finds, whether the coordinator is in its process or elsewhere. */
abstract class CoordinatorContract {
    static final TaskId TASK = new TaskId(1, 0, 0);
    static final Duration LONG = Duration.ofSeconds(30);

    final Mailboxes mailboxes = new Mailboxes("site-a", "site-b");

    /** The mailboxes, as a client of that name reaches them. */
    abstract Coordinator as(String client) throws Exception;

    @Test
    void next_withoutWork_isIdle() throws Exception {
        assertThat(as("site-a").next("site-a", Duration.ofMillis(1))).isEqualTo(new Assignment.Idle());
    }

    /** Nothing, one byte, a chunk, one more than that, and many. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, Wire.CHUNK, Wire.CHUNK + 1, 5_000_000})
    void contents_ofAnyLength_arriveBothWays(int length) throws Exception {
        byte[] task = bytes(length, 1);
        byte[] answer = bytes(length, 2);
        mailboxes.post("site-a", TASK, task);
        Coordinator coordinator = as("site-a");
        Assignment.Work work = (Assignment.Work) coordinator.next("site-a", LONG);
        assertThat(work.id()).isEqualTo(TASK);
        assertThat(work.content()).isEqualTo(task);
        coordinator.submit("site-a", TASK, answer);
        assertThat(mailboxes.handedIn("site-a", TASK)).isEqualTo(answer);
    }

    @Test
    void next_beforeTheTaskIsHandedIn_saysTheSame() throws Exception {
        mailboxes.post("site-a", TASK, bytes(10, 1));
        mailboxes.post("site-a", new TaskId(7, 8, 9), bytes(10, 2));
        Coordinator coordinator = as("site-a");
        for (int i = 0; i < 2; i++) {
            assertThat(((Assignment.Work) coordinator.next("site-a", LONG)).id())
                    .isEqualTo(TASK);
        }
        coordinator.submit("site-a", TASK, bytes(1, 1));
        assertThat(((Assignment.Work) coordinator.next("site-a", LONG)).id()).isEqualTo(new TaskId(7, 8, 9));
    }

    @Test
    void next_waitsForWork_thatComesLater() throws Exception {
        Coordinator coordinator = as("site-a");
        Thread later = new Thread(() -> {
            while (mailboxes.waiting() == 0) {
                Thread.onSpinWait();
            }
            mailboxes.post("site-a", TASK, bytes(3, 1));
        });
        later.start();
        assertThat(coordinator.next("site-a", LONG)).isInstanceOf(Assignment.Work.class);
        later.join();
    }

    @Test
    void run_thatHasEnded_isSaidWithItsReason() throws Exception {
        mailboxes.finish("the budget is spent");
        assertThat(as("site-a").next("site-a", LONG)).isEqualTo(new Assignment.Finished("the budget is spent"));
    }

    @Test
    void submit_theSameAgain_changesNothing() throws Exception {
        mailboxes.post("site-a", TASK, bytes(1, 1));
        Coordinator coordinator = as("site-a");
        coordinator.submit("site-a", TASK, bytes(9, 1));
        coordinator.submit("site-a", TASK, bytes(9, 1));
        assertThat(mailboxes.log()).containsExactly("site-a 0");
    }

    @Test
    void submit_anotherContentAgain_isRefusedWithTheReason() throws Exception {
        mailboxes.post("site-a", TASK, bytes(1, 1));
        Coordinator coordinator = as("site-a");
        coordinator.submit("site-a", TASK, bytes(9, 1));
        assertThatThrownBy(() -> coordinator.submit("site-a", TASK, bytes(9, 2)))
                .isInstanceOf(RefusedAnswerException.class)
                .hasMessage("task 0 was handed in with another content");
        assertThat(mailboxes.handedIn("site-a", TASK)).isEqualTo(bytes(9, 1));
    }

    @Test
    void submit_ofATaskThatIsNotTheClients_isRefused() throws Exception {
        mailboxes.post("site-b", TASK, bytes(1, 1));
        Coordinator coordinator = as("site-a");
        assertThatThrownBy(() -> coordinator.submit("site-a", TASK, bytes(9, 1)))
                .isInstanceOf(RefusedAnswerException.class)
                .hasMessage("task 0 is not site-a's");
        assertThat(mailboxes.log()).isEmpty();
    }

    @Test
    void unknownClient_isRefused() throws Exception {
        Coordinator coordinator = as("site-a");
        assertThatThrownBy(() -> coordinator.next("site-x", LONG)).isInstanceOf(RefusedAnswerException.class);
        assertThatThrownBy(() -> coordinator.submit("site-x", TASK, bytes(1, 1)))
                .isInstanceOf(RefusedAnswerException.class);
    }

    @Test
    void next_whenInterrupted_throws() throws Exception {
        Coordinator coordinator = as("site-a");
        Thread self = Thread.currentThread();
        Thread later = new Thread(() -> {
            while (mailboxes.waiting() == 0) {
                Thread.onSpinWait();
            }
            self.interrupt();
        });
        later.start();
        assertThatThrownBy(() -> coordinator.next("site-a", LONG)).isInstanceOf(InterruptedException.class);
        later.join();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    static byte[] bytes(int length, long seed) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }
}
