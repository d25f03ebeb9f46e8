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
import io.abacusdp.storage.Sha256;
import io.abacusdp.training.checkpoint.RunDirectory;
import io.abacusdp.training.data.PrivateRanges;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Signs what a training run guarantees. */
@Command(
        name = "certify",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Checks a training run as 'abacus check' does, prices its charges again, and signs (Ed25519) what they guarantee: "
                    + "events, adjacency, epsilon with both bounds, method, versions, and the hash of every released file.",
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
    @Parameters(
            paramLabel = "RUN",
            description = "The directory of a training run that is done, or its release folder.")
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
        boolean isRun = RunCheck.isRun(run);
        Path release = isRun ? RunDirectory.releaseFolder(run) : run;
        if (FederatedReleaseCheck.isRelease(release)) {
            throw new RefusedRequestException("certificates are of training runs, and this is a federated one", null);
        }
        if (!ReleaseCheck.isRelease(release)) {
            throw new RefusedRequestException(run + " has no release: only what is released is certified", null);
        }
        Findings findings = new Findings();
        String version = output.command().root().version()[0];
        if (isRun) {
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
        Certificate certificate = certificate(release, isRun ? Certificate.Seen.RUN : Certificate.Seen.RELEASE, secret);
        ObjectNode file = certificate.signedBy(secret);
        byte[] text = (file.toPrettyString() + "\n").getBytes(StandardCharsets.UTF_8);
        DurableFile.create(out, stream -> stream.write(text));
        print(certificate, secret);
        return 0;
    }

    private Certificate certificate(Path release, Certificate.Seen seen, SigningKey secret)
            throws IOException, UnreadableException {
        JsonFields report = JsonFields.parse(BoundedFile.text(release.resolve("report.json")));
        JsonFields privacy = report.object("privacy");
        if (!privacy.flag("secure") || !(privacy.number("epsilon") < Double.POSITIVE_INFINITY)) {
            throw new RefusedRequestException("the run is not private, and there is nothing to certify", null);
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
                        hashes(release)),
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

    private static Map<String, String> hashes(Path release) throws IOException, UnreadableException {
        Map<String, String> hashes = new TreeMap<>();
        for (String name : ReleaseCheck.plainFiles(new Findings(), release)) {
            hashes.put(name, Sha256.ofFile(release.resolve(name)));
        }
        return hashes;
    }

    private void print(Certificate certificate, SigningKey secret) throws UnreadableException {
        if (output.isJson()) {
            ObjectNode node = certificate.toJson();
            node.put("file", out.toString());
            output.line(node.toString());
            return;
        }
        CertificateWords words = new CertificateWords(certificate);
        words.statement().forEach(output::line);
        output.line("");
        output.line("For a paper: " + words.paper());
        output.line("");
        output.line("For a model card:");
        words.modelCard().lines().forEach(output::line);
        output.line("");
        output.line("certificate " + out);
        output.line("trusted " + secret.publicText());
    }
}
