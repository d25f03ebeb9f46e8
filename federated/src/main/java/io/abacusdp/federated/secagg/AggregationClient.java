package io.abacusdp.federated.secagg;

import io.abacusdp.federated.secagg.ClientPayload.KeyAdvert;
import io.abacusdp.federated.secagg.ClientPayload.MaskedInput;
import io.abacusdp.federated.secagg.ClientPayload.ShareUpload;
import io.abacusdp.federated.secagg.ClientPayload.SurvivorVote;
import io.abacusdp.federated.secagg.ClientPayload.UnmaskShares;
import io.abacusdp.federated.secagg.ServerPayload.Roster;
import io.abacusdp.federated.secagg.ServerPayload.ShareDelivery;
import io.abacusdp.federated.secagg.ServerPayload.SurvivorSet;
import io.abacusdp.federated.secagg.ServerPayload.UnmaskRequest;
import java.security.InvalidKeyException;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import javax.crypto.AEADBadTagException;

/**
 * A client's part in one session: {@link #advertise} gives the first message, and each message of the server is answered
 * by {@link #receive}. After the fourth answer, or when it is dropped, the client is done; it cannot be used for another
 * attempt.
 *
 * <p>The server may be malicious. What is enforced here, whatever it sends: the vector leaves only masked; the group must
 * have at least the threshold, lie within what was seen before, and be the one for which a majority of the participants
 * voted; this client votes once and reveals shares once, of one kind for each owner.
 *
 * <p>A refused message changes nothing, with one exception: where the graph is not complete, keys and votes are verified by
 * samples, and a signature that does not hold or a key that cannot be used ends the session, as the server could otherwise
 * try again until the sample misses what it forged.
 *
 * <p>Limits: a client that sends unreadable shares or false attestations to its peers stops them; that costs the attempt
 * and reveals nothing. The vector is not checked by anybody. Private keys stay in memory until the garbage collector takes
 * them. Not safe for use by several threads.
 */
public final class AggregationClient {
    private static final String ACCEPTED_DOMAIN = "abacus secure aggregation 1: accepted";

    private final Session session;
    private final Bytes context;
    private final int self;
    private final PrivateKey identity;
    private final int[] vector;
    private final SecureRandom random = new SecureRandom();
    private final PairKeys channelKeys = PairKeys.generate();
    private final PairKeys maskKeys = PairKeys.generate();
    private final byte[] seed = new byte[SecretSharing.SECRET_BYTES];
    private final ClientMessage advert;

    /** Digests of what was accepted from the server, by the phase that it closed: a roster of many clients is long. */
    private final Map<Phase, Bytes> accepted = new EnumMap<>(Phase.class);

    private Phase waitsForEndOf = Phase.ADVERTISE_KEYS;
    private Map<Integer, KeyAdvert> keys = Map.of();
    private Bytes roster = Bytes.of();
    private Bytes group = Bytes.of();
    private Bytes view = Bytes.of();
    private Members sharers = Members.of();
    private Members survivors = Members.of();
    private boolean sampling;
    private int sampledVotes;
    private int shareThreshold;

    /** Channels to the holders of this client's shares. */
    private Map<Integer, Channel> toHolders = Map.of();

    /** Channels from those whose shares this client holds. */
    private Map<Integer, Channel> fromOwners = Map.of();

    /** By owner: the share of its mask key, followed by the share of its self mask. */
    private final TreeMap<Integer, byte[]> held = new TreeMap<>();

    /**
     * @param self index among the participants
     * @param identity private key of this participant
     * @param vector what is to be summed modulo 2^32, with its share of the noise; it is copied
     */
    public AggregationClient(Session session, int self, PrivateKey identity, int[] vector) {
        if (!session.isParticipant(self)) {
            throw new IllegalArgumentException("there is no participant " + self);
        }
        if (vector.length != session.length()) {
            throw new IllegalArgumentException(
                    "the vector must have " + session.length() + " numbers, got " + vector.length);
        }
        this.session = session;
        this.context = session.context();
        this.self = self;
        this.identity = identity;
        this.vector = vector.clone();
        random.nextBytes(seed);
        advert = sign(new KeyAdvert(channelKeys.publicKey(), maskKeys.publicKey()));
        if (!session.isSigned(advert)) {
            throw new IllegalArgumentException("the private key is not that of participant " + self);
        }
    }

