package io.abacusdp.federated.enrol;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.federated.secagg.Participant;
import java.nio.charset.StandardCharsets;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Who belongs to a federation: names, the keys under which they sign, and the certificates with which they connect, signed
 * with the federation's key. The order is that of the names, so that all who have the same version number the participants
 * alike.
 *
 * <p>Those who were revoked stay listed, so that their keys are never enrolled again.
 */
public final class Roster {
    private static final String DOMAIN = "abacus federation roster 1\n";
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    /**
     * A client that belongs to the federation.
     *
     * @param records how many it says it has; public, as rates and weights of a run rest on it
     * @param identity Ed25519 public key
     * @param certificate SHA-256 of its certificate, in hexadecimal
     */
    public record Member(String name, int records, PublicKey identity, String certificate) {}

    /** A key that must not be used any more. */
    record Revoked(String name, String identity) {}

    private final long version;
    private final List<Member> members;
    private final List<Revoked> revoked;
    private final byte[] signature;

    private Roster(long version, List<Member> members, List<Revoked> revoked, byte[] signature) {
        this.version = version;
        this.members =
                members.stream().sorted(Comparator.comparing(Member::name)).toList();
        this.revoked = List.copyOf(revoked);
        this.signature = signature.clone();
        Set<String> seen = new HashSet<>();
        for (Member each : this.members) {
            ParticipantNames.require(each.name());
            if (!seen.add(each.name()) || !seen.add(key(each.identity())) || !seen.add(each.certificate())) {
                throw new IllegalArgumentException("the roster has " + each.name() + ", or one of its keys, twice");
            }
        }
    }

    static Roster sign(long version, List<Member> members, List<Revoked> revoked, PrivateKey federation) {
        Roster unsigned = new Roster(version, members, revoked, new byte[0]);
        return new Roster(version, members, revoked, Keys.CERTIFIED.sign(federation, signedBytes(unsigned.content())));
    }

    /**
     * Reads a roster.
     *
     * @throws IllegalArgumentException if it is not one, or not signed with that federation's key
     */
    public static Roster read(byte[] json, X509Certificate federation) {
        StrictObject document = StrictObject.parse("the roster", json, "roster", "signature");
        StrictObject content = document.object("roster", "version", "members", "revoked");
        Roster roster = new Roster(
                content.count("version"),
                content.list(
                        "members",
                        each -> new Member(
                                each.text("name"),
                                each.number("records"),
                                Keys.IDENTITY.publicKey(each.text("identity")),
                                each.text("certificate")),
                        "name",
                        "records",
                        "identity",
                        "certificate"),
                content.list(
                        "revoked", each -> new Revoked(each.text("name"), each.text("identity")), "name", "identity"),
                document.base64("signature"));
        // What is verified is what was understood, written anew, and not the text that came.
        if (!Keys.CERTIFIED.verify(federation.getPublicKey(), signedBytes(roster.content()), roster.signature)) {
            throw new IllegalArgumentException("the roster is not signed with the federation's key");
        }
        return roster;
    }

    /** Ascends with every change. */
    public long version() {
        return version;
    }

    /** In the order of their names. */
    public List<Member> members() {
        return members;
    }

    /** For secure aggregation, in the order of their names. */
    public List<Participant> participants() {
        return members.stream()
                .map(each -> new Participant(each.name(), each.identity()))
                .toList();
    }

    /** Members of this roster who are no longer on a newer one, or are there with another key. */
    public Set<String> goneFrom(Roster newer) {
        return members.stream()
                .filter(each -> newer.member(each.name())
                        .map(now -> !now.identity().equals(each.identity()))
                        .orElse(true))
                .map(Member::name)
                .collect(Collectors.toSet());
    }

    /** Whose certificate that is. */
    public Optional<Member> holderOf(X509Certificate certificate) {
        String fingerprint = Keys.fingerprint(Certificates.encoded(certificate));
        return members.stream()
                .filter(each -> each.certificate().equals(fingerprint))
                .findFirst();
    }

    public Optional<Member> member(String name) {
        return members.stream().filter(each -> each.name().equals(name)).findFirst();
    }

    /** The signed roster as JSON. */
    public byte[] toJson() {
        return json().toString().getBytes(StandardCharsets.UTF_8);
    }

    ObjectNode json() {
        ObjectNode json = JSON.objectNode();
        json.set("roster", content());
        json.put("signature", Keys.base64(signature));
        return json;
    }

    /** What is signed; the same for two rosters that say the same. */
    byte[] contentBytes() {
        return signedBytes(content());
    }

    List<Revoked> revoked() {
        return revoked;
    }

    static String key(PublicKey key) {
        return Keys.base64(key.getEncoded());
    }

    private ObjectNode content() {
        ObjectNode content = JSON.objectNode().put("version", version);
        ArrayNode all = content.putArray("members");
        members.forEach(each -> all.addObject()
                .put("name", each.name())
                .put("records", each.records())
                .put("identity", key(each.identity()))
                .put("certificate", each.certificate()));
        ArrayNode gone = content.putArray("revoked");
        revoked.forEach(each -> gone.addObject().put("name", each.name()).put("identity", each.identity()));
        return content;
    }

    private static byte[] signedBytes(ObjectNode content) {
        return (DOMAIN + content).getBytes(StandardCharsets.UTF_8);
    }
}
