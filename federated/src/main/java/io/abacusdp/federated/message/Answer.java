package io.abacusdp.federated.message;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.federated.protocol.Receipt;

/** What a client hands in. Everything but updates is public: no figure of its data is in it. */
public sealed interface Answer {
    byte[] encode();

    /**
     * The client's update.
     *
     * @param receipt of at least one charge in this run: more than the client was given tasks if it crashed and did one again
     * @param update parameters after less parameters before; not to be changed
     */
    @SuppressWarnings("ArrayRecordComponent") // Compared by nobody, and too large to be copied at every hand-over.
    record Update(Receipt receipt, float[] update) implements Answer {
        public Update {
            requireCharge(receipt);
        }

        @Override
        public byte[] encode() {
            return Envelope.encode(header("update", receipt), Envelope.ofFloats(update));
        }
    }

    /**
     * A message of the client's secure aggregation.
     *
     * @param receipt as for an update
     */
    @SuppressWarnings("ArrayRecordComponent") // Compared by nobody.
    record Message(Receipt receipt, byte[] message) implements Answer {
        public Message {
            requireCharge(receipt);
        }

        @Override
        public byte[] encode() {
            return Envelope.encode(header("message", receipt), message);
        }
    }

    /**
     * The client does not do it.
     *
     * @param receipt of what it has charged itself in this run
     * @param reason for people, in one line that is cut off where it is too long
     */
    record Declined(Receipt receipt, String reason) implements Answer {
        private static final int MOST_CHARACTERS = 500;

        public Declined {
            // It goes to terminals, logs and reports of others.
            String line = reason.replaceAll("\\p{C}", " ");
            reason = line.substring(0, Math.min(MOST_CHARACTERS, line.length()));
        }

        @Override
        public byte[] encode() {
            return Envelope.encode(header("declined", receipt).put("reason", reason), new byte[0]);
        }
    }

    /** As for each kind. */
    Receipt receipt();

    /** How often the client has charged itself in this run. */
    default int charges() {
        return receipt().charges();
    }

    private static ObjectNode header(String type, Receipt receipt) {
        return Envelope.header(type).put("charges", receipt.charges()).put("mark", receipt.mark());
    }

    private static void requireCharge(Receipt receipt) {
        if (receipt.charges() < 1) {
            throw new IllegalArgumentException("charges must be at least 1, got " + receipt.charges());
        }
    }

    /**
     * The answer that the bytes hold.
     *
     * @throws IllegalArgumentException if they hold none
     */
    static Answer decode(byte[] bytes) {
        Envelope envelope = Envelope.decode(bytes);
        Receipt receipt = new Receipt(envelope.count("charges"), envelope.text("mark"));
        return switch (envelope.type()) {
            case "update" -> new Update(receipt, envelope.floats());
            case "message" -> new Message(receipt, envelope.body());
            case "declined" -> new Declined(receipt, envelope.text("reason"));
            default -> throw new IllegalArgumentException("unknown answer " + envelope.type());
        };
    }
}
