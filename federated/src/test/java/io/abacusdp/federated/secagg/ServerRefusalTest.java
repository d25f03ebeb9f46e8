package io.abacusdp.federated.secagg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.KeyPair;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What the server is sent besides the four clients' own messages is refused by name, and the sum is still exact. */
class ServerRefusalTest {
    private final List<KeyPair> identities = AggregationRun.identities(4);
    private final int[][] vectors = AggregationRun.randomVectors(4, 2, 8);
    private final Session session = AggregationRun.session(identities, 3, 0, 2);
    private final AggregationRun simulation = AggregationRun.of(identities, session, vectors);
    private final AggregationRun otherSession =
            AggregationRun.of(identities, AggregationRun.session(identities, 3, 0, 2), vectors);

    @Test
    void receive_badMessagesInEveryPhase_refusesThemByNameAndGoesOn() {
        List<byte[]> messages = simulation.advertise(AggregationRun::nobody);
        List<byte[]> foreign = otherSession.advertise(AggregationRun::nobody);
        List<byte[]> previous = List.of();
        while (true) {
            refuseBad(messages.get(0), foreign.get(0), previous);
            previous = messages;
            if (simulation.server.phase() == Phase.UNMASK) {
                break;
            }
            messages = exchange(messages);
            foreign = otherSession.exchange(foreign, AggregationRun::nobody);
        }
        messages.forEach(this::acceptOnce);
        AggregateSum sum = simulation.server.finish();
        assertThat(sum.values()).isEqualTo(AggregationRun.sumOf(vectors, IntStream.range(0, 4)));
        assertRefused(Refusal.WRONG_PHASE, messages.get(0));
        assertThatThrownBy(simulation.server::close).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(simulation.server::finish).isInstanceOf(IllegalStateException.class);
    }

    private List<byte[]> exchange(List<byte[]> messages) {
        messages.forEach(this::acceptOnce);
        return simulation.server.close().stream()
                .map(each ->
                        simulation.clients.get(each.recipient()).receive(each).encode())
                .toList();
    }

    private void acceptOnce(byte[] message) {
        simulation.server.receive(ClientMessage.decode(message));
        assertRefused(Refusal.REPLAYED, message);
    }

    private void refuseBad(byte[] message, byte[] foreign, List<byte[]> previous) {
        Members before = simulation.server.answered();
        for (int length = 0; length < message.length; length += Math.max(1, message.length / 60)) {
            assertRefused(Refusal.MALFORMED, Arrays.copyOf(message, length));
        }
        assertRefused(Refusal.MALFORMED, Arrays.copyOf(message, message.length + 1));
        assertRefused(Refusal.WRONG_SESSION, foreign);
        previous.forEach(each -> assertRefused(Refusal.WRONG_PHASE, each));
        ClientMessage decoded = ClientMessage.decode(message);
        assertRefused(Refusal.BAD_SIGNATURE, from(1, decoded).encode());
        assertRefused(Refusal.NOT_A_MEMBER, from(4, decoded).encode());
        assertRefused(Refusal.NOT_A_MEMBER, from(-1, decoded).encode());
        Random random = new Random(2);
        for (int i = 0; i < 20; i++) {
            byte[] flipped = message.clone();
            flipped[random.nextInt(flipped.length)] ^= (byte) (1 << random.nextInt(8));
            assertThatExceptionOfType(RefusedMessageException.class)
                    .isThrownBy(() -> simulation.server.receive(ClientMessage.decode(flipped)));
        }
        assertThat(simulation.server.answered()).isEqualTo(before);
    }

    private static ClientMessage from(int sender, ClientMessage message) {
        return new ClientMessage(message.context(), sender, message.payload(), message.signature());
    }

    private void assertRefused(Refusal refusal, byte[] message) {
        assertThatExceptionOfType(RefusedMessageException.class)
                .isThrownBy(() -> simulation.server.receive(ClientMessage.decode(message)))
                .satisfies(refused -> assertThat(refused.refusal()).isEqualTo(refusal));
    }

    /** A client that is enrolled, and signs what makes no sense. */
    @Test
    void receive_signedNonsense_isRefused() {
        List<byte[]> messages = simulation.advertise(AggregationRun::nobody);
        messages = simulation.exchange(messages, AggregationRun::nobody);
        ClientPayload.ShareUpload upload = (ClientPayload.ShareUpload)
                ClientMessage.decode(messages.get(0)).payload();
        List<Addressed> shares = upload.sealedShares();
        assertNonsense(new ClientPayload.ShareUpload(upload.seedCommitment(), shares.subList(0, 2)));
        assertNonsense(new ClientPayload.ShareUpload(
                upload.seedCommitment(), List.of(shares.get(1), shares.get(0), shares.get(2))));
        assertNonsense(new ClientPayload.ShareUpload(
                upload.seedCommitment(), List.of(shares.get(0), shares.get(1), new Addressed(3, Bytes.of()))));
        messages = simulation.exchange(messages, AggregationRun::nobody);
        ClientPayload.MaskedInput input = (ClientPayload.MaskedInput)
                ClientMessage.decode(messages.get(0)).payload();
        assertNonsense(new ClientPayload.MaskedInput(Bytes.of(new byte[12]), input.attestations()));
        assertNonsense(new ClientPayload.MaskedInput(input.vector(), List.of()));
        messages = simulation.exchange(messages, AggregationRun::nobody);
        messages = simulation.exchange(messages, AggregationRun::nobody);
        ClientPayload.UnmaskShares shown = (ClientPayload.UnmaskShares)
                ClientMessage.decode(messages.get(0)).payload();
        RevealedShare first = shown.shares().get(0);
        assertNonsense(new ClientPayload.UnmaskShares(shown.shares().subList(1, 4)));
        List<RevealedShare> otherKind = new java.util.ArrayList<>(shown.shares());
        otherKind.set(0, new RevealedShare(first.owner(), ShareKind.MASK_KEY, first.share()));
        assertNonsense(new ClientPayload.UnmaskShares(otherKind));

        // A false share makes the attempt fail, and not the sum false.
        List<RevealedShare> falsified = new java.util.ArrayList<>(shown.shares());
        falsified.set(0, new RevealedShare(first.owner(), first.kind(), Bytes.of(new byte[32])));
        simulation.server.receive(signed(new ClientPayload.UnmaskShares(falsified)));
        simulation.deliver(messages.subList(1, 4));
        assertThatThrownBy(simulation.server::finish)
                .isInstanceOf(AggregationAbortedException.class)
                .hasMessageContaining("the shares of participant 0 are false");
    }

    private void assertNonsense(ClientPayload payload) {
        assertRefused(Refusal.MALFORMED, signed(payload).encode());
    }

    private ClientMessage signed(ClientPayload payload) {
        return ClientMessage.sign(
                session.context(), 0, payload, identities.get(0).getPrivate());
    }
}
