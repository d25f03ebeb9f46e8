package io.abacusdp.cli.check;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.ledger.journal.SigningKey;
import io.abacusdp.ledger.log.NoteKey;
import io.abacusdp.ledger.log.SignedNote;
import io.abacusdp.storage.CanonicalJson;
import java.io.UncheckedIOException;
import java.security.PublicKey;
import java.util.List;
import java.util.Set;

/**
 * The file of a certificate: the certificate, and the note that signs it.
 *
 * <p>What is signed is a note of two lines, the format's name and the SHA-256 of the certificate's canonical JSON (RFC 8785). A head
 * of a ledger's journal has a number in its second line: neither can be taken for the other.
 */
final class CertificateSignature {
    static final String CERTIFICATE = "certificate";
    private static final String SIGNATURE = "signature";

    private CertificateSignature() {}

    /** Whether it is the file of a certificate. */
    static boolean isSignedFile(JsonFields json) {
        return json.has(CERTIFICATE) && json.has(SIGNATURE);
    }

    /** Signs a certificate, whose format is the first line of the note. */
    static ObjectNode sign(ObjectNode certificate, String signer, SigningKey key) {
        ObjectNode file = JsonNodeFactory.instance.objectNode();
        file.set(CERTIFICATE, certificate);
        file.put(
                SIGNATURE,
                key.note(signer, signed(certificate.path("format").asText(), CanonicalJson.text(certificate)))
                        .toString());
        return file;
    }

    private static String signed(String format, String canonical) {
        return format + "\nsha256 " + CanonicalJson.sha256(canonical) + "\n";
    }

    /**
     * Whether it is signed, as it is, and by whom.
     *
     * @param name of the file
     * @param trusted keys of those who may certify, possibly none
     */
    static void check(
            Findings findings, String name, JsonFields json, Certificate.Signer signer, List<PublicKey> trusted)
            throws UnreadableException {
        Set<String> fields = Set.of(CERTIFICATE, SIGNATURE);
        json.node()
                .fieldNames()
                .forEachRemaining(field -> findings.require(
                        fields.contains(field), name, "has a " + field, "has a field that nobody signed: " + field));
        boolean isSigned;
        PublicKey key;
        try {
            key = SigningKey.publicKey(signer.key());
            SignedNote note = SignedNote.parse(json.text(SIGNATURE));
            JsonFields certificate = json.object(CERTIFICATE);
            isSigned = note.text().equals(signed(certificate.text("format"), CanonicalJson.text(certificate.node())))
                    && note.signatures().size() == 1
                    && NoteKey.ofLog(signer.name(), key).hasSigned(note);
        } catch (IllegalArgumentException | UncheckedIOException e) {
            findings.wrong(name, "has no signature that could be read: " + e.getMessage());
            return;
        }
        findings.require(
                isSigned,
                name,
                "it is signed by the key that it names, as it is",
                "it is not signed by the key that it names, or was changed since");
        if (trusted.isEmpty()) {
            findings.unknown(name, "who holds the key that signed it: give the signer's public key with --trusted");
        } else {
            findings.require(
                    trusted.contains(key),
                    name,
                    "the key that it names is trusted",
                    "the key that it names is none of those that are trusted: " + signer.key());
        }
        findings.noted(name, "signed by the key %s under the name %s".formatted(signer.key(), signer.name()));
        findings.unknown(
                name, "whether the signer has signed another certificate of the same run, or withdrawn this one");
    }
}
