package io.abacusdp.load;

import io.abacusdp.federated.noise.SecureSum;
import io.abacusdp.federated.noise.SkellamNoise;
import io.abacusdp.federated.secagg.AggregationClient;
import io.abacusdp.federated.secagg.AggregationServer;
import io.abacusdp.federated.secagg.ClientMessage;
import io.abacusdp.federated.secagg.Participant;
import io.abacusdp.federated.secagg.Phase;
import io.abacusdp.federated.secagg.ServerMessage;
import io.abacusdp.federated.secagg.Session;
import io.abacusdp.federated.simulate.Identities;
import io.abacusdp.training.noise.NoiseSource;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Function;
import java.util.stream.IntStream;

/** One round of secure aggregation, as {@code federated} does it, without training and without a network. */
public final class FederatedBenchmark {
    private static final double NOISE_MULTIPLIER = 1;
    private static final double MIB = 1 << 20;

    private final Session session;
    private final Identities identities;
    private final SecureSum sum;
    private final SkellamNoise noise;
    private final int[] plain;
    private final AggregationServer server;
    private AggregationClient[] clients = {};

    /** What a round took. */
    public record Figures(double seconds, double peakMib) {}

    private FederatedBenchmark(int count, int parameters) {
        List<String> names =
                IntStream.range(0, count).mapToObj(i -> "client-" + i).toList();
        identities = new Identities(names);
        List<Participant> participants = identities.participants();
        int threshold = (int) Math.max(count / 2 + 1, Math.ceil(0.9 * count));
        session = new Session(Session.newId(), 0, participants, threshold, 0, parameters);
        sum = SecureSum.of(parameters, NOISE_MULTIPLIER, session.honestInEverySum(), 0);
        noise = sum.noise().ofOneClient();
        sum.requireFits(count);
        plain = new int[parameters];
        server = new AggregationServer(session);
    }

    /** Runs a round; who is enrolled is known before. */
    public static Figures run(int clients, int parameters, int threads) {
        FederatedBenchmark round = new FederatedBenchmark(clients, parameters);
        ForkJoinPool pool = new ForkJoinPool(threads);
        try {
            long start = System.nanoTime();
            pool.submit(round::round).get();
            double seconds = (System.nanoTime() - start) / 1e9;
            return new Figures(seconds, peakMib());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LoadFailedException("interrupted", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("the round failed", e.getCause());
        } finally {
            pool.shutdown();
        }
    }

    /** All that is parallel here runs in the pool that runs this. */
    private void round() {
        int count = session.participants().size();
        clients = IntStream.range(0, count).parallel().mapToObj(this::client).toArray(AggregationClient[]::new);
        List<byte[]> answers = Arrays.stream(clients)
                .parallel()
                .map(client -> client.advertise().encode())
                .toList();
        while (server.phase() != Phase.UNMASK) {
            answers.forEach(answer -> server.receive(ClientMessage.decode(answer)));
            answers = answers(server.close(), this::answer);
        }
        answers.forEach(answer -> server.receive(ClientMessage.decode(answer)));
        if (!Arrays.equals(server.finish().values(), plain)) {
            throw new IllegalStateException("the sum is not that of the clients' numbers");
        }
    }

    private static List<byte[]> answers(List<ServerMessage> messages, Function<byte[], byte[]> answer) {
        return messages.parallelStream()
                .map(message -> answer.apply(message.encode()))
                .toList();
    }

    private byte[] answer(byte[] message) {
        ServerMessage decoded = ServerMessage.decode(message);
        return clients[decoded.recipient()].receive(decoded).encode();
    }

    private AggregationClient client(int index) {
        SplittableRandom random = new SplittableRandom(index);
        double[] update = new double[sum.parameters()];
        double bound = 1 / Math.sqrt(update.length);
        for (int i = 0; i < update.length; i++) {
            update[i] = bound * (2 * random.nextDouble() - 1);
        }
        int[] part = sum.part(update, true, noise, NoiseSource.secure());
        synchronized (plain) {
            for (int i = 0; i < part.length; i++) {
                plain[i] += part[i];
            }
        }
        String name = session.participants().get(index).name();
        return new AggregationClient(session, index, identities.enrolment(name).identity(), part);
    }

    /** The most that the process had in memory where the system says it, and otherwise the most of the heap in use. */
    private static double peakMib() {
        try {
            for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
                if (line.startsWith("VmHWM:")) {
                    return Long.parseLong(line.replaceAll("[^0-9]", "")) / 1024.0;
                }
            }
        } catch (IOException e) {
            // Not every system has it.
        }
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                        .mapToLong(pool -> pool.getPeakUsage().getUsed())
                        .sum()
                / MIB;
    }
}
