package io.abacusdp.federated.budget;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.accounting.filter.Decision;
import io.abacusdp.federated.privacy.Costs;
import io.abacusdp.federated.privacy.Limits;
import io.abacusdp.federated.privacy.PrivacyHistory;
import io.abacusdp.federated.privacy.RoundCharge;
import io.abacusdp.federated.privacy.RoundChargeJson;
import io.abacusdp.format.StrictJson;
import io.abacusdp.training.checkpoint.ChainedLog;
import io.abacusdp.training.checkpoint.DamagedRunException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The spend of a run in a file of its own: one line an entry, only ever added, each with the hash of all before it, and on the
 * disk before a call returns. All that was ever reserved counts, settled or not.
 *
 * <p>For use by one thread, and one process at a time.
 */
public final class LocalLedger implements Budget, AutoCloseable {
    private final ChainedLog log;
    private final Limits limits;
    private final Costs costs;
    private final PrivacyHistory history = new PrivacyHistory();
    private final Map<Attempt, String> settled = new HashMap<>();
    private final Map<Integer, Integer> attempts = new HashMap<>();

    private LocalLedger(ChainedLog log, Limits limits, Costs costs) {
        this.log = log;
        this.limits = limits;
        this.costs = costs;
    }

    /** A ledger without entries. */
    public static LocalLedger create(Path file, String run, Limits limits, Costs costs) throws IOException {
        return new LocalLedger(ChainedLog.create(file, run), limits, costs);
    }

    /**
     * The ledger that the file holds.
     *
     * @throws DamagedRunException if an entry is not what was written, and then what was spent is not known
     */
    public static LocalLedger open(Path file, String run, Limits limits, Costs costs) throws IOException {
        LocalLedger ledger = new LocalLedger(ChainedLog.open(file, run), limits, costs);
        int number = 0;
        try {
            for (String line : ledger.log.lines()) {
                number++;
                ledger.take(StrictJson.parse(line));
            }
            return ledger;
        } catch (IllegalArgumentException e) {
            ledger.close();
            throw new DamagedRunException(ChainedLog.damaged(file, number) + ": " + e.getMessage(), e);
        }
    }

    private void take(JsonNode entry) {
        Attempt attempt =
                new Attempt(entry.path("round").asInt(), entry.path("attempt").asInt(-1));
        switch (entry.path("entry").asText()) {
            case "reserved" -> {
                history.add(RoundChargeJson.read(entry.path("charge")));
                attempts.merge(attempt.round(), attempt.attempt() + 1, Math::max);
            }
            case "extra" ->
                history.add(
                        RoundChargeJson.read(entry.path("charge")),
                        entry.path("times").asInt());
            case "settled" -> settled.put(attempt, entry.path("settlement").asText());
            default -> throw new IllegalArgumentException("unknown entry " + entry.path("entry"));
        }
    }

    /** Why a charge would exceed a limit; none if it would not. */
    public Optional<String> refusal(RoundCharge charge) {
        PrivacyHistory after = history.copy();
        after.add(charge);
        return limits.exceededBy(after, costs);
    }

    @Override
    public Decision reserve(Attempt attempt, RoundCharge charge) throws IOException {
        if (attempt.attempt() < attempts(attempt.round())) {
            throw new IllegalArgumentException(attempt + " was reserved before; a retry is a new attempt");
        }
        Optional<String> refusal = refusal(charge);
        if (refusal.isPresent()) {
            return new Decision.Refused(refusal.get());
        }
        append(entry("reserved", attempt).set("charge", RoundChargeJson.write(charge)));
        return new Decision.Granted();
    }

    @Override
    public void add(Attempt attempt, RoundCharge extra, int times) throws IOException {
        append(entry("extra", attempt).put("times", times).set("charge", RoundChargeJson.write(extra)));
    }

    @Override
    public void settle(Attempt attempt, Settlement settlement, String note) throws IOException {
        String before = settled.get(attempt);
        if (before == null) {
            append(entry("settled", attempt).put("settlement", settlement.id()).put("note", note));
        } else if (!before.equals(settlement.id())) {
            throw new IllegalStateException(attempt + " was settled as " + before + ", not " + settlement.id());
        }
    }

    private static ObjectNode entry(String type, Attempt attempt) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("entry", type)
                .put("round", attempt.round())
                .put("attempt", attempt.attempt());
    }

    private void append(JsonNode entry) throws IOException {
        log.append(entry.toString());
        log.awaitDurable();
        take(entry);
    }

    /** How many attempts at a round were reserved. */
    public int attempts(int round) {
        return attempts.getOrDefault(round, 0);
    }

    /** How often a client was charged. */
    public long charges(String client) {
        return history.charges(client);
    }

    /** A copy of all that was spent. */
    public PrivacyHistory history() {
        return history.copy();
    }

    public Limits limits() {
        return limits;
    }

    public Costs costs() {
        return costs;
    }

    /** Number of entries. */
    public int size() {
        return log.lines().size();
    }

    /** Hash over the first entries. */
    public String hash(int count) {
        return log.hash(count);
    }

    @Override
    public void close() throws IOException {
        log.close();
    }
}
