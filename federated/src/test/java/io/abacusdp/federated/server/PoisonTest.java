package io.abacusdp.federated.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.federated.message.Answer;
import io.abacusdp.federated.message.SecureSettings;
import io.abacusdp.federated.message.Task;
import io.abacusdp.federated.privacy.PrivacyStyle;
import io.abacusdp.federated.protocol.Assignment;
import io.abacusdp.federated.protocol.Coordinator;
import io.abacusdp.federated.protocol.Receipt;
import io.abacusdp.federated.protocol.TaskId;
import io.abacusdp.federated.secagg.AggregationClient;
import io.abacusdp.federated.secagg.Bytes;
import io.abacusdp.federated.secagg.ServerMessage;
import io.abacusdp.federated.secagg.Session;
import io.abacusdp.federated.server.FederationServer.Ended;
import io.abacusdp.federated.server.FederationServer.Ending;
import io.abacusdp.federated.simulate.Identities;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client whose vector is no clipped update: nobody sees it, but the sum. */
class PoisonTest {
    @TempDir
    private Path directory;

    /** Answers the tasks of one client, in the attempts up to one, with large numbers. */
    private static final class Poisoner implements Coordinator {
        private final Coordinator server;
        private final Identities identities;
        private final int untilAttempt;
        private @Nullable AggregationClient part;

        Poisoner(Coordinator server, Identities identities, int untilAttempt) {
            this.server = server;
            this.identities = identities;
            this.untilAttempt = untilAttempt;
        }

        @Override
        public Assignment next(String client, Duration wait) throws InterruptedException {
            Assignment next = server.next(client, wait);
            if (!client.equals("site-1")
                    || !(next instanceof Assignment.Work work)
                    || work.id().attempt() > untilAttempt) {
                return next;
            }
            server.submit(client, work.id(), new Answer.Message(new Receipt(1, ""), answer(work)).encode());
            return new Assignment.Idle();
        }

        private byte[] answer(Assignment.Work work) {
            Task task = Task.decode(work.content());
            if (task instanceof Task.Train train) {
                SecureSettings settings = train.secure().orElseThrow();
                int length = train.parameters().length;
                Session session = new Session(
                        Session.boundId(
                                Bytes.of(HexFormat.of().parseHex(settings.session())),
                                settings.scale(),
                                settings.variance(),
                                settings.countUnit()),
                        work.id().attempt(),
                        identities.participants(),
                        settings.threshold(),
                        settings.colluders(),
                        length);
                int[] poison = new int[length];
                Arrays.fill(poison, 1 << 20);
                part = new AggregationClient(
                        session, 1, identities.enrolment("site-1").identity(), poison);
                return part.advertise().encode();
            }
            AggregationClient begun = part;
            if (begun == null) {
                throw new IllegalStateException("a sum must begin with its first task");
            }
            return begun.receive(ServerMessage.decode(((Task.Exchange) task).message()))
                    .encode();
        }

        @Override
        public void submit(String client, TaskId task, byte[] content) {
            server.submit(client, task, content);
        }
    }

    private TestFederation poisoned(int untilAttempt) {
        TestFederation federation = TestFederation.of(directory, PrivacyStyle.USER);
        federation.isSecure = true;
        // The client that was played has no charge in its ledger for what was said in its name, and declines
        // afterwards.
        federation.threshold = OptionalInt.of(3);
        federation.rounds = 1;
        federation.way = server -> new Poisoner(server, federation.identities(), untilAttempt);
        return federation;
    }

    @Test
    void aPoisonedSum_isRefusedAndPaid_andTheModelStaysAsItWas() throws Exception {
        TestFederation federation = poisoned(9);

        Ended ended = federation.begin();

        assertThat(ended.ending()).isEqualTo(Ending.ABORTED);
        assertThat(ended.reason()).contains("the sum is poisoned");
        assertThat(federation.history().releasedEvents()).hasSize(3);
    }

    @Test
    void theAttemptAfterIt_isMade() throws Exception {
        TestFederation federation = poisoned(0);

        assertThat(federation.begin().ending()).isEqualTo(Ending.PLAN_DONE);
        assertThat(federation.reports.get(0).attempt()).isEqualTo(1);
    }
}
