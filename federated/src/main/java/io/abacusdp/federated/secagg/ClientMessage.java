package io.abacusdp.federated.secagg;

import java.nio.BufferUnderflowException;
import java.security.PrivateKey;
import java.security.PublicKey;

/**
 * A message of a client, signed with its enrolled key. The signature covers session, attempt, sender, phase and content.
 *
 * @param context digest of the {@link Session}
 * @param sender index of the client among the participants
 */
public record ClientMessage(Bytes context, int sender, ClientPayload payload, Bytes signature) {
    private static final int MAGIC = 0x41434d31;
    private static final String DOMAIN = "abacus secure aggregation 1: message of a client";

    public ClientMessage {
        context.requireLength("context", Digest.BYTES);
        signature.requireLength("signature", Signatures.SIGNATURE_BYTES);
    }

    static ClientMessage sign(Bytes context, int sender, ClientPayload payload, PrivateKey identity) {
        Bytes digest = digest(body(context, sender, payload).toBytes());
        return new ClientMessage(context, sender, payload, Signatures.sign(identity, digest));
    }

    boolean isSignedBy(PublicKey identity) {
        return Signatures.verify(identity, digest(body(context, sender, payload).toBytes()), signature);
    }

    /** The canonical bytes, which {@link #decode} reads. */
    public byte[] encode() {
        return body(context, sender, payload).fixed(signature).toBytes();
    }

    void write(MessageWriter out) {
        out.varied(encode());
    }

    static ClientMessage read(MessageReader in) {
        return decode(in.varied().view());
    }

    /**
     * Reads exactly one message.
     *
     * @throws RefusedMessageException MALFORMED, if the bytes are anything else
     */
    public static ClientMessage decode(byte[] bytes) {
        try {
            MessageReader in = new MessageReader(bytes);
            if (in.i32() != MAGIC) {
                throw new IllegalArgumentException("not a client's message of this version");
            }
            Phase phase = Phase.of(in.u8());
            ClientMessage message =
                    new ClientMessage(in.fixed(Digest.BYTES), in.i32(), ClientPayload.read(phase, in), signature(in));
            in.end();
            return message;
        } catch (BufferUnderflowException e) {
            throw new RefusedMessageException(Refusal.MALFORMED, "the message of a client is cut short", e);
        } catch (IllegalArgumentException e) {
            throw new RefusedMessageException(Refusal.MALFORMED, "message of a client: " + e.getMessage(), e);
        }
    }

    private static Bytes signature(MessageReader in) {
        return in.fixed(Signatures.SIGNATURE_BYTES);
    }

    private static MessageWriter body(Bytes context, int sender, ClientPayload payload) {
        MessageWriter out = new MessageWriter().i32(MAGIC).u8(payload.phase().code());
        out.fixed(context).i32(sender);
        payload.write(out);
        return out;
    }

    private static Bytes digest(byte[] body) {
        return Digest.of(DOMAIN).update(body).value();
    }
}
