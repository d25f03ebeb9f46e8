package io.abacusdp.ledger.journal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.ledger.json.CanonicalJson;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.Signature;
import java.time.Instant;
import java.util.Base64;
import java.util.Objects;

/**
 * Where a journal ended at some time, under the signature of its keeper. Who has it can tell later if an entry up to there was
 * changed or cut off.
 *
 * @param ledger the journal's name, from its first fact
 * @param seq of the last entry
 * @param hash of the last entry
 * @param at time of the last entry
 * @param key fingerprint of the public key
 * @param signature Ed25519 over the canonical JSON of at, hash, ledger and seq, in Base64
 */
public record SignedHead(String ledger, long seq, String hash, Instant at, String key, String signature) {
    public SignedHead {
        Objects.requireNonNull(ledger, "ledger");
        Objects.requireNonNull(hash, "hash");
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(signature, "signature");
    }

    /** Whether the signature was made by the holder of the key. */
    public boolean isSignedBy(PublicKey publicKey) {
        try {
            Signature verifier = Signature.getInstance(SigningKey.ALGORITHM);
            verifier.initVerify(publicKey);
            verifier.update(signedBytes(ledger, seq, hash, at));
            byte[] bytes = Base64.getDecoder().decode(signature);
            // One text for each signature: a decoder overlooks some bits of the last character.
            return key.equals(SigningKey.fingerprint(publicKey))
                    && signature.equals(Base64.getEncoder().encodeToString(bytes))
                    && verifier.verify(bytes);
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            // A signature that cannot even be read is not one.
            return false;
        }
    }

    /** The head as JSON. */
    public ObjectNode toNode() {
        return claim(ledger, seq, hash, at).put("key", key).put("signature", signature);
    }

    /**
     * The head that the tree holds.
     *
     * @throws IllegalArgumentException if a field is missing or of another kind
     */
    public static SignedHead read(JsonNode node) {
        if (!(node.path("seq").isIntegralNumber() && node.path("at").isIntegralNumber())) {
            throw new IllegalArgumentException("a head must have the numbers seq and at");
        }
        return new SignedHead(
                text(node, "ledger"),
                node.path("seq").longValue(),
                text(node, "hash"),
                Instant.ofEpochMilli(node.path("at").longValue()),
                text(node, "key"),
                text(node, "signature"));
    }

    static byte[] signedBytes(String ledger, long seq, String hash, Instant at) {
        return CanonicalJson.text(claim(ledger, seq, hash, at)).getBytes(StandardCharsets.UTF_8);
    }

    private static ObjectNode claim(String ledger, long seq, String hash, Instant at) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("at", at.toEpochMilli())
                .put("hash", hash)
                .put("ledger", ledger)
                .put("seq", seq);
    }

    private static String text(JsonNode node, String field) {
        if (node.path(field).isTextual()) {
            return node.path(field).textValue();
        }
        throw new IllegalArgumentException("a head must have the text " + field);
    }
}
