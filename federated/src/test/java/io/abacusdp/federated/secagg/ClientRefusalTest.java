package io.abacusdp.federated.secagg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.abacusdp.federated.secagg.ServerPayload.Roster;
import io.abacusdp.federated.secagg.ServerPayload.ShareDelivery;
import io.abacusdp.federated.secagg.ServerPayload.SurvivorSet;
import io.abacusdp.federated.secagg.ServerPayload.UnmaskRequest;
import java.security.KeyPair;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * A malicious server against client 0 of four: whatever it tries is refused by name, and as it changes nothing, the round
 * ends with the exact sum when the server is honest again.
 */
class ClientRefusalTest {
    private final List<KeyPair> identities = AggregationRun.identities(4);
    private final int[][] vectors = AggregationRun.randomVectors(4, 2, 8);
    private final Session session = AggregationRun.session(identities, 3, 0, 2);
    private final AggregationRun simulation = AggregationRun.of(identities, session, vectors);
    private final AggregationClient victim = simulation.clients.get(0);
    private final List<ServerMessage> seen = new ArrayList<>();

    @Test
    void receive_everyAttack_isRefusedByNameAndChangesNothing() {
        List<byte[]> messages = simulation.advertise(AggregationRun::nobody);
        ServerMessage request = new ServerMessage(session.context(), 0, new UnmaskRequest(List.of(), List.of()));
        assertRefused(Refusal.WRONG_PHASE, request);
        messages = step(messages, this::attackRoster);
        messages = step(messages, this::attackDelivery);
        messages = step(messages, this::attackSurvivors);
        messages = step(messages, this::attackRequest);
        simulation.deliver(messages);
        assertThat(simulation.server.finish().values()).isEqualTo(AggregationRun.sumOf(vectors, IntStream.range(0, 4)));

        // The other kind of shares, by another set of survivors, after the first kind was revealed.
        assertThat(victim.waitsForEndOf()).isEqualTo(Phase.DONE);
        assertRefused(Refusal.CONTRADICTION, to(0, new SurvivorSet(Members.of(0, 1, 2))));
        assertRefused(Refusal.CONTRADICTION, request);
        seen.forEach(message -> assertRefused(Refusal.REPLAYED, message));
    }