    /** The first message. */
    public ClientMessage advertise() {
        return advert;
    }

    /** What has to be closed by the server's next message; DONE or ABORTED if nothing more is accepted. */
    public Phase waitsForEndOf() {
        return waitsForEndOf;
    }

    /**
     * Answers the server.
     *
     * @throws RefusedMessageException if it asks for anything that it must not have
     */
    public ClientMessage receive(ServerMessage message) {
        if (!message.context().equals(context)) {
            throw refuse(Refusal.WRONG_SESSION, "the message is of another session or attempt");
        }
        if (message.recipient() != self) {
            throw refuse(Refusal.NOT_A_MEMBER, "the message is for participant " + message.recipient());
        }
        ServerPayload payload = message.payload();
        Bytes digest = Digest.of(ACCEPTED_DOMAIN).update(message.encode()).value();
        requireExpected(payload, digest);
        ClientPayload answer;
        if (payload instanceof Roster shown) {
            answer = share(shown);
        } else if (payload instanceof ShareDelivery delivery) {
            answer = mask(delivery);
        } else if (payload instanceof SurvivorSet set) {
            answer = vote(set);
        } else {
            answer = unmask((UnmaskRequest) payload);
        }
        accepted.put(payload.closes(), digest);
        waitsForEndOf = answer.phase();
        if (waitsForEndOf == Phase.UNMASK) {
            end(Phase.DONE);
        }
        return sign(answer);
    }

    private void requireExpected(ServerPayload payload, Bytes digest) {
        if (payload.closes() == waitsForEndOf) {
            return;
        }
        Bytes before = accepted.get(payload.closes());
        if (before == null) {
            throw refuse(Refusal.WRONG_PHASE, "waits for the end of " + waitsForEndOf + ", not of " + payload.closes());
        }
        if (before.equals(digest)) {
            throw refuse(Refusal.REPLAYED, "the end of " + payload.closes() + " was accepted before");
        }
        throw refuse(Refusal.CONTRADICTION, "the end of " + payload.closes() + " was accepted with another content");
    }

    private ClientPayload share(Roster payload) {
        Map<Integer, KeyAdvert> advertised = RosterCheck.keys(session, advert, payload.adverts());
        requireThreshold("the roster", advertised.size());
        SharingGraph graph = graph(advertised.size());
        sampling = !graph.isComplete();
        List<Integer> holders = holders(advertised, graph);
        // Keys of others than holders are bound by the roster's digest, on which all channels depend.
        payload.adverts().stream()
                .filter(each -> each.sender() != self && holders.contains(each.sender()))
                .forEach(this::requireSigned);
        Bytes digest = View.roster(context, payload.adverts());

        var keyShares = SecretSharing.split(maskKeys.privateScalar(), holders.size(), graph.threshold(), random);
        var seedShares = SecretSharing.split(seed, holders.size(), graph.threshold(), random);
        Map<Integer, Channel> channels = new TreeMap<>();
        List<Addressed> sealedShares = new ArrayList<>();
        byte[] own = new byte[0];
        for (int position = 0; position < holders.size(); position++) {
            int holder = holders.get(position);
            byte[] pair = concat(keyShares.get(position), seedShares.get(position));
            if (holder == self) {
                own = pair;
                continue;
            }
            KeyAdvert peer = keyOf(advertised, holder);
            Channel channel = Channel.of(agree(channelKeys, peer.channelKey(), holder), context, digest, self, holder);
            channels.put(holder, channel);
            sealedShares.add(new Addressed(holder, channel.seal(pair)));
        }

        keys = advertised;
        roster = digest;
        toHolders = channels;
        shareThreshold = graph.threshold();
        sampledVotes = graph.verifiedVotes();
        if (own.length > 0) {
            held.put(self, own);
        }
        return new ShareUpload(
                Digest.of(AggregationServer.SEED_DOMAIN).update(seed).value(), sealedShares);
    }

    private List<Integer> holders(Map<Integer, KeyAdvert> advertised, SharingGraph graph) {
        List<Integer> members = List.copyOf(advertised.keySet());
        if (graph.isComplete()) {
            return members;
        }
        List<Integer> others = members.stream().filter(member -> member != self).toList();
        return Draw.from(others, graph.holders(), random);
    }

