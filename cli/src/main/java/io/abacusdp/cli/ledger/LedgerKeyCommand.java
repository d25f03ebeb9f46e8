package io.abacusdp.cli.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.cli.output.UsageException;
import io.abacusdp.ledger.security.ApiKey;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes or withdraws an API key. */
@Command(
        name = "key",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Makes a key for a service or for yourself and prints it once, or withdraws one.",
            "A key of another person is made by that person (--make) and proposed by its id and hash; a second "
                    + "person approves."
        },
        footer = {
            "",
            "Example:",
            "  abacus ledger key trainer --permissions quote,charge --account acme",
            "",
            "REST: POST /v1/keys, or /v1/keys/{name}/withdraw"
        })
final class LedgerKeyCommand extends LedgerRequest {
    @Parameters(
            paramLabel = "NAME",
            arity = "0..1",
            description = "Of the key; of the service too, unless it is a person's.")
    private @Nullable String name;

    @Option(
            names = "--permissions",
            paramLabel = "LIST",
            split = ",",
            description = "Some of read, quote, charge, admin.")
    private List<String> permissions = new ArrayList<>();

    @Option(
            names = "--account",
            paramLabel = "NAME",
            description = "Root of the accounts that it reaches. Default: all that yours reaches.")
    private @Nullable String account;

    @Option(names = "--person", paramLabel = "NAME", description = "Whose it is. Default: a service.")
    private @Nullable String person;

    @Option(names = "--id", paramLabel = "ID", description = "Of a key that its holder has made.")
    private @Nullable String id;

    @Option(names = "--hash", paramLabel = "HASH", description = "Of that key.")
    private @Nullable String hash;

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why, for a proposal.")
    private @Nullable String reason;

    @Option(names = "--withdraw", description = "Withdraw the key; servers notice within seconds.")
    private boolean withdrawn;

    @Option(names = "--make", description = "Make a key here, and ask no server: print it, its id and its hash.")
    private boolean made;

    @Override
    public void run() {
        if (made) {
            ApiKey key = ApiKey.generate();
            printed(object().put("key", key.text()).put("id", key.id()).put("hash", key.hash()));
        } else {
            super.run();
        }
    }

    @Override
    JsonNode ask() {
        String named = name;
        if (named == null || withdrawn != permissions.isEmpty()) {
            throw new UsageException("a key takes NAME and --permissions, and --withdraw NAME alone");
        }
        if (withdrawn) {
            return post("/v1/keys/" + part(named) + "/withdraw", object());
        }
        ObjectNode body = object().put("name", named);
        put(body, "permissions", permissions);
        put(body, "account", account);
        put(body, "person", person);
        put(body, "id", id);
        put(body, "hash", hash);
        put(body, "reason", reason);
        return post("/v1/keys", body);
    }
}