    private List<byte[]> step(List<byte[]> messages, java.util.function.Consumer<ServerMessage> attack) {
        simulation.deliver(messages);
        List<ServerMessage> closing = simulation.server.close();
        ServerMessage genuine = closing.get(0);
        byte[] bytes = genuine.encode();
        for (int length = 0; length < bytes.length; length += Math.max(1, bytes.length / 50)) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> ServerMessage.decode(cut)).hasMessageContaining("MALFORMED");
        }
        assertThatThrownBy(() -> ServerMessage.decode(Arrays.copyOf(bytes, bytes.length + 1)))
                .hasMessageContaining("MALFORMED");
        Session other = AggregationRun.session(identities, 3, 0, 2);
        assertRefused(Refusal.WRONG_SESSION, new ServerMessage(other.context(), 0, genuine.payload()));
        assertRefused(Refusal.NOT_A_MEMBER, closing.get(1));
        seen.forEach(message -> assertRefused(Refusal.REPLAYED, message));
        attack.accept(genuine);
        seen.add(genuine);
        return closing.stream()
                .map(each ->
                        simulation.clients.get(each.recipient()).receive(each).encode())
                .toList();
    }

    private void attackRoster(ServerMessage genuine) {
        List<ClientMessage> adverts = ((Roster) genuine.payload()).adverts();
        assertRoster(Refusal.BELOW_THRESHOLD, adverts.subList(0, 2));
        assertRoster(Refusal.TAMPERED, adverts.subList(1, 4));
        assertRoster(Refusal.MALFORMED, List.of(adverts.get(0), adverts.get(2), adverts.get(1)));
        ClientMessage stolen = ClientMessage.sign(
                session.context(),
                1,
                adverts.get(2).payload(),
                AggregationRun.identity().getPrivate());
        assertRoster(Refusal.BAD_SIGNATURE, List.of(adverts.get(0), stolen, adverts.get(2)));
        ClientMessage mine = new AggregationClient(session, 0, identities.get(0).getPrivate(), vectors[0]).advertise();
        assertRoster(Refusal.TAMPERED, List.of(mine, adverts.get(1), adverts.get(2)));
        ClientMessage foreign = new AggregationClient(
                        AggregationRun.session(identities, 3, 0, 2),
                        1,
                        identities.get(1).getPrivate(),
                        vectors[1])
                .advertise();
        assertRoster(Refusal.WRONG_SESSION, List.of(adverts.get(0), foreign, adverts.get(2)));
        ClientMessage unknown = new ClientMessage(
                session.context(), 4, adverts.get(1).payload(), adverts.get(1).signature());
        assertRoster(Refusal.NOT_A_MEMBER, List.of(adverts.get(0), adverts.get(1), unknown));
        ClientMessage vote = signed(1, new ClientPayload.SurvivorVote(session.context()));
        assertRoster(Refusal.WRONG_PHASE, List.of(adverts.get(0), vote, adverts.get(2)));
        // The point of order 1: every secret agreed with it is zero.
        ClientMessage weak = signed(1, new ClientPayload.KeyAdvert(Bytes.of(new byte[32]), Bytes.of(new byte[32])));
        assertRoster(Refusal.UNREADABLE_SHARE, List.of(adverts.get(0), weak, adverts.get(2)));
    }

    private void assertRoster(Refusal refusal, List<ClientMessage> adverts) {
        assertRefused(refusal, to(0, new Roster(adverts)));
    }

    private void attackDelivery(ServerMessage genuine) {
        ShareDelivery delivery = (ShareDelivery) genuine.payload();
        List<Addressed> shares = delivery.sealedShares();
        assertRefused(Refusal.BELOW_THRESHOLD, to(0, new ShareDelivery(Members.of(0, 1), shares.subList(0, 1))));
        assertRefused(Refusal.TAMPERED, to(0, new ShareDelivery(Members.of(1, 2, 3), shares)));
        assertRefused(Refusal.NOT_A_MEMBER, to(0, new ShareDelivery(Members.of(0, 1, 2, 3, 4), shares)));
        assertRefused(Refusal.NOT_A_MEMBER, to(0, new ShareDelivery(Members.of(0, 1, 2), shares)));
        assertRefused(Refusal.MALFORMED, to(0, new ShareDelivery(delivery.sharers(), shares.subList(0, 2))));
        assertRefused(
                Refusal.MALFORMED,
                to(0, new ShareDelivery(delivery.sharers(), List.of(shares.get(1), shares.get(0), shares.get(2)))));
        Addressed swapped = new Addressed(1, shares.get(1).content());
        assertRefused(
                Refusal.UNREADABLE_SHARE,
                to(0, new ShareDelivery(delivery.sharers(), List.of(swapped, shares.get(1), shares.get(2)))));
    }

    private void attackSurvivors(ServerMessage genuine) {
        assertThat(genuine.payload()).isEqualTo(new SurvivorSet(Members.of(0, 1, 2, 3)));
        assertRefused(Refusal.BELOW_THRESHOLD, to(0, new SurvivorSet(Members.of(0, 1))));
        assertRefused(Refusal.TAMPERED, to(0, new SurvivorSet(Members.of(1, 2, 3))));
        assertRefused(Refusal.NOT_A_MEMBER, to(0, new SurvivorSet(Members.of(0, 1, 2, 5))));
    }

    private void attackRequest(ServerMessage genuine) {
        UnmaskRequest request = (UnmaskRequest) genuine.payload();
        List<ClientMessage> votes = request.votes();
        List<Addressed> attested = request.attestations();
        // A second set of survivors, of which the other kind of share of participant 3 would follow.
        assertRefused(Refusal.CONTRADICTION, to(0, new SurvivorSet(Members.of(0, 1, 2))));
        assertRequest(Refusal.BELOW_THRESHOLD, votes.subList(0, 2), attested);
        assertRequest(Refusal.MALFORMED, List.of(votes.get(0), votes.get(2), votes.get(1)), attested);
        assertRequest(Refusal.MALFORMED, List.of(votes.get(0), votes.get(1), votes.get(1)), attested);
        ClientMessage forged = new ClientMessage(
                session.context(), 1, votes.get(1).payload(), votes.get(2).signature());
        assertRequest(Refusal.BAD_SIGNATURE, List.of(votes.get(0), forged, votes.get(2)), attested);
        ClientMessage differing = signed(1, new ClientPayload.SurvivorVote(session.context()));
        assertRequest(Refusal.CONTRADICTION, List.of(votes.get(0), differing, votes.get(2)), attested);
        ClientMessage foreign = new ClientMessage(
                Bytes.of(new byte[32]), 1, votes.get(1).payload(), votes.get(1).signature());
        assertRequest(Refusal.WRONG_SESSION, List.of(votes.get(0), foreign, votes.get(2)), attested);
        ClientMessage stranger = new ClientMessage(
                session.context(), 7, votes.get(1).payload(), votes.get(1).signature());
        assertRequest(Refusal.NOT_A_MEMBER, List.of(votes.get(0), votes.get(1), stranger), attested);
        assertRequest(Refusal.NOT_ATTESTED, votes, attested.subList(0, 2));
        Addressed swapped = new Addressed(1, attested.get(1).content());
        assertRequest(Refusal.NOT_ATTESTED, votes, List.of(swapped, attested.get(1), attested.get(2)));
        List<Addressed> more = new ArrayList<>(attested);
        more.add(attested.get(0));
        assertRequest(Refusal.MALFORMED, votes, more);
    }

    private void assertRequest(Refusal refusal, List<ClientMessage> votes, List<Addressed> attestations) {
        assertRefused(refusal, to(0, new UnmaskRequest(votes, attestations)));
    }

    private ServerMessage to(int recipient, ServerPayload payload) {
        return new ServerMessage(session.context(), recipient, payload);
    }

    private ClientMessage signed(int sender, ClientPayload payload) {
        return ClientMessage.sign(
                session.context(), sender, payload, identities.get(sender).getPrivate());
    }

    private void assertRefused(Refusal refusal, ServerMessage message) {
        Phase before = victim.waitsForEndOf();
        assertThatExceptionOfType(RefusedMessageException.class)
                .isThrownBy(() -> victim.receive(ServerMessage.decode(message.encode())))
                .satisfies(refused -> assertThat(refused.refusal()).isEqualTo(refusal));
        assertThat(victim.waitsForEndOf()).isEqualTo(before);
    }
}
