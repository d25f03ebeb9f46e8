package io.abacusdp.cli.check;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.federated.budget.Attempt;
import io.abacusdp.federated.budget.Quarantine;
import io.abacusdp.federated.privacy.PrivacyHistory;
import io.abacusdp.federated.privacy.RoundChargeJson;
import io.abacusdp.storage.ChainedLog;
import io.abacusdp.storage.StrictJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The ledger of a federation's server, ledger.log, as it is, with what its entries add up to. */
final class FederatedLedger {
    private final List<JsonNode> entries;
    private final List<String> hashes;

    private FederatedLedger(List<JsonNode> entries, List<String> hashes) {
        this.entries = entries;
        this.hashes = hashes;
    }

    /**
     * Reads the ledger and walks its chain.
     *
     * @param run name of the run, which the chain begins with
     */
    static FederatedLedger read(Path file, String run) throws UnreadableException {
        BoundedFile.require(file, BoundedFile.MAX_SIZE);
        try {
            ChainedLog.Lines log = ChainedLog.read(file, run);
            List<JsonNode> entries = new ArrayList<>();
            log.lines().forEach(line -> entries.add(StrictJson.parse(line)));
            return new FederatedLedger(entries, log.chain());
        } catch (IOException | IllegalArgumentException e) {
            throw new UnreadableException("is not a whole chain: " + e.getMessage(), e);
        }
    }

    int size() {
        return entries.size();
    }

    /** How many entries after the first ones are spend. */
    long chargesAfter(int count) {
        return entries.subList(count, entries.size()).stream()
                .filter(entry -> entry.has("charge"))
                .count();
    }

    /** Hash over the first entries. */
    String hash(int count) {
        return hashes.get(count);
    }

    /** What the first entries cost; each attempt is reserved once, and settled only after that. */
    PrivacyHistory history(int count) throws UnreadableException {
        PrivacyHistory history = new PrivacyHistory();
        Set<String> reserved = new HashSet<>();
        int number = 0;
        for (JsonNode entry : entries.subList(0, count)) {
            number++;
            String attempt = entry.path("round") + "/" + entry.path("attempt");
            boolean isFirst = entry.path("entry").asText().equals("reserved");
            if (isFirst ? !reserved.add(attempt) : !reserved.contains(attempt)) {
                throw new UnreadableException("has an entry %d for an attempt that was %s"
                        .formatted(number, isFirst ? "reserved before" : "never reserved"));
            }
            try {
                add(entry, history);
            } catch (IllegalArgumentException e) {
                throw new UnreadableException("has a wrong entry %d: %s".formatted(number, e.getMessage()), e);
            }
        }
        return history;
    }

    /** What was spent when an attempt was settled with a released model; none if it was not. */
    Optional<PrivacyHistory> committed(long round, long attempt) throws UnreadableException {
        for (int i = 0; i < entries.size(); i++) {
            JsonNode entry = entries.get(i);
            if (entry.path("entry").asText().equals("settled")
                    && entry.path("settlement").asText().equals("committed")
                    && entry.path("round").asLong() == round
                    && entry.path("attempt").asLong() == attempt) {
                return Optional.of(history(i));
            }
        }
        return Optional.empty();
    }

    /** What is said of each client that was quarantined. */
    List<String> quarantined() {
        List<String> texts = new ArrayList<>();
        for (JsonNode entry : entries) {
            if (entry.path("entry").asText().equals("quarantined")) {
                texts.add(new Quarantine(
                                new Attempt(
                                        entry.path("round").asInt(),
                                        entry.path("attempt").asInt()),
                                entry.path("claimed").asLong(),
                                entry.path("possible").asLong())
                        .describe(entry.path("client").asText()));
            }
        }
        return texts;
    }

    private static void add(JsonNode entry, PrivacyHistory history) {
        switch (entry.path("entry").asText()) {
            case "reserved" -> history.add(RoundChargeJson.read(entry.path("charge")));
            case "extra" ->
                history.add(
                        RoundChargeJson.read(entry.path("charge")),
                        entry.path("times").asLong());
            case "settled", "answered", "quarantined" -> {
                // What became of an attempt and what clients said of it; the spend is that of the others.
            }
            default -> throw new IllegalArgumentException("unknown kind " + entry.path("entry"));
        }
    }
}
