package io.abacusdp.federated.secagg;

import java.security.SecureRandom;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One attempt to sum vectors: who may take part, how many must stay, and how many may be on the server's side. Server and
 * clients must have the same; every message names its digest.
 *
 * <p>A new attempt needs a new session, with a new id; keys are never used again.
 *
 * <p>Safe for use by several threads.
 */
public final class Session {
    /** Beyond this, a vector would not fit into one message. */
    public static final int MAX_LENGTH = 1 << 26;

    private static final int ID_BYTES = 32;

    private final Bytes id;
    private final int attempt;
    private final List<Participant> participants;
    private final int threshold;
    private final int colluders;
    private final int length;
    private final Bytes context;
    private final Map<Integer, SharingGraph> graphs = new ConcurrentHashMap<>();
    private final Set<Bytes> verified = ConcurrentHashMap.newKeySet();

    /**
     * @param id 32 random bytes, never used before
     * @param attempt from 0 on
     * @param participants in an order that all agree on
     * @param threshold t: fewer never give a sum; more than half of participants and colluders together, and at least two
     *     more than the colluders
     * @param colluders c: how many participants may tell the server all they know
     * @param length numbers in a vector
     * @throws IllegalArgumentException if these are not so, or no graph is secure for them
     */
    public Session(Bytes id, int attempt, List<Participant> participants, int threshold, int colluders, int length) {
        this.id = id.requireLength("session id", ID_BYTES);
        this.attempt = inRange("attempt", attempt, 0, Integer.MAX_VALUE);
        this.participants = List.copyOf(participants);
        this.length = inRange("vector length", length, 1, MAX_LENGTH);
        int size = participants.size();
        this.colluders = inRange("colluders", colluders, 0, Math.max(0, size - 2));
        int least = Math.max((size + colluders) / 2 + 1, colluders + 2);
        this.threshold = inRange("threshold", threshold, least, size);
        requireDistinct();
        context = digest();
        if (threshold - colluders - graph(size).uncounted() < 2) {
            throw new IllegalArgumentException(
                    "threshold " + threshold + " is too low: a sum could be one client's vector");
        }
    }

    /**
     * The least threshold, from one on, for which there is a graph that is secure, as far as a search upwards finds it.
     *
     * @throws IllegalArgumentException if there is none up to the number of participants
     */
    public static int threshold(int participants, int from, int colluders) {
        int refused = from - 1;
        int step = 1;
        int taken = from;
        while (!isSecure(participants, taken, colluders)) {
            if (taken >= participants) {
                throw new IllegalArgumentException(
                        "no threshold is secure for %d clients and %d colluders; divide the clients"
                                .formatted(participants, colluders));
            }
            refused = taken;
            taken = Math.min(participants, taken + step);
            step = 2 * step;
        }
        while (taken - refused > 1) {
            int middle = (taken + refused) / 2;
            if (isSecure(participants, middle, colluders)) {
                taken = middle;
            } else {
                refused = middle;
            }
        }
        return taken;
    }

