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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * The server's part in one session. In each phase it takes at most one message of each client by {@link #receive}, until
 * the caller closes the phase, which gives the messages for all who are still there. After UNMASK, {@link #finish} gives
 * the sum. Clients that did not answer before a phase was closed have dropped out; if fewer than the threshold are left,
 * closing aborts.
 *
 * <p>The threshold protects the clients, who check it themselves. Vectors are added up as they come, so that the server
 * keeps one vector, whatever the number of clients.
 *
 * <p>Limits: a client can spoil the sum, by its vector, and can make the attempt fail, by false shares; which client it
 * was is not found out. Not safe for use by several threads.
 */
public final class AggregationServer {
    static final String SEED_DOMAIN = "abacus secure aggregation 1: seed of a self mask";

    private final Session session;
    private final Bytes context;
    private Phase phase = Phase.ADVERTISE_KEYS;

    private final TreeMap<Integer, ClientMessage> adverts = new TreeMap<>();
    private final TreeMap<Integer, Upload> uploads = new TreeMap<>();
    private final TreeMap<Integer, List<Addressed>> inputs = new TreeMap<>();
    private final TreeMap<Integer, ClientMessage> votes = new TreeMap<>();
    private final TreeMap<Integer, List<RevealedShare>> reveals = new TreeMap<>();
    private final int[] sum;

    private Members roster = Members.of();
    private Members sharers = Members.of();
    private Members survivors = Members.of();
    private Bytes rosterDigest = Bytes.of();
    private Bytes view = Bytes.of();
    private int shareThreshold;
    private int holdersOfEach;

    /** By holder: whose shares it holds, in ascending order. */
    private final Map<Integer, List<Integer>> ownersOf = new TreeMap<>();

    public AggregationServer(Session session) {
        this.session = session;
        context = session.context();
        sum = new int[session.length()];
    }

    public Phase phase() {
        return phase;
    }

    /** Who has answered in the current phase. */
    public Members answered() {
        return membersOf(received());
    }

    /** Who may answer in the current phase. */
    public Members expected() {
        return switch (phase) {
            case ADVERTISE_KEYS ->
                Members.of(IntStream.range(0, session.participants().size()));
            case SHARE_KEYS -> roster;
            case MASKED_INPUT -> sharers;
            case CONSISTENCY -> survivors;
            case UNMASK -> membersOf(votes);
            case DONE, ABORTED -> Members.of();
        };
    }

    /**
     * Takes a message of a client.
     *
     * @throws RefusedMessageException if it must not be taken; then nothing has changed
     */
    public void receive(ClientMessage message) {
        if (!message.context().equals(context)) {
            throw refuse(Refusal.WRONG_SESSION, "the message is of another session or attempt");
        }
        int sender = message.sender();
        if (!session.isParticipant(sender)) {
            throw refuse(Refusal.NOT_A_MEMBER, "there is no participant " + sender);
        }
        ClientPayload payload = message.payload();
        if (payload.phase() != phase) {
            throw refuse(Refusal.WRONG_PHASE, "the message is of " + payload.phase() + ", and it is " + phase);
        }
        if (!expected().contains(sender)) {
            throw refuse(Refusal.NOT_A_MEMBER, "participant " + sender + " has dropped out before");
        }
        if (received().containsKey(sender)) {
            throw refuse(Refusal.REPLAYED, "participant " + sender + " has answered in this phase");
        }
        if (!session.isSigned(message)) {
            throw refuse(Refusal.BAD_SIGNATURE, "message of participant " + sender);
        }
        if (payload instanceof KeyAdvert) {
            adverts.put(sender, message);
        } else if (payload instanceof ShareUpload upload) {
            receive(sender, upload);
        } else if (payload instanceof MaskedInput input) {
            receive(sender, input);
        } else if (payload instanceof SurvivorVote vote) {
            receive(message, vote);
        } else {
            receive(sender, (UnmaskShares) payload);
        }
    }

    /**
     * Closes the current phase.
     *
     * @return one message for each client that is still there
     * @throws AggregationAbortedException if too few are
     */
    public List<ServerMessage> close() {
        requireThreshold();
        return switch (phase) {
            case ADVERTISE_KEYS -> closeAdvertising();
            case SHARE_KEYS -> closeSharing();
            case MASKED_INPUT -> closeInputs();
            case CONSISTENCY -> closeVoting();
            case UNMASK, DONE, ABORTED -> throw new IllegalStateException("there is nothing to close in " + phase);
        };
    }

    /**
     * The sum, when enough clients have revealed their shares.
     *
     * @throws AggregationAbortedException if there are too few shares, or false ones
     */
    public AggregateSum finish() {
        if (phase != Phase.UNMASK) {
            throw new IllegalStateException("there is no sum in " + phase);
        }
        requireThreshold();
        Unmasking unmasking = new Unmasking(context, rosterDigest, shareThreshold, holdersOfEach);
        reveals.forEach((holder, shares) -> shares.forEach(
                share -> unmasking.add(share, upload(share.owner()).positionOf(holder))));
        try {
            unmasking.removeMasks(sum, survivors, uploads, this::key);
        } catch (IllegalStateException e) {
            throw abort(String.valueOf(e.getMessage()));
        }
        phase = Phase.DONE;
        return new AggregateSum(sum.clone(), survivors);
    }

    private void receive(int sender, ShareUpload payload) {
        Upload upload = Upload.of(sender, payload, roster, holdersOfEach);
        uploads.put(sender, upload);
    }

    private void receive(int sender, MaskedInput payload) {
        if (payload.vector().length() != 4 * session.length()) {
            throw refuse(Refusal.MALFORMED, "the vector of participant " + sender + " has a wrong length");
        }
        int[] peers = payload.attestations().stream().mapToInt(Addressed::peer).toArray();
        if (!Arrays.equals(peers, upload(sender).othersWithin(sharers))) {
            throw refuse(Refusal.MALFORMED, "participant " + sender + " must attest its masks to each of its holders");
        }
        inputs.put(sender, payload.attestations());
        MaskStream.add(payload.vector(), sum);
    }

    private void receive(ClientMessage message, SurvivorVote payload) {
        if (!payload.view().equals(view)) {
            throw refuse(Refusal.CONTRADICTION, "participant " + message.sender() + " saw other survivors");
        }
        votes.put(message.sender(), message);
    }

    private void receive(int sender, UnmaskShares payload) {
        List<Integer> owners =
                payload.shares().stream().map(RevealedShare::owner).toList();
        boolean right = payload.shares().stream().allMatch(share -> share.kind() == kindFor(share.owner()));
        if (!owners.equals(ownersOf.get(sender)) || !right) {
            throw refuse(Refusal.MALFORMED, "participant " + sender + " must reveal one share of each of its owners");
        }
        reveals.put(sender, payload.shares());
    }

    private ShareKind kindFor(int owner) {
        return survivors.contains(owner) ? ShareKind.SELF_MASK : ShareKind.MASK_KEY;
    }

    private List<ServerMessage> closeAdvertising() {
        SharingGraph graph;
        try {
            graph = session.graph(adverts.size());
        } catch (IllegalArgumentException e) {
            throw abort(String.valueOf(e.getMessage()));
        }
        roster = answered();
        shareThreshold = graph.threshold();
        holdersOfEach = graph.holders();
        Roster payload = new Roster(List.copyOf(adverts.values()));
        rosterDigest = View.roster(context, payload.adverts());
        phase = Phase.SHARE_KEYS;
        return toAll(roster, member -> payload);
    }

    private List<ServerMessage> closeSharing() {
        sharers = answered();
        Map<Integer, List<Addressed>> sealedShares = new TreeMap<>();
        sharers.stream().forEach(member -> {
            sealedShares.put(member, new ArrayList<>());
            ownersOf.put(member, new ArrayList<>());
        });
        uploads.forEach((owner, upload) -> {
            upload.sealedShares().forEach(each -> deliver(sealedShares, owner, each));
            for (int holder : upload.holders()) {
                if (sharers.contains(holder)) {
                    owners(holder).add(owner);
                }
            }
        });
        phase = Phase.MASKED_INPUT;
        return toAll(sharers, member -> new ShareDelivery(sharers, listOf(sealedShares, member)));
    }

    private List<ServerMessage> closeInputs() {
        survivors = answered();
        view = View.survivors(context, View.group(context, rosterDigest, sharers), survivors);
        SurvivorSet payload = new SurvivorSet(survivors);
        phase = Phase.CONSISTENCY;
        return toAll(survivors, member -> payload);
    }

    private List<ServerMessage> closeVoting() {
        List<ClientMessage> shown = List.copyOf(votes.values());
        Map<Integer, List<Addressed>> attestations = new TreeMap<>();
        survivors.stream().forEach(member -> attestations.put(member, new ArrayList<>()));
        inputs.forEach((owner, each) -> each.forEach(one -> deliver(attestations, owner, one)));
        phase = Phase.UNMASK;
        return toAll(membersOf(votes), member -> new UnmaskRequest(shown, listOf(attestations, member)));
    }

    private static void deliver(Map<Integer, List<Addressed>> boxes, int from, Addressed what) {
        List<Addressed> box = boxes.get(what.peer());
        if (box != null) {
            box.add(new Addressed(from, what.content()));
        }
    }

    private static List<Addressed> listOf(Map<Integer, List<Addressed>> boxes, int member) {
        return boxes.getOrDefault(member, List.of());
    }

    private List<Integer> owners(int holder) {
        return ownersOf.computeIfAbsent(holder, none -> new ArrayList<>());
    }

    private List<ServerMessage> toAll(Members members, IntFunction<ServerPayload> payload) {
        return members.stream()
                .mapToObj(member -> new ServerMessage(context, member, payload.apply(member)))
                .toList();
    }

    private Map<Integer, ?> received() {
        return switch (phase) {
            case ADVERTISE_KEYS -> adverts;
            case SHARE_KEYS -> uploads;
            case MASKED_INPUT -> inputs;
            case CONSISTENCY -> votes;
            case UNMASK -> reveals;
            case DONE, ABORTED -> Map.of();
        };
    }

    private static Members membersOf(Map<Integer, ?> byMember) {
        return Members.of(byMember.keySet().stream().mapToInt(Integer::intValue));
    }

    private KeyAdvert key(int member) {
        ClientMessage advert = adverts.get(member);
        if (advert == null) {
            throw new IllegalStateException("participant " + member + " has no keys");
        }
        return (KeyAdvert) advert.payload();
    }

    private Upload upload(int member) {
        Upload upload = uploads.get(member);
        if (upload == null) {
            throw new IllegalStateException("participant " + member + " has shared nothing");
        }
        return upload;
    }

    private void requireThreshold() {
        int left = received().size();
        if (phase != Phase.DONE && phase != Phase.ABORTED && left < session.threshold()) {
            throw abort(left + " clients answered, of at least " + session.threshold());
        }
    }

    private AggregationAbortedException abort(String reason) {
        Phase failed = phase;
        phase = Phase.ABORTED;
        Arrays.fill(sum, 0);
        uploads.clear();
        reveals.clear();
        return new AggregationAbortedException(failed, reason);
    }

    private static RefusedMessageException refuse(Refusal refusal, String reason) {
        return new RefusedMessageException(refusal, reason);
    }
}
