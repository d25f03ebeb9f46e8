package io.abacusdp.federated.secagg;

import java.util.List;

/** What a client says in a phase. */
sealed interface ClientPayload {
    /** The phase to which it belongs. */
    Phase phase();

    void write(MessageWriter out);

    static ClientPayload read(Phase phase, MessageReader in) {
        return switch (phase) {
            case ADVERTISE_KEYS -> new KeyAdvert(in.fixed(PairKeys.KEY_BYTES), in.fixed(PairKeys.KEY_BYTES));
            case SHARE_KEYS -> new ShareUpload(in.fixed(Digest.BYTES), in.list(Addressed::read));
            case MASKED_INPUT -> new MaskedInput(in.varied(), in.list(Addressed::read));
            case CONSISTENCY -> new SurvivorVote(in.fixed(Digest.BYTES));
            case UNMASK -> new UnmaskShares(in.list(RevealedShare::read));
            case DONE, ABORTED -> throw new IllegalArgumentException("no message belongs to " + phase);
        };
    }

    /**
     * Two fresh X25519 public keys.
     *
     * @param channelKey for what peers send each other through the server; its private key is never shared
     * @param maskKey for pairwise masks; its private key can be put together if this client drops out
     */
    record KeyAdvert(Bytes channelKey, Bytes maskKey) implements ClientPayload {
        public KeyAdvert {
            channelKey.requireLength("channel key", PairKeys.KEY_BYTES);
            maskKey.requireLength("mask key", PairKeys.KEY_BYTES);
        }

        @Override
        public Phase phase() {
            return Phase.ADVERTISE_KEYS;
        }

        @Override
        public void write(MessageWriter out) {
            out.fixed(channelKey).fixed(maskKey);
        }
    }

    /**
     * Shares of both secrets, sealed for each holder, in ascending order of holders.
     *
     * @param seedCommitment SHA-256 of the seed of the self mask, by which the server knows that it put it together rightly
     */
    record ShareUpload(Bytes seedCommitment, List<Addressed> sealedShares) implements ClientPayload {
        public ShareUpload {
            seedCommitment.requireLength("seed commitment", Digest.BYTES);
            sealedShares = List.copyOf(sealedShares);
        }

        @Override
        public Phase phase() {
            return Phase.SHARE_KEYS;
        }

        @Override
        public void write(MessageWriter out) {
            out.fixed(seedCommitment).list(sealedShares, Addressed::write);
        }
    }

    /**
     * The masked vector.
     *
     * @param vector 32-bit integers, little-endian
     * @param attestations one for each holder: for which group the masks were made
     */
    record MaskedInput(Bytes vector, List<Addressed> attestations) implements ClientPayload {
        public MaskedInput {
            attestations = List.copyOf(attestations);
        }

        @Override
        public Phase phase() {
            return Phase.MASKED_INPUT;
        }

        @Override
        public void write(MessageWriter out) {
            out.varied(vector).list(attestations, Addressed::write);
        }
    }

    /**
     * The one group that this client will help to unmask.
     *
     * @param view digest of roster, sharers and survivors
     */
    record SurvivorVote(Bytes view) implements ClientPayload {
        public SurvivorVote {
            view.requireLength("view", Digest.BYTES);
        }

        @Override
        public Phase phase() {
            return Phase.CONSISTENCY;
        }

        @Override
        public void write(MessageWriter out) {
            out.fixed(view);
        }
    }

    /** One share for each owner whose shares this client holds. */
    record UnmaskShares(List<RevealedShare> shares) implements ClientPayload {
        public UnmaskShares {
            shares = List.copyOf(shares);
        }

        @Override
        public Phase phase() {
            return Phase.UNMASK;
        }

        @Override
        public void write(MessageWriter out) {
            out.list(shares, RevealedShare::write);
        }
    }
}
