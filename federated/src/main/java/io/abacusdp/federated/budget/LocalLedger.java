package io.abacusdp.federated.budget;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.accounting.filter.Decision;
import io.abacusdp.federated.privacy.EpsilonLimits;
import io.abacusdp.federated.privacy.PrivacyCosts;
import io.abacusdp.federated.privacy.PrivacyHistory;
import io.abacusdp.federated.privacy.RoundCharge;
import io.abacusdp.federated.privacy.RoundChargeJson;
import io.abacusdp.storage.ChainedLog;
import io.abacusdp.storage.DamagedFileException;
import io.abacusdp.storage.MarkedLog;
import io.abacusdp.storage.StrictJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The spend of a run in a file of its own: one line an entry, only ever added, each with the hash of all before it, and on the
 * disk before a call returns. All that was ever reserved counts, settled or not. It is a {@link MarkedLog}: one that was cut, removed
 * or put back to an earlier time is refused, unless all of its directory was put back.
 *
 * <p>For use by one thread, and one process at a time.
 */
public final class LocalLedger implements RoundBudget, AutoCloseable {
    private final MarkedLog log;
    private final EpsilonLimits limits;
    private final PrivacyCosts costs;
    private final PrivacyHistory history = new PrivacyHistory();
    private final Map<Attempt, String> settled = new HashMap<>();
    private final Map<Integer, Integer> attempts = new HashMap<>();
    private final Map<String, Quarantine> quarantined = new TreeMap<>();
    private final Map<String, Integer> answered = new HashMap<>();

    private LocalLedger(MarkedLog log, EpsilonLimits limits, PrivacyCosts costs) {
        this.log = log;
        this.limits = limits;
        this.costs = costs;
    }

    /**
     * A ledger without entries.
     *
     * @throws DamagedFileException if marks beside it know of entries
     */
    public static LocalLedger create(Path file, String run, EpsilonLimits limits, PrivacyCosts costs)
            throws IOException {
        return new LocalLedger(MarkedLog.create(file, run), limits, costs);
    }

    /**
     * The ledger that the file holds.
     *
     * @throws DamagedFileException if an entry is not what was written, or entries are missing, and then what was spent is not known
     */
    public static LocalLedger open(Path file, String run, EpsilonLimits limits, PrivacyCosts costs) throws IOException {
        LocalLedger ledger = new LocalLedger(MarkedLog.open(file, run), limits, costs);
        int number = 0;
        try {
            for (String line : ledger.log.lines()) {
                number++;
                ledger.take(StrictJson.parse(line));
            }
            return ledger;
        } catch (IllegalArgumentException e) {
            ledger.close();
            throw new DamagedFileException(ChainedLog.damaged(file, number) + ": " + e.getMessage(), e);
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
            case "answered" ->
                entry.path("clients")
                        .forEach(group -> group.path("names")
                                .forEach(name -> answered.merge(
                                        name.asText(), group.path("charges").asInt(), Math::max)));
            case "quarantined" ->
                quarantined.put(
                        entry.path("client").asText(),
                        new Quarantine(
                                attempt,
                                entry.path("claimed").asLong(),
                                entry.path("possible").asLong()));
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

    /**
     * Records how many charges answers of clients have named, as far as that is news. Clients are told it again, so that one whose
     * ledger has lost some finds out.
     */
    public void answered(Attempt attempt, Map<String, Integer> charges) throws IOException {
        Map<Integer, ArrayNode> names = new TreeMap<>();
        charges.forEach((client, count) -> {
            if (count > answered(client)) {
                names.computeIfAbsent(count, none -> JsonNodeFactory.instance.arrayNode())
                        .add(client);
            }
        });
        if (!names.isEmpty()) {
            ObjectNode entry = entry("answered", attempt);
            ArrayNode groups = entry.putArray("clients");
            names.forEach(
                    (count, clients) -> groups.addObject().put("charges", count).set("names", clients));
            append(entry);
        }
    }

    /** The greatest number of charges that an answer of a client has named; 0 if none has. */
    public int answered(String client) {
        return answered.getOrDefault(client, 0);
    }

    /** Records that a client is believed no longer, and is left out from now on. */
    public void quarantine(String client, Quarantine quarantine) throws IOException {
        append(entry("quarantined", quarantine.attempt())
                .put("client", client)
                .put("claimed", quarantine.claimed())
                .put("possible", quarantine.possible()));
    }

    /** Clients that are believed no longer, by name. */
    public Map<String, Quarantine> quarantined() {
        return Map.copyOf(quarantined);
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

    /** How many attempts were reserved in all. */
    public long attempts() {
        return attempts.values().stream().mapToLong(Integer::longValue).sum();
    }

    /** How often a client was charged. */
    public long charges(String client) {
        return history.charges(client);
    }

    /** A copy of all that was spent. */
    public PrivacyHistory history() {
        return history.copy();
    }

    public EpsilonLimits limits() {
        return limits;
    }

    public PrivacyCosts costs() {
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
