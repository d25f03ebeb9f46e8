package io.abacusdp.federated.secagg;

import io.abacusdp.federated.secagg.ClientPayload.KeyAdvert;
import java.security.InvalidKeyException;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;

/**
 * Takes the masks off a sum, with the shares that the clients revealed: of survivors their own masks, and of those that
 * dropped out the masks that survivors had in common with them.
 */
final class Unmasking {
    private final Bytes context;
    private final Bytes roster;
    private final int threshold;
    private final int holdersOfEach;

    /** By owner and by the holder's position: as many shares as are needed. */
    private final Map<Integer, Map<Integer, Bytes>> shares = new TreeMap<>();

    Unmasking(Bytes context, Bytes roster, int threshold, int holdersOfEach) {
        this.context = context;
        this.roster = roster;
        this.threshold = threshold;
        this.holdersOfEach = holdersOfEach;
    }

    void add(RevealedShare share, int position) {
        Map<Integer, Bytes> ofOwner = shares.computeIfAbsent(share.owner(), owner -> new TreeMap<>());
        if (ofOwner.size() < threshold) {
            ofOwner.put(position, share.share());
        }
    }

    /**
     * Changes the sum only if every secret could be put together.
     *
     * @throws IllegalStateException if there are too few shares of a secret, or false ones
     */
    void removeMasks(int[] sum, Members survivors, Map<Integer, Upload> uploads, IntFunction<KeyAdvert> keys) {
        Masks masks = uploads.entrySet().parallelStream()
                .collect(
                        () -> new Masks(sum.length),
                        (into, each) -> remove(into, each.getKey(), survivors, uploads, keys),
                        Masks::addAll);
        for (int i = 0; i < sum.length; i++) {
            sum[i] += masks.sum[i];
        }
    }

    private void remove(
            Masks from, int owner, Members survivors, Map<Integer, Upload> uploads, IntFunction<KeyAdvert> keys) {
        byte[] secret = secretOf(owner);
        if (survivors.contains(owner)) {
            Bytes commitment =
                    Digest.of(AggregationServer.SEED_DOMAIN).update(secret).value();
            require(uploadOf(uploads, owner).seedCommitment().equals(commitment), owner);
            from.stream.subtract(secret, from.sum);
            return;
        }
        PairKeys maskKeys = PairKeys.ofPrivate(secret);
        require(maskKeys.publicKey().equals(keys.apply(owner).maskKey()), owner);
        Upload dropped = uploadOf(uploads, owner);
        survivors.stream()
                .filter(peer ->
                        dropped.isHolder(peer) || uploadOf(uploads, peer).isHolder(owner))
                .forEach(peer -> removePairMask(
                        from, owner, peer, maskKeys, keys.apply(peer).maskKey()));
    }

    private void removePairMask(Masks from, int dropped, int survivor, PairKeys droppedKeys, Bytes survivorKey) {
        byte[] key;
        try {
            key = Channel.maskKey(droppedKeys.agree(survivorKey), context, roster, dropped, survivor);
        } catch (InvalidKeyException e) {
            throw new IllegalStateException("participant " + survivor + " has a key that cannot be used", e);
        }
        // The survivor added the mask if it is the lower of the two, and subtracted it otherwise.
        if (survivor < dropped) {
            from.stream.subtract(key, from.sum);
        } else {
            from.stream.add(key, from.sum);
        }
    }

    private byte[] secretOf(int owner) {
        Map<Integer, Bytes> ofOwner = shares.getOrDefault(owner, Map.of());
        if (ofOwner.size() < threshold) {
            throw new IllegalStateException(
                    "of participant " + owner + " there are " + ofOwner.size() + " shares, of at least " + threshold);
        }
        return SecretSharing.join(ofOwner, holdersOfEach, threshold);
    }

    private static Upload uploadOf(Map<Integer, Upload> uploads, int member) {
        Upload upload = uploads.get(member);
        if (upload == null) {
            throw new IllegalStateException("participant " + member + " has shared nothing");
        }
        return upload;
    }

    private static void require(boolean matches, int owner) {
        if (!matches) {
            throw new IllegalStateException("the shares of participant " + owner + " are false");
        }
    }

    /** The masks that one thread has to take off. */
    private static final class Masks {
        private final MaskStream stream = new MaskStream();
        private final int[] sum;

        Masks(int length) {
            sum = new int[length];
        }

        void addAll(Masks other) {
            for (int i = 0; i < sum.length; i++) {
                sum[i] += other.sum[i];
            }
        }
    }
}