    private static boolean isSecure(int participants, int threshold, int colluders) {
        try {
            SharingGraph graph = SharingGraph.of(participants, threshold, colluders);
            return threshold - colluders - graph.uncounted() >= 2;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** An id that nobody had before. */
    public static Bytes newId() {
        byte[] bytes = new byte[ID_BYTES];
        new SecureRandom().nextBytes(bytes);
        return Bytes.wrap(bytes);
    }

    /**
     * An id that only those have who were told the same numbers: each client counts on the noise of the others, and a server that
     * tells some of them another scale or less of it gets no sum.
     *
     * @param id that nobody had before
     * @param agreed what the vectors and their noise are made by, in an order that all know
     */
    public static Bytes boundId(Bytes id, double... agreed) {
        MessageWriter numbers = new MessageWriter();
        for (double number : agreed) {
            long bits = Double.doubleToLongBits(number);
            numbers.i32((int) (bits >>> Integer.SIZE)).i32((int) bits);
        }
        return Digest.of("abacus secure aggregation 1: noise")
                .update(id)
                .update(numbers.toBytes())
                .value();
    }

    public Bytes id() {
        return id;
    }

    public int attempt() {
        return attempt;
    }

    public List<Participant> participants() {
        return participants;
    }

    public int threshold() {
        return threshold;
    }

    public int colluders() {
        return colluders;
    }

    public int length() {
        return length;
    }

    /** Digest of all of this, which every message carries. */
    public Bytes context() {
        return context;
    }

    /**
     * Who shares with how many, if so many clients advertised their keys.
     *
     * @throws IllegalArgumentException if no graph is secure for so few, or it would count on fewer than {@link
     *     #honestInEverySum}
     */
    public SharingGraph graph(int rosterSize) {
        SharingGraph graph = graphs.computeIfAbsent(rosterSize, size -> SharingGraph.of(size, threshold, colluders));
        if (rosterSize != participants.size()
                && graph.uncounted() > graph(participants.size()).uncounted()) {
            throw new IllegalArgumentException(
                    "with " + rosterSize + " clients a sum could have fewer honest ones than " + honestInEverySum()
                            + "; try again with more");
        }
        return graph;
    }

    /**
     * How many clients know what they added to a sum and may use it: the colluders, and one in any case. A fellow client that
     * keeps to itself sees what is released, and knows its own vector and its own noise.
     */
    public int insiders() {
        return Math.max(1, colluders);
    }

    /** How many clients that are no insiders have their vectors in every sum that the server can get, at least; 1 or more. */
    public int honestInEverySum() {
        return threshold - insiders() - graph(participants.size()).uncounted();
    }

    /**
     * Bound on the probability that the server learns more than one such sum, whoever advertises keys; it belongs into the delta
     * of what is released.
     */
    public double failureProbability() {
        return participants.size() > SharingGraph.COMPLETE_UP_TO ? SharingGraph.FAILURE : 0;
    }

    /** Whether everybody shares with everybody, so that nothing is left to chance. */
    public boolean isComplete() {
        return graph(participants.size()).isComplete();
    }

    boolean isParticipant(int index) {
        return index >= 0 && index < participants.size();
    }

    /**
     * Whether a message is signed with the enrolled key of its sender. What was found to be so is remembered by a digest of
     * the whole message, so that clients that are simulated in one process, and have the session in common, verify each
     * signature once.
     */
    boolean isSigned(ClientMessage message) {
        Bytes digest = Digest.of("abacus secure aggregation 1: verified")
                .update(message.encode())
                .value();
        if (verified.contains(digest)) {
            return true;
        }
        boolean signed = message.isSignedBy(participants.get(message.sender()).identity());
        if (signed) {
            verified.add(digest);
        }
        return signed;
    }

    private Bytes digest() {
        MessageWriter out = new MessageWriter()
                .fixed(id)
                .i32(attempt)
                .i32(threshold)
                .i32(colluders)
                .i32(length);
        out.list(
                participants,
                (each, to) -> to.text(each.name()).varied(each.identity().getEncoded()));
        return Digest.of("abacus secure aggregation 1: session")
                .update(out.toBytes())
                .value();
    }

    private void requireDistinct() {
        Set<String> names = new HashSet<>();
        Set<Bytes> keys = new HashSet<>();
        for (Participant each : participants) {
            if (!names.add(each.name()) || !keys.add(Bytes.wrap(each.identity().getEncoded()))) {
                throw new IllegalArgumentException(
                        "participants must have different names and keys, " + each.name() + " is there twice");
            }
        }
    }

    private static int inRange(String name, int value, int least, int most) {
        if (value >= least && value <= most) {
            return value;
        }
        throw new IllegalArgumentException(name + " must be from " + least + " to " + most + ", got " + value);
    }
}
