package io.abacusdp.federated.secagg;

import java.nio.BufferUnderflowException;

/**
 * A message of the server. It is not signed: a client believes nothing that the server says, and only what its peers
 * signed.
 *
 * @param context digest of the {@link Session}
 * @param recipient index of the client among the participants
 */
public record ServerMessage(Bytes context, int recipient, ServerPayload payload) {
    private static final int MAGIC = 0x41534d31;

    public ServerMessage {
        context.requireLength("context", Digest.BYTES);
    }

    /** The canonical bytes, which {@link #decode} reads. */
    public byte[] encode() {
        MessageWriter out = new MessageWriter().i32(MAGIC).u8(payload.closes().code());
        out.fixed(context).i32(recipient);
        payload.write(out);
        return out.toBytes();
    }

    /**
     * Reads exactly one message.
     *
     * @throws RefusedMessageException MALFORMED, if the bytes are anything else
     */
    public static ServerMessage decode(byte[] bytes) {
        try {
            MessageReader in = new MessageReader(bytes);
            if (in.i32() != MAGIC) {
                throw new IllegalArgumentException("not a server's message of this version");
            }
            Phase closes = Phase.of(in.u8());
            ServerMessage message = new ServerMessage(in.fixed(Digest.BYTES), in.i32(), ServerPayload.read(closes, in));
            in.end();
            return message;
        } catch (BufferUnderflowException e) {
            throw new RefusedMessageException(Refusal.MALFORMED, "the message of the server is cut short", e);
        } catch (IllegalArgumentException e) {
            throw new RefusedMessageException(Refusal.MALFORMED, "message of the server: " + e.getMessage(), e);
        }
    }
}
