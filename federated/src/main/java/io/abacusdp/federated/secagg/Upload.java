package io.abacusdp.federated.secagg;

import io.abacusdp.federated.secagg.ClientPayload.ShareUpload;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** The shares of one owner, as the server has them: sealed, and for whom. */
final class Upload {
    private static final int SEALED_BYTES = 2 * SecretSharing.SECRET_BYTES + 16;

    private final int owner;
    private final int[] holders;
    private final Bytes seedCommitment;
    private final List<Addressed> sealedShares;

    private Upload(int owner, int[] holders, ShareUpload payload) {
        this.owner = owner;
        this.holders = holders;
        seedCommitment = payload.seedCommitment();
        sealedShares = payload.sealedShares();
    }

    /** @throws RefusedMessageException if the holders are not as many members of the roster as there must be */
    static Upload of(int owner, ShareUpload payload, Members roster, int holdersOfEach) {
        int last = -1;
        for (Addressed each : payload.sealedShares()) {
            if (each.peer() <= last || each.peer() == owner || !roster.contains(each.peer())) {
                throw malformed("participant " + owner + " cannot share with " + each.peer());
            }
            if (each.content().length() != SEALED_BYTES) {
                throw malformed("a sealed share of participant " + owner + " has a wrong length");
            }
            last = each.peer();
        }
        IntStream others = payload.sealedShares().stream().mapToInt(Addressed::peer);
        boolean holdsItself = holdersOfEach == roster.size();
        int[] holders = holdsItself
                ? IntStream.concat(others, IntStream.of(owner)).sorted().toArray()
                : others.toArray();
        if (holders.length != holdersOfEach) {
            throw malformed("participant " + owner + " shared with " + holders.length + ", not " + holdersOfEach);
        }
        return new Upload(owner, holders, payload);
    }

    int[] holders() {
        return holders.clone();
    }

    int[] othersWithin(Members members) {
        return Arrays.stream(holders)
                .filter(holder -> holder != owner && members.contains(holder))
                .toArray();
    }

    int positionOf(int holder) {
        return Arrays.binarySearch(holders, holder);
    }

    boolean isHolder(int member) {
        return positionOf(member) >= 0;
    }

    Bytes seedCommitment() {
        return seedCommitment;
    }

    List<Addressed> sealedShares() {
        return sealedShares;
    }

    private static RefusedMessageException malformed(String reason) {
        return new RefusedMessageException(Refusal.MALFORMED, reason);
    }
}
