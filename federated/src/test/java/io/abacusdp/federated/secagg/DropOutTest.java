package io.abacusdp.federated.secagg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.security.KeyPair;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whoever drops out, the server gets the exact sum of those whose vectors came, or nothing. */
@Tag("slow")
class DropOutTest {
    private static final Phase[] PHASES = {
        Phase.ADVERTISE_KEYS, Phase.SHARE_KEYS, Phase.MASKED_INPUT, Phase.CONSISTENCY, Phase.UNMASK
    };

    /** Every client stays to the end or falls silent in one of the five phases: 6^n patterns. */
    @ParameterizedTest
    @CsvSource({"2, 2, 0", "3, 2, 0"})
    void run_everyPattern_givesExactSumOrAborts(int clients, int threshold, int colluders) {
        List<KeyPair> identities = AggregationRun.identities(clients);
        patterns(clients).forEach(fates -> check(identities, threshold, colluders, fates));
    }

    /** Of the patterns of five clients and more, one in so many is tested. */
    private static final int STRIDE = Integer.getInteger("dropout.federated.stride", 4);

    /** Patterns that differ only in the names of clients are tested once, with names drawn at random. */
    @ParameterizedTest
    @CsvSource({"4, 3, 0", "5, 4, 1", "6, 4, 0"})
    void run_everyPatternUpToNames_givesExactSumOrAborts(int clients, int threshold, int colluders) {
        List<KeyPair> identities = AggregationRun.identities(clients);
        Random random = new Random(20);
        List<int[]> patterns =
                patterns(clients).filter(DropOutTest::isAscending).toList();
        int stride = clients < 5 ? 1 : STRIDE;
        for (int i = random.nextInt(stride); i < patterns.size(); i += stride) {
            check(identities, threshold, colluders, shuffled(patterns.get(i), random));
        }
    }

    private static Stream<int[]> patterns(int clients) {
        return IntStream.range(0, (int) Math.pow(PHASES.length + 1, clients))
                .mapToObj(number -> digits(number, clients));
    }

    private static void check(List<KeyPair> identities, int threshold, int colluders, int[] fates) {
        int[][] vectors = AggregationRun.randomVectors(fates.length, 3, 17);
        Session session = AggregationRun.session(identities, threshold, colluders, 3);
        AggregationRun simulation = AggregationRun.of(identities, session, vectors);
        for (int phase = 0; phase < PHASES.length; phase++) {
            if (staying(fates, phase).length < threshold) {
                Throwable thrown = catchThrowable(() -> run(simulation, fates));
                assertThat(thrown).isInstanceOf(AggregationAbortedException.class);
                assertThat(((AggregationAbortedException) thrown).phase()).isEqualTo(PHASES[phase]);
                assertThat(simulation.server.phase()).isEqualTo(Phase.ABORTED);
                return;
            }
        }
        int[] survivors = staying(fates, 2);
        AggregateSum sum = run(simulation, fates);
        assertThat(sum.survivors()).isEqualTo(Members.of(survivors));
        assertThat(sum.values()).isEqualTo(AggregationRun.sumOf(vectors, IntStream.of(survivors)));
    }

    private static AggregateSum run(AggregationRun simulation, int[] fates) {
        return simulation.run((client, phase) -> PHASES[Math.min(fates[client], 4)] == phase && fates[client] < 5);
    }

    /** Those that still answer in a phase. */
    private static int[] staying(int[] fates, int phase) {
        return IntStream.range(0, fates.length).filter(i -> fates[i] > phase).toArray();
    }

    private static int[] digits(int pattern, int count) {
        int[] digits = new int[count];
        int rest = pattern;
        for (int i = 0; i < count; i++) {
            digits[i] = rest % (PHASES.length + 1);
            rest /= PHASES.length + 1;
        }
        return digits;
    }

    private static boolean isAscending(int[] digits) {
        return IntStream.range(1, digits.length).allMatch(i -> digits[i - 1] <= digits[i]);
    }

    private static int[] shuffled(int[] digits, Random random) {
        int[] out = digits.clone();
        for (int i = out.length - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            int swap = out[i];
            out[i] = out[j];
            out[j] = swap;
        }
        return out;
    }
}