    private SharingGraph graph(int rosterSize) {
        try {
            return session.graph(rosterSize);
        } catch (IllegalArgumentException e) {
            throw new RefusedMessageException(Refusal.BELOW_THRESHOLD, "roster: " + e.getMessage(), e);
        }
    }

    /** Where signatures are verified by samples, a false one ends the session. */
    private void requireSigned(ClientMessage message) {
        if (!session.isSigned(message)) {
            if (sampling) {
                end(Phase.ABORTED);
            }
            throw refuse(Refusal.BAD_SIGNATURE, message.payload().phase() + " of participant " + message.sender());
        }
    }

    private ClientPayload mask(ShareDelivery payload) {
        Members delivered = payload.sharers();
        requireGroup("those who shared", delivered, Members.of(all(keys)));
        int reachable = (int) all(toHolders).filter(delivered::contains).count() + held.size();
        if (reachable < shareThreshold) {
            throw refuse(Refusal.BELOW_THRESHOLD, reachable + " holders are left, of " + shareThreshold);
        }
        Map<Integer, Channel> channels = new TreeMap<>();
        TreeMap<Integer, byte[]> opened = new TreeMap<>();
        for (Addressed each : payload.sealedShares()) {
            int owner = each.peer();
            if (owner == self || !delivered.contains(owner)) {
                throw refuse(Refusal.NOT_A_MEMBER, "a share of participant " + owner);
            }
            if (!opened.isEmpty() && opened.lastKey() >= owner) {
                throw refuse(Refusal.MALFORMED, "shares are not in ascending order of owners");
            }
            Bytes theirs = keyOf(keys, owner).channelKey();
            Channel channel = Channel.of(agree(channelKeys, theirs, owner), context, roster, owner, self);
            channels.put(owner, channel);
            opened.put(owner, open(channel, each));
        }
        if (!sampling && opened.size() != delivered.size() - 1) {
            throw refuse(Refusal.MALFORMED, "shares of " + opened.size() + " of " + (delivered.size() - 1) + " peers");
        }

        Bytes masked = masked(delivered, all(channels));
        sharers = delivered;
        group = View.group(context, roster, delivered);
        fromOwners = channels;
        held.putAll(opened);
        Arrays.fill(vector, 0);
        List<Addressed> attestations = new ArrayList<>();
        toHolders.forEach((holder, channel) -> {
            if (delivered.contains(holder)) {
                attestations.add(new Addressed(holder, channel.attest(group)));
            }
        });
        return new MaskedInput(masked, attestations);
    }

    private byte[] open(Channel channel, Addressed sealedShare) {
        try {
            byte[] pair = channel.open(sealedShare.content());
            if (pair.length == 2 * SecretSharing.SECRET_BYTES) {
                return pair;
            }
            throw refuse(
                    Refusal.UNREADABLE_SHARE, "share of participant " + sealedShare.peer() + " has a wrong length");
        } catch (AEADBadTagException e) {
            throw new RefusedMessageException(
                    Refusal.UNREADABLE_SHARE,
                    "share of participant " + sealedShare.peer() + " was not sealed for this",
                    e);
        }
    }

    /** The vector, its own mask, and a mask for each neighbour: added by the lower of the two, subtracted by the higher. */
    private Bytes masked(Members delivered, IntStream owners) {
        int[] sum = vector.clone();
        int[] neighbours = IntStream.concat(all(toHolders), owners)
                .filter(delivered::contains)
                .distinct()
                .toArray();
        MaskStream masks = new MaskStream();
        for (int peer : neighbours) {
            byte[] secret = agree(maskKeys, keyOf(keys, peer).maskKey(), peer);
            byte[] key = Channel.maskKey(secret, context, roster, self, peer);
            if (self < peer) {
                masks.add(key, sum);
            } else {
                masks.subtract(key, sum);
            }
        }
        masks.add(seed.clone(), sum);
        return MaskStream.toBytes(sum);
    }

    private ClientPayload vote(SurvivorSet payload) {
        requireGroup("the survivors", payload.survivors(), sharers);
        survivors = payload.survivors();
        view = View.survivors(context, group, survivors);
        return new SurvivorVote(view);
    }

