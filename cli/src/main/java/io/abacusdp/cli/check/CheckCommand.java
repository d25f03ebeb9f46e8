package io.abacusdp.cli.check;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.cli.option.AnswerOutput;
import io.abacusdp.cli.output.CommandFailures;
import io.abacusdp.cli.output.Table;
import io.abacusdp.cli.output.TableCell;
import io.abacusdp.cli.output.UsageException;
import io.abacusdp.ledger.journal.SigningKey;
import io.abacusdp.ledger.log.Checkpoint;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Checks what somebody hands over. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Checks what somebody hands over, offline: prices its events again, walks its chains and "
                    + "signatures, and compares whatever should agree.",
            "It writes nothing, and needs no key of the run. Says what holds, what is wrong, and what nobody "
                    + "can tell from these files."
        },
        footer = {
            "",
            "Exit status: 0 nothing is wrong; 4 something is; 2 there is no such file.",
            "",
            "Examples:",
            "  abacus check abacus-run-1/release",
            "  abacus check model.safetensors --format json",
            "  abacus check export.jsonl --trusted MCowBQ...",
            "  abacus check receipt.json --trusted MCowBQ...",
            "  abacus check certificate.json --of model.safetensors --trusted MCowBQ..."
        })
public final class CheckCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "PATH",
            description = {
                "A run directory or its release folder, a report.json, a model, the directory of a federation's",
                "server or a checkpoint of it, an exported journal of a ledger, a receipt of one, or a certificate."
            })
    private Path path = Path.of("");

    @Option(
            names = "--trusted",
            paramLabel = "KEY",
            split = ",",
            description = "Public keys (Base64) of those who may have signed a ledger's journal, or a certificate.")
    private List<String> trusted = new ArrayList<>();

    @Option(
            names = "--head",
            paramLabel = "FILE",
            description = "A head of a ledger's journal that was kept from earlier; repeatable. Needs --trusted.")
    private List<Path> heads = new ArrayList<>();

    @Option(
            names = "--of",
            paramLabel = "PATH",
            description = {
                "A release, model or report that a certificate has to be of; repeatable. Default: files beside it that",
                "have the names of its own."
            })
    private List<Path> of = new ArrayList<>();

    @Mixin
    private AnswerOutput output = new AnswerOutput();

    @Override
    public Integer call() {
        if (!Files.exists(path)) {
            throw new UsageException("there is no " + path);
        }
        if (!heads.isEmpty() && trusted.isEmpty()) {
            throw new UsageException("--head needs --trusted: a head counts by who signed it");
        }
        of.stream().filter(Files::notExists).findFirst().ifPresent(absent -> {
            throw new UsageException("--of: there is no " + absent);
        });
        List<PublicKey> keys = trusted.stream().map(SigningKey::publicKey).toList();
        List<Checkpoint> kept = heads.stream().map(CheckCommand::head).toList();
        Findings findings = new Findings();
        String kind = new CheckedPath(
                        findings, keys, kept, of, output.command().root().version()[0])
                .check(path);
        if (!of.isEmpty() && !kind.equals(CheckedPath.CERTIFICATE)) {
            throw new UsageException("--of is for a certificate, and %s is %s".formatted(path, kind));
        }
        print(kind, findings);
        return findings.wrong() == 0 ? 0 : CommandFailures.UNSOUND;
    }

    private static Checkpoint head(Path file) {
        try {
            return KeptHead.parse(BoundedFile.text(file));
        } catch (UnreadableException | IllegalArgumentException e) {
            throw new UsageException("--head %s: %s".formatted(file, e.getMessage()), e);
        }
    }

    private void print(String kind, Findings findings) {
        if (output.isJson()) {
            ObjectNode node = JsonNodeFactory.instance.objectNode();
            node.put("path", path.toString()).put("kind", kind).put("wrong", findings.wrong());
            for (Finding finding : findings.all()) {
                node.withArray("findings")
                        .addObject()
                        .put("result", finding.result().id())
                        .put("subject", finding.subject())
                        .put("text", finding.text());
            }
            output.line(node.toString());
            return;
        }
        output.line("This is %s.".formatted(kind));
        Table table = new Table("result", "subject", "finding");
        findings.all()
                .forEach(finding -> table.add(
                        TableCell.text(finding.result().id()),
                        TableCell.text(finding.subject()),
                        TableCell.text(finding.text())));
        table.text().forEach(output::line);
        output.line(
                findings.wrong() == 0
                        ? "Nothing that can be checked is wrong."
                        : "WRONG: %d of %d findings."
                                .formatted(findings.wrong(), findings.all().size()));
    }
}
