package io.abacusdp.federated.enrol;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.PublicKey;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What a participant asks the federation to certify: its name, how many records it has, and its two public keys, signed with both private keys, so that
 * nobody can have another's key enrolled under its own name.
 *
 * <p>Nothing in it is secret. Whether it comes from whom it says is for the operator to find out, by comparing the fingerprint
 * over another way than the one by which the request came.
 */
public final class EnrolmentRequest {
    private static final String DOMAIN = "abacus enrolment request 1\n";
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9.:-]{1,253}");

    private final String name;
    private final int records;
    private final List<String> hosts;
    private final PublicKey identity;
    private final PublicKey tls;
    private final byte[] identitySignature;
    private final byte[] tlsSignature;

    private EnrolmentRequest(
            String name,
            int records,
            List<String> hosts,
            PublicKey identity,
            PublicKey tls,
            byte[] identitySignature,
            byte[] tlsSignature) {
        this.name = ParticipantNames.require(name);
        this.records = records;
        this.hosts = List.copyOf(hosts);
        this.identity = identity;
        this.tls = tls;
        this.identitySignature = identitySignature;
        this.tlsSignature = tlsSignature;
        if (hosts.isEmpty() != records > 0) {
            throw new IllegalArgumentException(
                    "a client must have at least 1 record and a server none, got " + records + " for " + name);
        }
        for (String host : hosts) {
            if (!HOST.matcher(host).matches()) {
                throw new IllegalArgumentException("a host must be a name or an address, got " + host);
            }
        }
    }

    static EnrolmentRequest of(String name, int records, List<String> hosts, KeyPair identity, KeyPair tls) {
        EnrolmentRequest unsigned = new EnrolmentRequest(
                name, records, hosts, identity.getPublic(), tls.getPublic(), new byte[0], new byte[0]);
        byte[] message = unsigned.signedBytes();
        return new EnrolmentRequest(
                name,
                records,
                hosts,
                identity.getPublic(),
                tls.getPublic(),
                Keys.IDENTITY.sign(identity.getPrivate(), message),
                Keys.CERTIFIED.sign(tls.getPrivate(), message));
    }

    /**
     * Reads a request.
     *
     * @throws IllegalArgumentException if it is not one, or is not signed with both of its keys
     */
    public static EnrolmentRequest read(Path file) throws IOException {
        StrictObject document = StrictObject.parse(
                file + ", a request,",
                Files.readAllBytes(file),
                "name",
                "records",
                "hosts",
                "identity",
                "tls",
                "identity_signature",
                "tls_signature");
        EnrolmentRequest request = new EnrolmentRequest(
                document.text("name"),
                document.number("records"),
                document.texts("hosts"),
                Keys.IDENTITY.publicKey(document.text("identity")),
                Keys.CERTIFIED.publicKey(document.text("tls")),
                document.base64("identity_signature"),
                document.base64("tls_signature"));
        byte[] message = request.signedBytes();
        if (!Keys.IDENTITY.verify(request.identity, message, request.identitySignature)
                || !Keys.CERTIFIED.verify(request.tls, message, request.tlsSignature)) {
            throw new IllegalArgumentException(file + " is not signed with the keys that it names");
        }
        return request;
    }

    public String name() {
        return name;
    }

    /** How many records the client has; 0 if it is a server. */
    public int records() {
        return records;
    }

    /** Under which clients reach the server that asks; none if it is a client. */
    public List<String> hosts() {
        return hosts;
    }

    /** SHA-256 of what is asked, for comparison over another way. */
    public String fingerprint() {
        return Keys.fingerprint(signedBytes());
    }

    PublicKey identity() {
        return identity;
    }

    PublicKey tls() {
        return tls;
    }

    String toJson() {
        return content()
                .put("identity_signature", Keys.base64(identitySignature))
                .put("tls_signature", Keys.base64(tlsSignature))
                .toString();
    }

    private ObjectNode content() {
        ObjectNode content =
                JsonNodeFactory.instance.objectNode().put("name", name).put("records", records);
        ArrayNode all = content.putArray("hosts");
        hosts.forEach(all::add);
        return content.put("identity", Roster.key(identity)).put("tls", Roster.key(tls));
    }

    private byte[] signedBytes() {
        return (DOMAIN + content()).getBytes(StandardCharsets.UTF_8);
    }
}
