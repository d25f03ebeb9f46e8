package io.abacusdp.federated.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.federated.privacy.PrivacyStyle;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.data.Digits;
import io.abacusdp.training.noise.RandomStreams;
import io.abacusdp.training.step.Clipping;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A round of every style, played twice under the same coins on neighbours, of which one client has another record, or other
 * records altogether. What others hand in is the same to the last bit, and what the client's data moves is within the bounds that the
 * noise is made for: the noise is the same in both, and falls out of the difference.
 */
class NeighboursReplayedTest {
    private static final String VICTIM = "site-0";
    private static final double CLIENT_CLIP = 0.05;

    /** Of 200 records: the one that is another is hardly ever left out. */
    private static final int LOT = 195;

    @TempDir
    private Path directory;

    @SuppressWarnings("ArrayRecordComponent") // Compared by nobody.
    private record Played(Map<String, float[]> updates, float[] model) {}

    private Played play(String name, PrivacyStyle style, int records, long seed) throws Exception {
        TestFederation federation = TestFederation.of(directory.resolve(name), style);
        federation.rounds = 1;
        federation.localSteps = 1;
        federation.lot = LOT;
        federation.streams = RandomStreams.insecureForTests(seed);
        if (style.protectsClients()) {
            federation.clientNoise = Optional.of(new ClientNoise(4, 2, new Clipping.Flat(CLIENT_CLIP)));
        }
        federation.neighbour = data -> replaced(data, records);
        Map<String, float[]> updates = new ConcurrentHashMap<>();
        federation.way = server -> new Tap(server, (client, task, update) -> {
            updates.put(client, update.update());
            return update;
        });
        federation.begin();
        return new Played(new TreeMap<>(updates), federation.parameters);
    }

    /** The victim's first records are taken from the test set. */
    private static Map<String, Dataset> replaced(Map<String, Dataset> data, int records) {
        Dataset own = Objects.requireNonNull(data.get(VICTIM));
        int size = own.size();
        Dataset all = Dataset.union(VICTIM, List.of(own, Digits.load().test()));
        Map<String, Dataset> neighbour = new TreeMap<>(data);
        neighbour.put(
                VICTIM,
                all.rows(
                        VICTIM,
                        IntStream.range(0, size)
                                .map(row -> row < records ? size + row : row)
                                .toArray()));
        return neighbour;
    }

    private static double distance(float[] one, float[] other) {
        double square = 0;
        for (int i = 0; i < one.length; i++) {
            double difference = (double) one[i] - other[i];
            square += difference * difference;
        }
        return Math.sqrt(square);
    }

    /** One step of rate ½ on a lot, of gradients clipped to 1: a record that is another moves the update by 2·½ over the lot. */
    @ParameterizedTest
    @CsvSource({"sample, 3", "sample, 4", "sample, 5", "sample, 6", "hybrid, 7"})
    void aRecordThatIsAnother_movesItsClientsUpdateWithinTheBound_andNobodyElses(String style, long seed)
            throws Exception {
        Played one = play("one", PrivacyStyle.of(style), 0, seed);
        Played other = play("other", PrivacyStyle.of(style), 1, seed);

        assertThat(one.updates()).hasSize(4);
        assertThat(one.updates().get(VICTIM)).isNotEqualTo(other.updates().get(VICTIM));
        one.updates().forEach((client, update) -> {
            double moved =
                    distance(update, Objects.requireNonNull(other.updates().get(client)));
            // Parameters are floats: 650 of them, below 4 in size.
            assertThat(moved).as(client).isLessThanOrEqualTo(client.equals(VICTIM) ? 2 * 0.5 / LOT + 1e-5 : 0);
        });
    }

    /** All records of a client are others: the released mean of four moves by two bounds over four, whatever the records are. */
    @ParameterizedTest
    @CsvSource({"user, 3", "user, 4", "hybrid, 5", "hybrid, 6"})
    void aClientThatIsAnother_movesTheReleasedModelWithinTheBound(String style, long seed) throws Exception {
        Played one = play("one", PrivacyStyle.of(style), 0, seed);
        Played other = play("other", PrivacyStyle.of(style), 200, seed);

        one.updates().forEach((client, update) -> {
            if (!client.equals(VICTIM)) {
                assertThat(other.updates().get(client)).containsExactly(update);
            }
        });
        assertThat(distance(one.model(), other.model())).isPositive().isLessThanOrEqualTo(2 * CLIENT_CLIP / 4 + 1e-5);
    }
}
