package io.abacusdp.cli.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.cli.output.UsageException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Proposes a person. */
@Command(
        name = "person",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Proposes to name a person, or that tokens of a subject of the identity provider are a person's; a "
                    + "second person has to approve."
        },
        footer = {
            "",
            "Example:",
            "  abacus ledger person carol --reason 'joins the board'",
            "",
            "REST: POST /v1/persons, or /v1/subjects"
        })
final class PersonCommand extends LedgerRequest {
    @Parameters(paramLabel = "NAME", description = "Of the person.")
    private String name = "";

    @Option(names = "--issuer", paramLabel = "URL", description = "The identity provider, to map a subject of it.")
    private @Nullable String issuer;

    @Option(names = "--subject", paramLabel = "TEXT", description = "The subject (sub) of the person's tokens.")
    private @Nullable String subject;

    @Option(
            names = "--account",
            paramLabel = "NAME",
            description = "Root of the accounts that the tokens reach. Default: all.")
    private @Nullable String account;

    @Option(names = "--reason", paramLabel = "TEXT", required = true, description = "Why; the journal keeps it.")
    private String reason = "";

    @Override
    JsonNode ask() {
        if ((issuer == null) != (subject == null) || (account != null && subject == null)) {
            throw new UsageException("--issuer and --subject go together, and --account with them");
        }
        ObjectNode body = object().put("person", name).put("reason", reason);
        put(body, "issuer", issuer);
        put(body, "subject", subject);
        put(body, "account", account);
        return post(subject == null ? "/v1/persons" : "/v1/subjects", body);
    }
}
