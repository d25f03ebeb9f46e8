package io.abacusdp.cli.check;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.storage.CanonicalJson;
import java.nio.file.Path;
import java.security.PublicKey;
import java.util.List;
import java.util.Optional;

/** A certificate: who signed it, whether its events cost what it says, and whether its words and the files at hand are its own. */
final class CertificateCheck {
    private final Findings findings;
    private final String name;
    private final String version;

    private CertificateCheck(Findings findings, String name, String version) {
        this.findings = findings;
        this.name = name;
        this.version = version;
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
        JsonFields content = json.object(CertificateSignature.CERTIFICATE);
        Certificate certificate = Certificate.of(content);
        CertificateSignature.check(findings, check.name, json, certificate.signer(), trusted);
        check.words(content, certificate);
        check.privacy(certificate);
        new CertifiedFiles(findings, check.name, certificate.subject().files())
                .check(file, of, (folder, subject) -> check.release(certificate, folder, subject));
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

    /** All of the release says what the certificate says. */
    private void release(Certificate certificate, Path folder, String subject) throws UnreadableException {
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
}
