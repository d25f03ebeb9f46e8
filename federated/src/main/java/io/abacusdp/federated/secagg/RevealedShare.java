package io.abacusdp.federated.secagg;

/** A share of one secret of its owner, in the clear. */
record RevealedShare(int owner, ShareKind kind, Bytes share) {
    public RevealedShare {
        share.requireLength("share", SecretSharing.SECRET_BYTES);
    }

    void write(MessageWriter out) {
        out.i32(owner).u8(kind.code()).fixed(share);
    }

    static RevealedShare read(MessageReader in) {
        return new RevealedShare(in.i32(), ShareKind.of(in.u8()), in.fixed(SecretSharing.SECRET_BYTES));
    }
}
