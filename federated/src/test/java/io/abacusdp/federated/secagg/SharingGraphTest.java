package io.abacusdp.federated.secagg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.KeyPair;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SharingGraphTest {
    /** Holders and thresholds by mpmath with 40 digits, from the conditions of the Javadoc. */
    @ParameterizedTest
    @CsvSource({
        "51, 45, 0, 19, 13, 2",
        "60, 52, 2, 25, 17, 2",
        "80, 72, 2, 24, 16, 2",
        "100, 90, 5, 27, 18, 2",
        "100, 80, 10, 56, 36, 1",
        "300, 270, 15, 38, 24, 3"
    })
    void of_manyClients_isTheLeastGraphThatIsSecure(
            int clients, int threshold, int colluders, int holders, int shares, int uncounted) {
        SharingGraph graph = SharingGraph.of(clients, threshold, colluders);
        assertThat(graph).isEqualTo(new SharingGraph(clients, holders, shares, 40, uncounted, 0x1.8p-40));
        assertThat(graph.isComplete()).isFalse();
    }

    @Test
    void session_countsOnFewerThanTheThresholdLessInsiders_ofWhomThereIsOneAtLeast() {
        assertThat(AggregationRun.session(AggregationRun.identities(51), 45, 0, 1)
                        .honestInEverySum())
                .isEqualTo(42);
        assertThat(AggregationRun.session(AggregationRun.identities(5), 4, 1, 1).honestInEverySum())
                .isEqualTo(3);
        assertThat(AggregationRun.session(AggregationRun.identities(5), 4, 0, 1).honestInEverySum())
                .isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 10, 50})
    void of_fewClients_isComplete(int clients) {
        assertThat(SharingGraph.of(clients, clients, 0))
                .isEqualTo(new SharingGraph(clients, clients, clients, clients, 0, 0));
    }

    /** By mpmath no degree will do for 40 of 60 with 10 colluders. */
    @Test
    void of_lowThreshold_isComplete() {
        assertThat(SharingGraph.of(60, 40, 10).isComplete()).isTrue();
    }

    @Test
    void of_manyClientsWithLowThreshold_isRefused() {
        assertThatThrownBy(() -> SharingGraph.of(400, 280, 130))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("raise the threshold");
    }

    /** 60 clients with 25 holders each; up to two drop out in each phase, and eight of 60 may. */
    @Test
    void run_sixtyClientsWithRandomDropOuts_givesExactSumOfSurvivors() {
        int clients = 60;
        int[][] vectors = AggregationRun.randomVectors(clients, 1, 4);
        List<KeyPair> identities = AggregationRun.identities(clients);
        Session session = AggregationRun.session(identities, 52, 2, 1);
        assertThat(session.graph(clients).isComplete()).isFalse();
        Random random = new Random(6);
        Phase[] fates = new Phase[clients];
        for (Phase phase : List.of(Phase.SHARE_KEYS, Phase.MASKED_INPUT, Phase.CONSISTENCY, Phase.UNMASK)) {
            fates[random.nextInt(clients)] = phase;
            fates[random.nextInt(clients)] = phase;
        }
        AggregateSum sum =
                AggregationRun.of(identities, session, vectors).run((client, phase) -> fates[client] == phase);
        long dropped = java.util.Arrays.stream(fates)
                .filter(fate -> fate == Phase.SHARE_KEYS || fate == Phase.MASKED_INPUT)
                .count();
        assertThat(sum.survivors().size()).isEqualTo((int) (clients - dropped)).isLessThan(clients);
        assertThat(sum.values()).isEqualTo(AggregationRun.sumOf(vectors, sum.survivors().stream()));
    }

    /** Where samples are verified, a forged signature that is found ends the session: there is no second try. */
    @Test
    void client_findsForgedVote_endsTheSession() {
        AggregationRun simulation = AggregationRun.of(AggregationRun.randomVectors(51, 1, 4), 45, 0);
        List<byte[]> messages = simulation.advertise(AggregationRun::nobody);
        messages = simulation.exchange(messages, AggregationRun::nobody);
        messages = simulation.exchange(messages, AggregationRun::nobody);
        simulation.deliver(messages);
        ServerMessage survivors = simulation.server.close().get(0);
        AggregationClient client = simulation.clients.get(0);
        Bytes view = ((ClientPayload.SurvivorVote) client.receive(survivors).payload()).view();
        List<ClientMessage> forged = java.util.stream.IntStream.range(0, 51)
                .mapToObj(i -> ClientMessage.sign(
                        simulation.session.context(),
                        i,
                        new ClientPayload.SurvivorVote(view),
                        AggregationRun.identity().getPrivate()))
                .toList();
        ServerMessage request =
                new ServerMessage(simulation.session.context(), 0, new ServerPayload.UnmaskRequest(forged, List.of()));
        assertThatThrownBy(() -> client.receive(request)).hasMessageContaining("BAD_SIGNATURE");
        assertThat(client.waitsForEndOf()).isEqualTo(Phase.ABORTED);
        assertThatThrownBy(() -> client.receive(request)).hasMessageContaining("WRONG_PHASE");
    }
}
