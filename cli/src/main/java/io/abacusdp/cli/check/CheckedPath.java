package io.abacusdp.cli.check;

import io.abacusdp.ledger.log.Checkpoint;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PublicKey;
import java.util.List;
import java.util.Optional;

/** Finds out what a path holds, and checks it. */
final class CheckedPath {
    /** The kind that has to be of something. */
    static final String CERTIFICATE = "a certificate";

    private static final int START = 4096;

    private final Findings findings;
    private final List<PublicKey> trusted;
    private final List<Checkpoint> kept;
    private final List<Path> of;
    private final String version;

    /**
     * Of whatever is found.
     *
     * @param trusted keys of those who may sign journals and certificates
     * @param kept heads of a journal from earlier
     * @param of what a certificate has to be of
     * @param version of this program
     */
    CheckedPath(Findings findings, List<PublicKey> trusted, List<Checkpoint> kept, List<Path> of, String version) {
        this.findings = findings;
        this.trusted = trusted;
        this.kept = kept;
        this.of = of;
        this.version = version;
    }

    /** Checks what is there, and returns what it is, with its article. */
    String check(Path path) {
        try {
            return Files.isDirectory(path) ? directory(path) : file(path);
        } catch (UnreadableException e) {
            findings.wrong(BoundedFile.name(path), String.valueOf(e.getMessage()));
            return "something that cannot be judged";
        }
    }

    private String directory(Path path) throws UnreadableException {
        Optional<FederationCheck> federation = FederationCheck.of(findings, path, version);
        if (federation.isPresent()) {
            federation.get().check();
            return "the directory of a federated run";
        }
        if (RunCheck.isRun(path)) {
            RunCheck.check(findings, path, version);
            return "the directory of a training run";
        }
        if (FederatedReleaseCheck.isRelease(path)) {
            FederatedReleaseCheck.check(findings, path, version);
            return "the release of a federated run";
        }
        if (ReleaseCheck.isRelease(path)) {
            ReleaseCheck.check(findings, path, version);
            return "a release";
        }
        throw new UnreadableException(
                "is a directory without a run, a release, or the server of a federation; nothing in it was checked");
    }

    private String file(Path file) throws UnreadableException {
        BoundedFile.requireRegular(file, Long.MAX_VALUE);
        byte[] start = BoundedFile.start(file, START);
        if (LedgerExportCheck.isExport(start)) {
            LedgerExportCheck.check(findings, file, trusted, kept);
            return "an exported journal of a ledger";
        }
        if (isSafetensors(start)) {
            ModelCheck.check(findings, file);
            return "a model";
        }
        JsonFields json = JsonFields.parse(BoundedFile.text(file));
        if (ReceiptCheck.isReceipt(json)) {
            ReceiptCheck.check(findings, BoundedFile.name(file), json, trusted, kept);
            return "a receipt of a ledger";
        }
        if (CertificateSignature.isSignedFile(json)) {
            if (json.object(CertificateSignature.CERTIFICATE).text("format").equals(FederationCertificate.FORMAT)) {
                FederationCertificateCheck.check(findings, file, json, trusted, of, version);
            } else {
                CertificateCheck.check(findings, file, json, trusted, of, version);
            }
            return CERTIFICATE;
        }
        if (ReportCheck.isReport(json)) {
            ReportCheck.check(findings, BoundedFile.name(file), json);
            RemadeReport.check(findings, BoundedFile.name(file), json, version);
            return "the report of a training run";
        }
        if (FederatedCheckpointCheck.isCheckpoint(json)) {
            FederatedCheckpointCheck.check(findings, file, json, Optional.empty());
            return "a checkpoint of a federation's server";
        }
        throw new UnreadableException(
                "is JSON of a kind that is not known here: no report, checkpoint, certificate or export");
    }

    /** The length of the header in eight bytes, and then JSON. */
    private static boolean isSafetensors(byte[] start) {
        return start.length > 8 && start[8] == '{' && start[7] == 0 && start[6] == 0 && start[5] == 0;
    }
}
