package io.abacusdp.cli.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.format.EventJson;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Waits for budget. */
@Command(
        name = "queue",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Waits until budget is there for what is about to be run, and holds it (exit status 3 if it is refused, with "
                    + "a forecast).",
            "Then: start, commit. Who is stopped asks again under the same key."
        },
        footer = {
            "",
            "Example:",
            "  abacus ledger queue --account acme --scope block:visits/jan --ttl 3600 --max-wait 86400 --event run.json",
            "",
            "REST: POST /v1/queue, again under the same key until it is served"
        })
final class QueueCommand extends LedgerRequest {
    private static final long PAUSE_MILLIS = 2000;

    @Mixin
    private ChargeOptions charge = new ChargeOptions();

    @Option(names = "--ttl", paramLabel = "SECONDS", required = true, description = "After which it lapses once held.")
    private long ttl;

    @Option(names = "--max-wait", paramLabel = "SECONDS", required = true, description = "After which it is refused.")
    private long maxWait;

    @Option(
            names = "--priority",
            paramLabel = "N",
            defaultValue = "0",
            description = "Among requests of the same account, from -100 to 100; greater comes first. Default: 0.")
    private int priority;

    @Option(
            names = "--idempotency-key",
            paramLabel = "KEY",
            description = "The same for every attempt. Default: a new one.")
    private @Nullable String key;

    @Override
    JsonNode ask() {
        ObjectNode body = object().put("account", charge.account())
                .put("ttl", ttl)
                .put("max_wait", maxWait)
                .put("priority", priority);
        put(body, "scopes", charge.scopes());
        body.set("event", EventJson.toNode(charge.event()));
        String same = Objects.requireNonNullElseGet(key, () -> UUID.randomUUID().toString());
        JsonNode answer = post("/v1/queue", same, body);
        // The server ends the wait in time, by a refusal.
        while (!answer.has("reservation")) {
            try {
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return answer;
            }
            answer = again("/v1/queue", same, body);
        }
        return answer;
    }
}
