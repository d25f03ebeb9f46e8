package io.abacusdp.federated.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.Skellam;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecureSumTest {
    private static Skellam skellam(SecureSum sum) {
        return (Skellam) ((Composed) sum.event(0)).events().get(0);
    }

    @Test
    void of_aNoiseMultiplier_hasThatMuchNoiseOverTheBoundOfTheIntegers() {
        for (double noise : new double[] {0.3, 1, 2.5, 20}) {
            for (double count : new double[] {0, 3 * noise}) {
                Skellam event = skellam(SecureSum.of(650, noise, 5, count));
                assertThat(Math.sqrt(event.variance()) / event.l2Sensitivity()).isBetween(noise, noise * (1 + 1e-9));
            }
        }
    }

    /** Noise on each number of the sum, in units of the clipping norm, is z·B, and on the count σ_b. */
    @Test
    void of_withACount_splitsTheNoiseAsThePaperSays() {
        double noise = 1;
        double countNoise = 1.5;
        SecureSum sum = SecureSum.of(1000, noise, 4, countNoise);

        double deviation = Math.sqrt(sum.noise().variance()) / sum.scale();
        double split = 1 / Math.sqrt(1 - 1 / (4 * countNoise * countNoise));
        assertThat(deviation).isCloseTo(split, within(0.01));
        assertThat(deviation / sum.countUnit()).isCloseTo(countNoise, within(0.015));
        assertThatThrownBy(() -> SecureSum.of(10, 1, 4, 0.5)).hasMessageContaining("more than half");
    }

    /** 400 clients with the same update, of whom 300 were within the bound: the sum is 400 times it, give or take noise. */
    @Test
    void part_manyTimes_sumsToUpdatesAndCount() {
        SecureSum sum = SecureSum.of(3, 0.05, 400, 0.5);
        SkellamNoise noise = sum.noise().ofOneClient();
        SplittableRandom random = new SplittableRandom(1);
        int[] total = new int[4];
        for (int client = 0; client < 400; client++) {
            int[] part = sum.part(new double[] {0.6, -0.3, 0.1}, client < 300, noise, random);
            for (int i = 0; i < total.length; i++) {
                total[i] += part[i];
            }
        }
        double[] updates = sum.updates(total);

        // Noise of the sum has a deviation of 0.05, and rounding to the grid far less than 1 a client.
        assertThat(updates[0]).isCloseTo(240, within(2.0));
        assertThat(updates[1]).isCloseTo(-120, within(2.0));
        assertThat(updates).hasSize(3);
        assertThat(sum.count(total)).isCloseTo(100, within(5.0));
    }

    @Test
    void requireFits_refusesSumsThatCouldWrapAround() {
        SecureSum.of(26_010, 1, 600, 0).requireFits(1000);
        SecureSum coarse = new SecureSum(10, 1e8, 0, new DistributedSkellam(1e6, 3));
        assertThatThrownBy(() -> coarse.requireFits(50)).hasMessageContaining("32 bits");
        assertThatThrownBy(() -> new SecureSum(1, 1, Double.NaN, new DistributedSkellam(1, 2)))
                .hasMessageContaining("unit");
    }

    private static int[] total(SecureSum sum, int clients, double[] update) {
        SkellamNoise noise = sum.noise().ofOneClient();
        SplittableRandom random = new SplittableRandom(2);
        int[] total = new int[update.length];
        for (int client = 0; client < clients; client++) {
            int[] part = sum.part(update, true, noise, random);
            for (int i = 0; i < total.length; i++) {
                total[i] += part[i];
            }
        }
        return total;
    }

    /** Updates at their bound, all in one number or spread over all, with weak and with strong noise. */
    @ParameterizedTest
    @CsvSource({"1, 0.01, 2", "1, 5, 5", "650, 0.01, 5", "650, 5, 5", "20000, 1, 3"})
    void isReachable_ofHonestSums_holds(int parameters, double noise, int clients) {
        SecureSum sum = SecureSum.of(parameters, noise, clients - 1, 0);
        double[] one = new double[parameters];
        one[0] = 1;
        double[] spread = new double[parameters];
        Arrays.fill(spread, -1 / Math.sqrt(parameters));

        assertThat(sum.isReachable(total(sum, clients, one), clients)).isTrue();
        assertThat(sum.isReachable(total(sum, clients, spread), clients)).isTrue();
    }

    /** A sum that one client moved: in one number beyond what all can reach, or in all by a little more than noise does. */
    @Test
    void isReachable_ofAPoisonedSum_doesNot() {
        int clients = 5;
        SecureSum sum = SecureSum.of(20_000, 1, clients - 1, 0);
        double deviation = Math.sqrt(clients * sum.noise().variancePerClient());
        int[] honest = total(sum, clients, new double[20_000]);
        int[] one = honest.clone();
        one[7] = (int) (clients * sum.scale() + 12 * deviation);
        int[] all = honest.clone();
        for (int i = 0; i < all.length; i++) {
            all[i] += (int) (0.8 * deviation);
        }
        int[] wrapped = honest.clone();
        wrapped[3] = Integer.MIN_VALUE;

        assertThat(sum.isReachable(honest, clients)).isTrue();
        for (int[] poisoned : List.of(one, all, wrapped)) {
            assertThat(sum.isReachable(poisoned, clients)).isFalse();
        }
    }
}
