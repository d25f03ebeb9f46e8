package io.abacusdp.cli.federated;

import io.abacusdp.cli.option.NumberConverters;
import io.abacusdp.cli.option.TableOutput;
import io.abacusdp.cli.output.CommandFailures;
import io.abacusdp.cli.output.Table;
import io.abacusdp.cli.output.TableCell;
import io.abacusdp.cli.output.UsageException;
import io.abacusdp.federated.enrol.EnrolmentRequest;
import io.abacusdp.federated.enrol.Federation;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Takes participants into a federation. */
@Command(
        name = "enrol",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Certifies participants with the federation's key, and adds clients to its signed roster.",
            "A directory that is not there becomes a new federation. Each participant is given back its enrolment.json."
        },
        footer = {
            "",
            "Compare the fingerprint with what the participant says. DIR/federation.key decides who takes part: keep it",
            "where the server of a run cannot read it; the server needs DIR/roster.json only.",
            "",
            "Example:",
            "  abacus federated enrol --federation fed site-a/request.json site-b/request.json server/request.json"
        })
final class EnrolCommand implements Runnable {
    @Option(names = "--federation", paramLabel = "DIR", required = true, description = "The operator's directory.")
    private Path directory = Path.of("");

    @Option(
            names = "--days",
            paramLabel = "N",
            defaultValue = "365",
            converter = NumberConverters.Count.class,
            description = "How long certificates are valid. Default: ${DEFAULT-VALUE}.")
    private long days;

    @Parameters(paramLabel = "REQUEST", arity = "1..*", description = "Files that abacus federated key made.")
    private List<Path> requests = new ArrayList<>();

    @Mixin
    private TableOutput output = new TableOutput();

    @Override
    public void run() {
        try {
            // All are read before the first is enrolled.
            List<EnrolmentRequest> read = new ArrayList<>();
            for (Path request : requests) {
                read.add(EnrolmentRequest.read(request));
            }
            Federation federation = Federation.openOrCreate(directory, Clock.systemUTC());
            Table table = new Table("name", "records", "fingerprint", "enrolment");
            for (EnrolmentRequest request : read) {
                Path enrolment = federation.enrol(request, Duration.ofDays(Math.min(days, 36_500)));
                table.add(
                        TableCell.text(request.name()),
                        TableCell.count(request.records()),
                        TableCell.text(request.fingerprint()),
                        TableCell.text(enrolment.toString()));
            }
            output.print(table);
            output.diagnose("the federation's fingerprint, which participants compare: " + federation.fingerprint());
        } catch (IOException e) {
            throw new UsageException("cannot read or write: " + CommandFailures.message(e), e);
        }
    }
}
