package io.abacusdp.cli.check;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.ledger.journal.SigningKey;
import io.abacusdp.ledger.log.NoteKey;
import io.abacusdp.ledger.log.SignedNote;
import io.abacusdp.storage.CanonicalJson;
import io.abacusdp.storage.Sha256;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PublicKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A certificate: who signed it, whether its events cost what it says, and whether its words and the files at hand are its own. */
final class CertificateCheck {
    private static final String CERTIFICATE = "certificate";
    private static final String SIGNATURE = "signature";

    private final Findings findings;
    private final String name;
    private final String version;

    private CertificateCheck(Findings findings, String name, String version) {
        this.findings = findings;
        this.name = name;
        this.version = version;
    }

    /** Whether it is the file of a certificate. */
    static boolean isCertificate(JsonFields json) {
        return json.has(CERTIFICATE) && json.has(SIGNATURE);
    }

    /**
     * Checks the certificate.
     *
     * @param trusted keys of those who may certify, possibly none
     * @param version of this program
     * @param of releases, models and reports that it has to be of; where there are none, files beside it that have the names of its own
     */
    static void check(
            Findings findings, Path file, JsonFields json, List<PublicKey> trusted, List<Path> of, String version)
            throws UnreadableException {
        CertificateCheck check = new CertificateCheck(findings, BoundedFile.name(file), version);
        Set<String> fields = Set.of(CERTIFICATE, SIGNATURE);
        json.node()
                .fieldNames()
                .forEachRemaining(field -> findings.require(
                        fields.contains(field),
                        check.name,
                        "has a " + field,
                        "has a field that nobody signed: " + field));
        JsonFields content = json.object(CERTIFICATE);
        Certificate certificate = Certificate.of(content);
        check.signature(json, certificate, trusted);
        check.words(content, certificate);
        check.privacy(certificate);
        check.files(certificate, of.isEmpty() ? beside(file, certificate) : of);
        findings.noted(
                check.name,
                "signed by the key %s under the name %s"
                        .formatted(
                                certificate.signer().key(), certificate.signer().name()));
        findings.unknown(
                check.name, "whether the signer has signed another certificate of the same run, or withdrawn this one");
    }

    private void signature(JsonFields json, Certificate certificate, List<PublicKey> trusted)
            throws UnreadableException {
        boolean isSigned;
        PublicKey key;
        try {
            key = SigningKey.publicKey(certificate.signer().key());
            SignedNote note = SignedNote.parse(json.text(SIGNATURE));
            String canonical = CanonicalJson.text(json.object(CERTIFICATE).node());
            isSigned = note.text().equals(Certificate.signed(canonical))
                    && note.signatures().size() == 1
                    && NoteKey.ofLog(certificate.signer().name(), key).hasSigned(note);
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
                    "the key that it names is none of those that are trusted: "
                            + certificate.signer().key());
        }
    }

    /** Written anew from its figures it has to be the same, to the last field and word. */
    private void words(JsonFields content, Certificate certificate) throws UnreadableException {
        findings.require(
                CanonicalJson.text(certificate.toJson()).equals(CanonicalJson.text(content.node())),
                name,
                "its words are those of its figures",
                "its words are not those of its figures, or it has a field that no certificate has");
    }

    private void privacy(Certificate certificate) throws UnreadableException {
        Certificate.Claim claim = certificate.privacy();
        StatedEpsilon stated = new StatedEpsilon(name);
        var cost = stated.check(findings, "epsilon", claim.epsilon(), claim.delta(), claim.adjacency(), claim.event());
        if (claim.lower().isPresent()) {
            stated.checkLower(findings, claim.lower().getAsDouble(), claim.epsilon(), cost);
        }
        findings.require(
                UnitOfCharges.parsed(claim.unit()).holdsUnder(claim.adjacency()),
                name,
                "its unit of privacy has a guarantee under its adjacency",
                "its unit of privacy has no guarantee under its adjacency");
        findings.require(
                UnitOfCharges.of(claim.event()).agreesWith(UnitOfCharges.parsed(claim.unit())),
                name,
                "its unit of privacy is that of its charges",
                "its unit of privacy is said to be %s, and its charges are for another".formatted(claim.unit()));
    }

    private static List<Path> beside(Path file, Certificate certificate) {
        return certificate.subject().files().keySet().stream()
                .filter(each -> each.matches("[\\w.-]+"))
                .map(file::resolveSibling)
                .filter(Files::isRegularFile)
                .toList();
    }

    private void files(Certificate certificate, List<Path> given) throws UnreadableException {
        if (given.isEmpty()) {
            findings.unknown(name, "whether a model at hand is the one that it is of: give it with --of");
        }
        for (Path path : given) {
            if (Files.isDirectory(path)) {
                release(certificate, path);
            } else {
                file(certificate, path);
            }
        }
    }

    private void file(Certificate certificate, Path path) throws UnreadableException {
        BoundedFile.requireRegular(path, BoundedFile.MAX_SIZE);
        String hash = hash(path);
        findings.require(
                certificate.subject().files().containsValue(hash),
                name + ", " + BoundedFile.name(path),
                "it is of this file",
                "it is not of this file: no file that it is of has the hash " + hash);
    }

    /** Every file is there and as it was, and all of it says what the certificate says. */
    private void release(Certificate certificate, Path folder) throws UnreadableException {
        Set<String> found = ReleaseCheck.plainFiles(findings, folder);
        boolean isSame = found.equals(certificate.subject().files().keySet());
        for (Map.Entry<String, String> sum : certificate.subject().files().entrySet()) {
            isSame &= found.contains(sum.getKey())
                    && hash(folder.resolve(sum.getKey())).equals(sum.getValue());
        }
        String subject = name + ", " + BoundedFile.name(folder);
        findings.require(
                isSame,
                subject,
                "it is of this release, and of each of its %d files".formatted(found.size()),
                "it is not of this release: a file is another, is missing, or is more than it is of");
        Optional<DpEvent> charged = ReleaseCheck.check(findings, folder, version);
        findings.require(
                charged.equals(Optional.of(certificate.privacy().event())),
                subject,
                "the same charges",
                "the charges of one are not those of the other");
        String unit = UnitOfCharges.stated(JsonFields.parse(BoundedFile.text(folder.resolve("report.json")))
                        .object("settings"))
                .words();
        findings.require(
                unit.equals(certificate.privacy().unit()),
                subject,
                "the same unit of privacy",
                "the unit of privacy of one is not that of the other");
    }

    private static String hash(Path file) throws UnreadableException {
        try {
            return Sha256.ofFile(file);
        } catch (IOException e) {
            throw new UnreadableException("cannot be read", e);
        }
    }
}