    private ClientPayload unmask(UnmaskRequest payload) {
        requireVotes(payload.votes());
        requireAttested(payload.attestations());
        List<RevealedShare> shares = new ArrayList<>();
        held.forEach((owner, pair) -> shares.add(reveal(owner, pair)));
        return new UnmaskShares(shares);
    }

    private RevealedShare reveal(int owner, byte[] pair) {
        int middle = SecretSharing.SECRET_BYTES;
        return survivors.contains(owner)
                ? new RevealedShare(
                        owner, ShareKind.SELF_MASK, Bytes.wrap(Arrays.copyOfRange(pair, middle, 2 * middle)))
                : new RevealedShare(owner, ShareKind.MASK_KEY, Bytes.wrap(Arrays.copyOf(pair, middle)));
    }

    private void requireVotes(List<ClientMessage> votes) {
        requireThreshold("the votes", votes.size());
        VoteCheck.requireAlike(context, votes, survivors, view);
        for (ClientMessage vote : sampling ? Draw.from(votes, sampledVotes, random) : votes) {
            requireSigned(vote);
        }
    }

    /** Each survivor must have made its masks for the same group, or what the server unmasks would not be a sum of all. */
    private void requireAttested(List<Addressed> attestations) {
        int next = 0;
        for (Map.Entry<Integer, Channel> each : fromOwners.entrySet()) {
            if (!survivors.contains(each.getKey())) {
                continue;
            }
            Addressed expected = new Addressed(each.getKey(), each.getValue().attest(group));
            if (next >= attestations.size() || !attestations.get(next).equals(expected)) {
                throw refuse(Refusal.NOT_ATTESTED, "participant " + each.getKey() + " did not confirm the group");
            }
            next++;
        }
        if (next != attestations.size()) {
            throw refuse(Refusal.MALFORMED, "more attestations than owners");
        }
    }

    private void requireGroup(String name, Members members, Members within) {
        requireThreshold(name, members.size());
        if (!members.isWithin(within)) {
            throw refuse(Refusal.NOT_A_MEMBER, name + " are not all among those seen before");
        }
        if (!members.contains(self)) {
            throw refuse(Refusal.TAMPERED, name + " lack this client");
        }
    }

    private void requireThreshold(String name, int size) {
        if (size < session.threshold()) {
            throw refuse(Refusal.BELOW_THRESHOLD, name + " are " + size + ", of at least " + session.threshold());
        }
    }

    private byte[] agree(PairKeys mine, Bytes theirs, int peer) {
        try {
            return mine.agree(theirs);
        } catch (InvalidKeyException e) {
            if (sampling) {
                end(Phase.ABORTED);
            }
            throw new RefusedMessageException(
                    Refusal.UNREADABLE_SHARE, "participant " + peer + " has a key that cannot be used", e);
        }
    }

    private static KeyAdvert keyOf(Map<Integer, KeyAdvert> keys, int peer) {
        KeyAdvert key = keys.get(peer);
        if (key == null) {
            throw refuse(Refusal.NOT_A_MEMBER, "participant " + peer + " is not on the roster");
        }
        return key;
    }

    private static IntStream all(Map<Integer, ?> byMember) {
        return byMember.keySet().stream().mapToInt(Integer::intValue);
    }

    private static byte[] concat(byte[] one, byte[] other) {
        byte[] both = Arrays.copyOf(one, one.length + other.length);
        System.arraycopy(other, 0, both, one.length, other.length);
        return both;
    }

    private ClientMessage sign(ClientPayload payload) {
        return ClientMessage.sign(context, self, payload, identity);
    }

    private static RefusedMessageException refuse(Refusal refusal, String reason) {
        return new RefusedMessageException(refusal, reason);
    }

    /** Nothing more is accepted, and what was secret is gone. */
    private void end(Phase how) {
        waitsForEndOf = how;
        Arrays.fill(seed, (byte) 0);
        Arrays.fill(vector, 0);
        held.values().forEach(pair -> Arrays.fill(pair, (byte) 0));
        held.clear();
        toHolders.values().forEach(Channel::wipe);
        fromOwners.values().forEach(Channel::wipe);
    }
}
