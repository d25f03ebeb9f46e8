package io.abacusdp.federated.secagg;

import java.util.List;

/** What the server answers when a phase is closed. */
sealed interface ServerPayload {
    /** The phase that it closes. */
    Phase closes();

    void write(MessageWriter out);

    static ServerPayload read(Phase closes, MessageReader in) {
        return switch (closes) {
            case ADVERTISE_KEYS -> new Roster(in.list(ClientMessage::read));
            case SHARE_KEYS -> new ShareDelivery(in.members(), in.list(Addressed::read));
            case MASKED_INPUT -> new SurvivorSet(in.members());
            case CONSISTENCY -> new UnmaskRequest(in.list(ClientMessage::read), in.list(Addressed::read));
            case UNMASK, DONE, ABORTED -> throw new IllegalArgumentException("the server says nothing after " + closes);
        };
    }

    /** The keys of all who advertised, in ascending order of senders; the same for all. */
    record Roster(List<ClientMessage> adverts) implements ServerPayload {
        public Roster {
            adverts = List.copyOf(adverts);
        }

        @Override
        public Phase closes() {
            return Phase.ADVERTISE_KEYS;
        }

        @Override
        public void write(MessageWriter out) {
            out.list(adverts, ClientMessage::write);
        }
    }

    /**
     * Who shared its keys, and the shares that are for the receiver, in ascending order of owners.
     *
     * @param sharers the same for all
     */
    record ShareDelivery(Members sharers, List<Addressed> sealedShares) implements ServerPayload {
        public ShareDelivery {
            sealedShares = List.copyOf(sealedShares);
        }

        @Override
        public Phase closes() {
            return Phase.SHARE_KEYS;
        }

        @Override
        public void write(MessageWriter out) {
            out.members(sharers).list(sealedShares, Addressed::write);
        }
    }

    /** Whose vectors arrived; the same for all. */
    record SurvivorSet(Members survivors) implements ServerPayload {
        @Override
        public Phase closes() {
            return Phase.MASKED_INPUT;
        }

        @Override
        public void write(MessageWriter out) {
            out.members(survivors);
        }
    }

    /**
     * The request for shares, with what proves that everybody is asked for the same.
     *
     * @param votes the same for all
     * @param attestations of survivors, for the receiver
     */
    record UnmaskRequest(List<ClientMessage> votes, List<Addressed> attestations) implements ServerPayload {
        public UnmaskRequest {
            votes = List.copyOf(votes);
            attestations = List.copyOf(attestations);
        }

        @Override
        public Phase closes() {
            return Phase.CONSISTENCY;
        }

        @Override
        public void write(MessageWriter out) {
            out.list(votes, ClientMessage::write).list(attestations, Addressed::write);
        }
    }
}
