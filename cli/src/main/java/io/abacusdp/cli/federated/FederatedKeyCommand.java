package io.abacusdp.cli.federated;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.abacusdp.cli.option.AnswerOutput;
import io.abacusdp.cli.option.NumberConverters;
import io.abacusdp.cli.output.CommandFailures;
import io.abacusdp.cli.output.UsageException;
import io.abacusdp.federated.enrol.Credentials;
import io.abacusdp.federated.enrol.EnrolmentRequest;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Makes a participant's own keys. */
@Command(
        name = "key",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Makes the keys of a client, or of a server, and a request to enrol them. Private keys stay in DIR.",
            "The request goes to the federation's operator, who returns enrolment.json, which belongs into DIR too."
        },
        footer = {
            "",
            "The fingerprint tells the operator that the request is yours: say it over another way than the file's.",
            "",
            "Examples:",
            "  abacus federated key --name site-a --records 303 --out site-a",
            "  abacus federated key --name server --host fed.example.org --out server"
        })
final class FederatedKeyCommand implements Runnable {
    @Option(names = "--name", paramLabel = "NAME", required = true, description = "Of whom; small letters and digits.")
    private String name = "";

    @Option(
            names = "--records",
            paramLabel = "N",
            converter = NumberConverters.Size.class,
            description = "A client's: how many records it has. This number becomes public.")
    private @Nullable Integer records;

    @Option(
            names = "--host",
            paramLabel = "LIST",
            split = ",",
            description = "A server's: names and addresses under which clients reach it.")
    private List<String> hosts = new ArrayList<>();

    @Option(names = "--out", paramLabel = "DIR", required = true, description = "Directory for keys and request.")
    private Path directory = Path.of("");

    @Mixin
    private AnswerOutput output = new AnswerOutput();

    @Override
    public void run() {
        if ((records == null) == hosts.isEmpty()) {
            throw new UsageException("--records makes a client's keys, and --host a server's; one of them is needed");
        }
        try {
            EnrolmentRequest request = records == null
                    ? Credentials.createServer(directory, name, hosts)
                    : Credentials.createClient(directory, name, records);
            String file = directory.resolve("request.json").toString();
            if (output.isJson()) {
                output.line(JsonNodeFactory.instance
                        .objectNode()
                        .put("request", file)
                        .put("fingerprint", request.fingerprint())
                        .toString());
            } else {
                output.line("request " + file);
                output.line("fingerprint " + request.fingerprint());
            }
        } catch (FileAlreadyExistsException e) {
            throw new UsageException("--out must be a directory without keys, and " + directory + " has some", e);
        } catch (IOException e) {
            throw new UsageException(CommandFailures.message(e), e);
        }
    }
}
