package io.abacusdp.cli.check;

import io.abacusdp.storage.CanonicalJson;
import java.nio.file.Path;
import java.security.PublicKey;
import java.util.List;

/**
 * The certificate of a federation: who signed it, whether the events of its report cost what it says, for whom and against whom, and
 * whether its words and the files at hand are its own.
 */
final class FederationCertificateCheck {
    private FederationCertificateCheck() {}

    /**
     * Checks the certificate.
     *
     * @param trusted keys of those who may certify, possibly none
     * @param of releases, models and reports that it has to be of
     * @param version of this program
     */
    static void check(
            Findings findings, Path file, JsonFields json, List<PublicKey> trusted, List<Path> of, String version)
            throws UnreadableException {
        String name = BoundedFile.name(file);
        JsonFields content = json.object(CertificateSignature.CERTIFICATE);
        FederationCertificate certificate = FederationCertificate.of(content);
        CertificateSignature.check(findings, name, json, certificate.signer(), trusted);
        findings.require(
                CanonicalJson.text(certificate.toJson()).equals(CanonicalJson.text(content.node())),
                name,
                "its words are those of its report",
                "its words are not those of its report, or it has a field that no certificate has");
        JsonFields report = certificate.report();
        new FederatedReportCheck(findings, report, report.object("privacy").delta("target_delta")).check();
        findings.require(
                report.flag("private"), name, "its report has guarantees", "its report has no guarantee to certify");
        new CertifiedFiles(findings, name, certificate.files()).check(file, of, (folder, subject) -> {
            if (!FederatedReleaseCheck.isRelease(folder)) {
                findings.wrong(subject, "it is of a federation, and this is not the release of one");
                return;
            }
            FederatedReleaseCheck.check(findings, folder, version);
            findings.require(
                    JsonFields.parse(BoundedFile.text(folder.resolve("report.json")))
                            .node()
                            .equals(report.node()),
                    subject,
                    "the same report",
                    "the report of one is not that of the other");
        });
    }
}
