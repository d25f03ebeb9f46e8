package io.abacusdp.federated.message;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** What a client hands in. Everything but updates is public: no figure of its data is in it. */
public sealed interface Answer {
    byte[] encode();

    /**
     * The client's update.
     *
     * @param charges how often the client has charged itself in this run, at least 1: more often than it was given tasks if it
     *     crashed and did one again
     * @param update parameters after less parameters before; not to be changed
     */
    @SuppressWarnings("ArrayRecordComponent") // Compared by nobody, and too large to be copied at every hand-over.
    record Update(int charges, float[] update) implements Answer {
        public Update {
            requireCharges(charges);
        }

        @Override
        public byte[] encode() {
            return Envelope.encode(Envelope.header("update").put("charges", charges), Envelope.ofFloats(update));
        }
    }

    /**
     * A message of the client's secure aggregation.
     *
     * @param charges as for an update
     */
    @SuppressWarnings("ArrayRecordComponent") // Compared by nobody.
    record Message(int charges, byte[] message) implements Answer {
        public Message {
            requireCharges(charges);
        }

        @Override
        public byte[] encode() {
            return Envelope.encode(Envelope.header("message").put("charges", charges), message);
        }
    }

    /**
     * The client does not do it.
     *
     * @param charges how often it has charged itself in this run
     * @param reason for people, in one line that is cut off where it is too long
     */
    record Declined(int charges, String reason) implements Answer {
        private static final int MOST_CHARACTERS = 500;

        public Declined {
            if (charges < 0) {
                throw new IllegalArgumentException("charges must be at least 0, got " + charges);
            }
            // It goes to terminals, logs and reports of others.
            String line = reason.replaceAll("\\p{C}", " ");
            reason = line.substring(0, Math.min(MOST_CHARACTERS, line.length()));
        }

        @Override
        public byte[] encode() {
            ObjectNode header =
                    Envelope.header("declined").put("charges", charges).put("reason", reason);
            return Envelope.encode(header, new byte[0]);
        }
    }

    /** As for each kind. */
    int charges();

    private static void requireCharges(int charges) {
        if (charges < 1) {
            throw new IllegalArgumentException("charges must be at least 1, got " + charges);
        }
    }

    /**
     * The answer that the bytes hold.
     *
     * @throws IllegalArgumentException if they hold none
     */
    static Answer decode(byte[] bytes) {
        Envelope envelope = Envelope.decode(bytes);
        int charges = envelope.count("charges");
        return switch (envelope.type()) {
            case "update" -> new Update(charges, envelope.floats());
            case "message" -> new Message(charges, envelope.body());
            case "declined" -> new Declined(charges, envelope.text("reason"));
            default -> throw new IllegalArgumentException("unknown answer " + envelope.type());
        };
    }
}
