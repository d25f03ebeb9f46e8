package io.abacusdp.federated.simulate;

import io.abacusdp.federated.client.ClientTrust;
import io.abacusdp.federated.client.EnrolledKeys;
import io.abacusdp.federated.client.Enrolment;
import io.abacusdp.federated.secagg.Participant;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.PublicKey;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Fresh keys for the clients of a simulation. */
public final class Identities {
    private final Map<String, KeyPair> keys = new LinkedHashMap<>();
    private final EnrolledKeys roster;
    private final ClientTrust trust;

    /** Keys for the names, in their order, of clients that count on no colluder. */
    public Identities(List<String> names) {
        this(names, ClientTrust.of(0));
    }

    /** Keys for the names, in their order, of clients that trust each other so far. */
    public Identities(List<String> names, ClientTrust trust) {
        this.trust = trust;
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("Ed25519");
            Map<String, PublicKey> publicKeys = new LinkedHashMap<>();
            for (String name : names) {
                KeyPair pair = generator.generateKeyPair();
                keys.put(name, pair);
                publicKeys.put(name, pair.getPublic());
            }
            roster = new EnrolledKeys(publicKeys);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has Ed25519", e);
        }
    }

    /** What the server knows of them. */
    public List<Participant> participants() {
        return keys.entrySet().stream()
                .map(entry -> new Participant(entry.getKey(), entry.getValue().getPublic()))
                .toList();
    }

    /** What a client has. */
    public Enrolment enrolment(String name) {
        return new Enrolment(Objects.requireNonNull(keys.get(name), name).getPrivate(), roster, Optional.of(trust));
    }
}
