package io.abacusdp.cli.ledger;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.cli.option.LedgerOutput;
import io.abacusdp.cli.output.UsageException;
import io.abacusdp.ledger.api.Ledger;
import io.abacusdp.ledger.api.data.Actor;
import io.abacusdp.ledger.journal.SigningKey;
import io.abacusdp.ledger.security.ApiKey;
import io.abacusdp.ledger.security.ApiKeys;
import io.abacusdp.ledger.security.KeyGrant;
import io.abacusdp.ledger.security.Permission;
import io.abacusdp.storage.DurableFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Makes a ledger. */
@Command(
        name = "init",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Makes a ledger in one step: its tables, the key that signs its journal (for its owner's eyes "
                    + "only), its first persons, and a key for each, which is shown once.",
            "It takes two persons at least, as two have to agree on every budget. A ledger of a version without "
                    + "persons gets them, and keeps everything else."
        },
        footer = {"", "Example:", "  abacus ledger init --persons alice,bob --keys-in keys"})
final class InitCommand implements Runnable {
    @Mixin
    private LedgerDatabase database = new LedgerDatabase();

    @Option(
            names = "--persons",
            paramLabel = "LIST",
            split = ",",
            required = true,
            description = "Names of at least two people who administer it.")
    private List<String> persons = new ArrayList<>();

    @Option(
            names = "--keys-in",
            paramLabel = "FOLDER",
            description =
                    "Write each key to a file of its own, NAME.key, for its owner's eyes only, instead of printing it.")
    private @Nullable String folder;

    @Mixin
    private LedgerOutput output = new LedgerOutput();

    @Override
    public void run() {
        if (new LinkedHashSet<>(persons).size() < 2 || new LinkedHashSet<>(persons).size() != persons.size()) {
            throw new UsageException("--persons must be two different people at least, got " + persons);
        }
        ObjectNode answer = LedgerDatabase.reaching(database.url(), url -> {
            boolean exists = Ledger.exists(url);
            SigningKey signer = exists ? database.signer() : database.newSigner();
            try (Ledger ledger = exists ? database.open() : begun(url, signer)) {
                return named(ledger, signer);
            } catch (IOException e) {
                throw new UsageException("cannot write a key: " + e.getMessage(), e);
            }
        });
        if (output.isJson()) {
            output.line(answer.toString());
            return;
        }
        output.line("ledger " + answer.path("ledger").asText());
        output.line("public_key " + answer.path("public_key").asText());
        answer.path("keys")
                .forEach(key -> output.line("key " + key.path("person").asText() + " "
                        + (key.has("key") ? key.path("key") : key.path("file")).asText()));
    }

    private Ledger begun(String url, SigningKey signer) {
        try {
            return Ledger.open(url, signer, Clock.systemUTC());
        } catch (RuntimeException e) {
            database.discardSigner();
            throw e;
        }
    }

    private ObjectNode named(Ledger ledger, SigningKey signer) throws IOException {
        if (ledger.accessDesk().hasPersons()) {
            throw new UsageException("there is a ledger already, and it has its persons; they name others");
        }
        ApiKeys keys = new ApiKeys(ledger, Clock.systemUTC());
        ObjectNode answer = JsonNodeFactory.instance
                .objectNode()
                .put("ledger", ledger.journal().head().origin())
                .put("public_key", signer.publicText());
        ArrayNode list = answer.putArray("keys");
        for (String person : persons) {
            keys.addPerson(person, Actor.LEDGER, null, "named at the first start");
        }
        for (String person : persons) {
            ApiKey key = keys.issue(
                    KeyGrant.person(person, person, EnumSet.allOf(Permission.class), null), Actor.LEDGER, null);
            ObjectNode entry = list.addObject().put("person", person);
            if (folder == null) {
                entry.put("key", key.text());
            } else {
                Path file = Files.createDirectories(Path.of(folder)).resolve(person + ".key");
                DurableFile.createPrivate(file, key.text() + "\n");
                entry.put("file", file.toString());
            }
        }
        return answer;
    }
}
