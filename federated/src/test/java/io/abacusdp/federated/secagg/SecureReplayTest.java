package io.abacusdp.federated.secagg;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.Skellam;
import io.abacusdp.federated.noise.SecureSum;
import io.abacusdp.federated.noise.SkellamNoise;
import java.security.KeyPair;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Neighbours through the whole protocol, with the same noise and the same clients falling silent, for every pattern of survivors of up
 * to five clients and every threshold and number of colluders: what the server learns moves by the victim's own encoded update, exactly,
 * and by no more than is charged.
 */
@Tag("slow")
class SecureReplayTest {
    private static final int PARAMETERS = 40;
    private static final double NOISE = 1.3;

    /** Phases in which a client that is silent is in no sum. */
    private static final Phase[] BEFORE_THE_SUM = {Phase.ADVERTISE_KEYS, Phase.SHARE_KEYS, Phase.MASKED_INPUT};

    /** Rounding and noise have numbers of their own, so that another update has the same noise. */
    private record Coins(RandomGenerator rounding, RandomGenerator noise) implements RandomGenerator {
        @Override
        public long nextLong() {
            return noise.nextLong();
        }

        @Override
        public double nextDouble() {
            return rounding.nextDouble();
        }
    }

    private static int[] part(SecureSum sum, SkellamNoise noise, int client, boolean isZero) {
        double[] update = new double[PARAMETERS];
        if (!isZero) {
            SplittableRandom random = new SplittableRandom(200 + client);
            double square = 0;
            for (int i = 0; i < PARAMETERS; i++) {
                update[i] = random.nextDouble() - 0.5;
                square += update[i] * update[i];
            }
            for (int i = 0; i < PARAMETERS; i++) {
                update[i] /= Math.sqrt(square);
            }
        }
        Coins coins = new Coins(new SplittableRandom(client), new SplittableRandom(100 + client));
        return sum.part(update, true, noise, coins);
    }

    /** Tables of noise take long to make, and are the same for as many honest clients. */
    private final Map<Integer, SkellamNoise> tables = new HashMap<>();

    @Test
    void everyPatternOfSurvivors_movesWhatTheServerLearnsByTheVictimsOwnUpdate() {
        int patterns = 0;
        for (int clients = 2; clients <= 5; clients++) {
            List<KeyPair> identities = AggregationRun.identities(clients);
            for (int threshold = clients / 2 + 1; threshold <= clients; threshold++) {
                for (int colluders = 0;
                        2 * threshold > clients + colluders && threshold - colluders >= 2;
                        colluders++) {
                    for (int survivors = 0; survivors < 1 << clients; survivors++) {
                        if (Integer.bitCount(survivors) >= threshold) {
                            check(identities, threshold, colluders, survivors, patterns++);
                        }
                    }
                }
            }
        }
        assertThat(patterns).isEqualTo(58);
    }

    private void check(List<KeyPair> identities, int threshold, int colluders, int survivors, int number) {
        int clients = identities.size();
        Session session = AggregationRun.session(identities, threshold, colluders, PARAMETERS);
        SecureSum sum = SecureSum.of(PARAMETERS, NOISE, session.honestInEverySum(), 0);
        SkellamNoise noise = tables.computeIfAbsent(
                session.honestInEverySum(), honest -> sum.noise().ofOneClient());
        int[] staying = IntStream.range(0, clients)
                .filter(client -> (survivors >> client & 1) == 1)
                .toArray();
        int victim = staying[number % staying.length];
        int[][] vectors = new int[clients][];
        int[][] neighbours = new int[clients][];
        for (int client = 0; client < clients; client++) {
            vectors[client] = part(sum, noise, client, false);
            neighbours[client] = part(sum, noise, client, client == victim);
        }

        int[] one = learned(identities, threshold, colluders, vectors, survivors, number);
        int[] other = learned(identities, threshold, colluders, neighbours, survivors, number);

        double square = 0;
        double absolute = 0;
        for (int i = 0; i < PARAMETERS; i++) {
            int moved = one[i] - other[i];
            assertThat(moved).isEqualTo(vectors[victim][i] - neighbours[victim][i]);
            square += (double) moved * moved;
            absolute += Math.abs((double) moved);
        }
        Skellam charged = (Skellam)
                ((Composed) sum.event(session.failureProbability())).events().get(0);
        assertThat(Math.sqrt(square)).isPositive().isLessThanOrEqualTo(charged.l2Sensitivity());
        assertThat(absolute).isLessThanOrEqualTo(charged.l1Sensitivity());
        double unknown = (staying.length - session.insiders()) * sum.noise().variancePerClient();
        assertThat(unknown).isGreaterThanOrEqualTo(charged.variance());
    }

    private static int[] learned(
            List<KeyPair> identities, int threshold, int colluders, int[][] vectors, int survivors, int number) {
        Session session = AggregationRun.session(identities, threshold, colluders, PARAMETERS);
        AggregateSum sum = AggregationRun.of(identities, session, vectors)
                .run((client, phase) -> (survivors >> client & 1) == 0
                        && phase == BEFORE_THE_SUM[(client + number) % BEFORE_THE_SUM.length]);
        assertThat(sum.survivors().size()).isEqualTo(Integer.bitCount(survivors));
        return sum.values();
    }
}
