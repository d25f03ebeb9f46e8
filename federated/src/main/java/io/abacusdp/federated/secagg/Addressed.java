package io.abacusdp.federated.secagg;

/**
 * Something small that a client has for one of its peers: a sealed pair of shares, or an attestation.
 *
 * @param peer the receiver on the way to the server, the sender on the way from it
 */
record Addressed(int peer, Bytes content) {
    void write(MessageWriter out) {
        out.i32(peer).varied(content);
    }

    static Addressed read(MessageReader in) {
        return new Addressed(in.i32(), in.varied());
    }
}
