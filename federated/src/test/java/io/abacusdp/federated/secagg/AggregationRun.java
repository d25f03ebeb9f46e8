package io.abacusdp.federated.secagg;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;

/** Real clients and a real server that exchange bytes in one process. */
final class AggregationRun {
    final Session session;
    final AggregationServer server;
    final List<AggregationClient> clients;

    private AggregationRun(Session session, List<AggregationClient> clients) {
        this.session = session;
        this.clients = clients;
        server = new AggregationServer(session);
    }

    static List<KeyPair> identities(int count) {
        return IntStream.range(0, count).mapToObj(i -> identity()).toList();
    }

    static KeyPair identity() {
        try {
            return KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    static Session session(List<KeyPair> identities, int threshold, int colluders, int length) {
        List<Participant> participants = IntStream.range(0, identities.size())
                .mapToObj(i -> new Participant("site " + i, identities.get(i).getPublic()))
                .toList();
        return new Session(Session.newId(), 0, participants, threshold, colluders, length);
    }

    static AggregationRun of(List<KeyPair> identities, Session session, int[][] vectors) {
        List<AggregationClient> clients = IntStream.range(0, vectors.length)
                .parallel()
                .mapToObj(
                        i -> new AggregationClient(session, i, identities.get(i).getPrivate(), vectors[i]))
                .toList();
        return new AggregationRun(session, clients);
    }

    static AggregationRun of(int[][] vectors, int threshold, int colluders) {
        List<KeyPair> identities = identities(vectors.length);
        return of(identities, session(identities, threshold, colluders, vectors[0].length), vectors);
    }

    /** Runs all phases; a client is silent from the phase on in which it is said to be. */
    AggregateSum run(BiPredicate<Integer, Phase> silent) {
        List<byte[]> answers = advertise(silent);
        while (server.phase() != Phase.UNMASK) {
            answers = exchange(answers, silent);
        }
        deliver(answers);
        return server.finish();
    }

    List<byte[]> advertise(BiPredicate<Integer, Phase> silent) {
        return IntStream.range(0, clients.size())
                .filter(i -> !silent.test(i, Phase.ADVERTISE_KEYS))
                .mapToObj(i -> clients.get(i).advertise().encode())
                .toList();
    }

    /** Delivers a phase's messages to the server, closes the phase, and returns the answers to it. */
    List<byte[]> exchange(List<byte[]> messages, BiPredicate<Integer, Phase> silent) {
        deliver(messages);
        List<ServerMessage> closing = server.close();
        Phase next = server.phase();
        return closing.parallelStream()
                .filter(message -> !silent.test(message.recipient(), next))
                .map(message -> clients.get(message.recipient())
                        .receive(ServerMessage.decode(message.encode()))
                        .encode())
                .toList();
    }

    void deliver(List<byte[]> messages) {
        messages.forEach(bytes -> server.receive(ClientMessage.decode(bytes)));
    }

    static boolean nobody(int client, Phase phase) {
        return false;
    }

    static int[] sumOf(int[][] vectors, IntStream members) {
        int[] sum = new int[vectors[0].length];
        members.forEach(i -> {
            for (int j = 0; j < sum.length; j++) {
                sum[j] += vectors[i][j];
            }
        });
        return sum;
    }

    static int[][] randomVectors(int clients, int length, long seed) {
        java.util.Random random = new java.util.Random(seed);
        List<int[]> vectors = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            vectors.add(random.ints(length).toArray());
        }
        return vectors.toArray(new int[0][]);
    }
}
