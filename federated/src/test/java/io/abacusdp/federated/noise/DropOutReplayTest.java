package io.abacusdp.federated.noise;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.Skellam;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Sums of two to five clients, with every threshold and every pattern of drop-outs, played again under the same coins on neighbours:
 * the victim's update is away. What reaches the sum differs by no more than the charge allows, and without the parts of any insiders
 * that it counts it has all the noise that is charged.
 */
class DropOutReplayTest {
    private static final int PARAMETERS = 7;
    private static final double NOISE = 1.5;

    private static int[] part(SecureSum sum, SkellamNoise noise, double[] update, int client) {
        int[] part = sum.encoding().encode(update, new SplittableRandom(client));
        noise.addTo(part, new SplittableRandom(100 + client));
        return part;
    }

    private static double[] update(int client) {
        SplittableRandom random = new SplittableRandom(200 + client);
        double[] update = new double[PARAMETERS];
        double square = 0;
        for (int i = 0; i < PARAMETERS; i++) {
            update[i] = random.nextDouble() - 0.5;
            square += update[i] * update[i];
        }
        for (int i = 0; i < PARAMETERS; i++) {
            update[i] /= Math.sqrt(square);
        }
        return update;
    }

    private static int[] sum(SecureSum sum, SkellamNoise noise, int survivors, int victim, boolean isAway) {
        int[] total = new int[PARAMETERS];
        for (int client = 0; client < 5; client++) {
            if ((survivors >> client & 1) == 1) {
                int[] part =
                        part(sum, noise, client == victim && isAway ? new double[PARAMETERS] : update(client), client);
                for (int i = 0; i < PARAMETERS; i++) {
                    total[i] += part[i];
                }
            }
        }
        return total;
    }

    @Test
    void everyPatternOfDropOuts_movesTheSumByNoMoreThanIsCharged() {
        int patterns = 0;
        for (int clients = 2; clients <= 5; clients++) {
            for (int threshold = clients / 2 + 1; threshold <= clients; threshold++) {
                for (int colluders = 0;
                        2 * threshold > clients + colluders && threshold - colluders >= 2;
                        colluders++) {
                    int honest = threshold - Math.max(1, colluders);
                    SecureSum sum = SecureSum.of(PARAMETERS, NOISE, honest, 0);
                    SkellamNoise noise = sum.noise().ofOneClient();
                    Skellam charged =
                            (Skellam) ((Composed) sum.event(0)).events().get(0);
                    for (int survivors = 0; survivors < 1 << clients; survivors++) {
                        if (Integer.bitCount(survivors) >= threshold) {
                            patterns++;
                            check(sum, noise, charged, survivors, Math.max(1, colluders));
                        }
                    }
                }
            }
        }
        assertThat(patterns).isEqualTo(58);
    }

    private static void check(SecureSum sum, SkellamNoise noise, Skellam charged, int survivors, int insiders) {
        for (int victim = 0; victim < 5; victim++) {
            if ((survivors >> victim & 1) == 1) {
                int[] with = sum(sum, noise, survivors, victim, false);
                int[] without = sum(sum, noise, survivors, victim, true);
                double square = 0;
                double absolute = 0;
                for (int i = 0; i < PARAMETERS; i++) {
                    double moved = (double) with[i] - without[i];
                    square += moved * moved;
                    absolute += Math.abs(moved);
                }
                assertThat(Math.sqrt(square)).isPositive().isLessThanOrEqualTo(charged.l2Sensitivity());
                assertThat(absolute).isLessThanOrEqualTo(charged.l1Sensitivity());
            }
        }
        double unknown = (Integer.bitCount(survivors) - insiders) * sum.noise().variancePerClient();
        assertThat(unknown).isGreaterThanOrEqualTo(charged.variance());
        assertThat(Math.sqrt(charged.variance()) / charged.l2Sensitivity()).isGreaterThanOrEqualTo(NOISE);
    }
}
