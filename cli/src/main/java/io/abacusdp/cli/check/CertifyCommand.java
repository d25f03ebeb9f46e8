package io.abacusdp.cli.check;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.auto.AutoAccountant;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.cli.option.AnswerOutput;
import io.abacusdp.cli.output.CommandFailures;
import io.abacusdp.cli.output.RefusedRequestException;
import io.abacusdp.cli.output.UsageException;
import io.abacusdp.ledger.journal.SigningKey;
import io.abacusdp.storage.DurableFile;
import io.abacusdp.storage.OwnerOnly;
import io.abacusdp.training.checkpoint.RunDirectory;
import io.abacusdp.training.data.PrivateRanges;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Signs what a training run, or a federation, guarantees. */
@Command(
        name = "certify",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Checks a training run or a federation as 'abacus check' does, prices its charges again, and signs (Ed25519) what they "
                    + "guarantee: events, adjacency, epsilon with both bounds, method, versions, and the hash of every released "
                    + "file. Of a federation: its report, with figures for records and for clients and against whom each holds, but no lower bounds.",
            "'abacus check' verifies the certificate offline, anywhere. A run with anything wrong is not certified."
        },
        footer = {
            "",
            "Exit status: 0 certified; 4 something is wrong with the run; 3 it has no guarantee to certify.",
            "",
            "Example:",
            "  abacus certify abacus-run-1 --signer example.org --key certify.key",
            "  abacus check certificate.json --of abacus-run-1/release --trusted MCowBQ..."
        })
public final class CertifyCommand implements Callable<Integer> {
    private static final String NOT_PRIVATE = "the run is not private, and there is nothing to certify";

    @Parameters(
            paramLabel = "RUN",
            description = "The directory of a training run that is done, or of a federation, or its release folder.")
    private Path run = Path.of("");

    @Option(
            names = "--key",
            paramLabel = "FILE",
            required = true,
            description = "The key to sign with; made if it is not there. Nobody but its owner may read it.")
    private Path key = Path.of("");

    @Option(
            names = "--signer",
            paramLabel = "NAME",
            required = true,
            description =
                    "Name to sign under, such as a domain; without spaces and +. Readers trust the key, not the name.")
    private String signer = "";

    @Option(
            names = "--out",
            paramLabel = "FILE",
            defaultValue = "certificate.json",
            description = "Where to write it; there must be no such file. Default: certificate.json.")
    private Path out = Path.of("certificate.json");

    @Mixin
    private AnswerOutput output = new AnswerOutput();

    @Override
    public Integer call() {
        if (!Files.isDirectory(run)) {
            throw new UsageException("there is no run in " + run);
        }
        if (Files.exists(out)) {
            throw new UsageException("--out %s is there already".formatted(out));
        }
        try {
            return certify();
        } catch (UnreadableException e) {
            throw new RefusedRequestException("%s %s".formatted(run, e.getMessage()), e);
        } catch (IOException e) {
            throw new UsageException(CommandFailures.message(e), e);
        }
    }

    private int certify() throws IOException, UnreadableException {
        Findings findings = new Findings();
        String version = output.command().root().version()[0];
        Optional<FederationCheck> federation = FederationCheck.of(findings, run, version);
        boolean isRun = federation.isPresent() || RunCheck.isRun(run);
        Path release = isRun ? RunDirectory.releaseFolder(run) : run;
        boolean isFederated = FederatedReleaseCheck.isRelease(release);
        if (federation.isPresent() ? !isFederated : !isFederated && !ReleaseCheck.isRelease(release)) {
            throw new RefusedRequestException(run + " has no release: only what is released is certified", null);
        }
        if (federation.isPresent()) {
            federation.get().check();
        } else if (isFederated) {
            FederatedReleaseCheck.check(findings, release, version);
        } else if (isRun) {
            RunCheck.check(findings, run, version);
        } else {
            ReleaseCheck.check(findings, release, version);
        }
        if (findings.wrong() > 0) {
            findings.all().stream()
                    .filter(finding -> finding.result() == Finding.Result.WRONG)
                    .forEach(finding -> output.diagnose("wrong: %s: %s".formatted(finding.subject(), finding.text())));
            return CommandFailures.UNSOUND;
        }
        if (Files.exists(key)) {
            OwnerOnly.requireFile(key);
        }
        SigningKey secret = SigningKey.readOrCreate(key);
        Certificate.Seen seen = isRun ? Certificate.Seen.RUN : Certificate.Seen.RELEASE;
        ObjectNode certificate = isFederated
                ? federation(release, seen, secret).toJson()
                : certificate(release, seen, secret).toJson();
        byte[] text = (CertificateSignature.sign(certificate, signer, secret).toPrettyString() + "\n")
                .getBytes(StandardCharsets.UTF_8);
        DurableFile.create(out, stream -> stream.write(text));
        print(certificate, secret);
        return 0;
    }

    private FederationCertificate federation(Path release, Certificate.Seen seen, SigningKey secret)
            throws UnreadableException {
        JsonFields report = JsonFields.parse(BoundedFile.text(release.resolve("report.json")));
        if (!report.flag("private")) {
            throw new RefusedRequestException(NOT_PRIVATE, null);
        }
        return new FederationCertificate(
                new Certificate.Signer(signer, secret.publicText()),
                LocalDate.now(ZoneOffset.UTC).toString(),
                seen,
                CertifiedFiles.hashes(release),
                report,
                output.command().root().version()[0]);
    }

    private Certificate certificate(Path release, Certificate.Seen seen, SigningKey secret) throws UnreadableException {
        JsonFields report = JsonFields.parse(BoundedFile.text(release.resolve("report.json")));
        JsonFields privacy = report.object("privacy");
        if (!privacy.flag("secure") || !(privacy.number("epsilon") < Double.POSITIVE_INFINITY)) {
            throw new RefusedRequestException(NOT_PRIVATE, null);
        }
        DpEvent event = privacy.event("event");
        Guarantee guarantee =
                AutoAccountant.best().epsilon(event, privacy.adjacency("adjacency"), privacy.delta("delta"));
        JsonFields data = report.object("data");
        JsonFields settings = report.object("settings");
        return new Certificate(
                new Certificate.Signer(signer, secret.publicText()),
                LocalDate.now(ZoneOffset.UTC).toString(),
                seen,
                new Certificate.Subject(
                        settings.has("run") ? settings.text("run") : "unnamed",
                        data.text("name"),
                        data.count("examples"),
                        report.has("size_declared") && report.flag("size_declared"),
                        data.texts("notes").contains(PrivateRanges.NOTE),
                        CertifiedFiles.hashes(release)),
                new Certificate.Claim(
                        UnitOfCharges.stated(settings).words(),
                        Math.max(guarantee.epsilon(), privacy.number("epsilon")),
                        guarantee.lower(),
                        guarantee.delta(),
                        guarantee.adjacency(),
                        guarantee.accountant(),
                        event),
                report.texts("warnings"),
                report.text("version"),
                output.command().root().version()[0]);
    }

    private void print(ObjectNode certificate, SigningKey secret) {
        if (output.isJson()) {
            output.line(certificate.deepCopy().put("file", out.toString()).toString());
            return;
        }
        certificate.path("statement").forEach(line -> output.line(line.asText()));
        output.line("");
        output.line("For a paper: " + certificate.path("paper").asText());
        output.line("");
        output.line("For a model card:");
        certificate.path("model_card").asText().lines().forEach(output::line);
        output.line("");
        output.line("certificate " + out);
        output.line("trusted " + secret.publicText());
    }
}
