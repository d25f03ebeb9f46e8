package io.abacusdp.federated.secagg;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.federated.secagg.ClientPayload.MaskedInput;
import io.abacusdp.federated.secagg.ClientPayload.UnmaskShares;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the server has of a single client cannot be told from random numbers, before and after it knows the self masks. */
class UniformViewTest {
    private static final int LENGTH = 26_010;

    /** Chi-square of 255 degrees of freedom exceeds this with probability 1e-9 (Wilson and Hilferty). */
    private static final double CRITICAL = 415;

    @Test
    void serversView_ofOneClient_isUniformWhateverTheInput() {
        View zeros = viewOf(0);
        View others = viewOf(0x01020304);
        for (View view : List.of(zeros, others)) {
            assertThat(chiSquare(counts(view.masked))).isLessThan(CRITICAL);
            assertThat(chiSquare(counts(view.withoutSelfMask))).isLessThan(CRITICAL);
        }
        assertThat(chiSquare(counts(zeros.masked), counts(others.masked))).isLessThan(CRITICAL);
        assertThat(chiSquare(counts(zeros.withoutSelfMask), counts(others.withoutSelfMask)))
                .isLessThan(CRITICAL);
    }

    /** The same test sees a vector that carries no mask. */
    @Test
    void chiSquare_ofPlainVector_isFarBeyond() {
        int[] plain = new int[LENGTH];
        assertThat(chiSquare(counts(MaskStream.toBytes(plain)))).isGreaterThan(1e6);
    }

    private record View(Bytes masked, Bytes withoutSelfMask) {}

    /** Three clients, of which the first has a constant vector; the server puts its seed together as it may. */
    private static View viewOf(int constant) {
        int[][] vectors = AggregationRun.randomVectors(3, LENGTH, 9);
        Arrays.fill(vectors[0], constant);
        AggregationRun simulation = AggregationRun.of(vectors, 3, 1);
        List<byte[]> messages = simulation.advertise(AggregationRun::nobody);
        messages = simulation.exchange(messages, AggregationRun::nobody);
        messages = simulation.exchange(messages, AggregationRun::nobody);
        Bytes masked = ((MaskedInput) ClientMessage.decode(messages.get(0)).payload()).vector();
        messages = simulation.exchange(messages, AggregationRun::nobody);
        messages = simulation.exchange(messages, AggregationRun::nobody);
        Map<Integer, Bytes> shares = new HashMap<>();
        for (int holder = 0; holder < 3; holder++) {
            UnmaskShares revealed =
                    (UnmaskShares) ClientMessage.decode(messages.get(holder)).payload();
            assertThat(revealed.shares()).allMatch(share -> share.kind() == ShareKind.SELF_MASK);
            shares.put(holder, revealed.shares().get(0).share());
        }
        simulation.deliver(messages);
        assertThat(simulation.server.finish().values())
                .isEqualTo(AggregationRun.sumOf(vectors, java.util.stream.IntStream.range(0, 3)));
        int[] unmasked = new int[LENGTH];
        MaskStream.add(masked, unmasked);
        new MaskStream().subtract(SecretSharing.join(shares, 3, 3), unmasked);
        return new View(masked, MaskStream.toBytes(unmasked));
    }

    private static double[] counts(Bytes bytes) {
        double[] counts = new double[256];
        for (byte value : bytes.toArray()) {
            counts[value & 0xff]++;
        }
        return counts;
    }

    private static double chiSquare(double[] counts) {
        double expected = 4.0 * LENGTH / 256;
        return Arrays.stream(counts)
                .map(count -> (count - expected) * (count - expected) / expected)
                .sum();
    }

    /** Of two samples of the same size. */
    private static double chiSquare(double[] one, double[] other) {
        double sum = 0;
        for (int i = 0; i < one.length; i++) {
            double difference = one[i] - other[i];
            sum += difference * difference / (one[i] + other[i]);
        }
        return sum;
    }
}
