package io.abacusdp.federated.budget;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.accounting.filter.Decision;
import io.abacusdp.federated.privacy.EpsilonLimits;
import io.abacusdp.federated.privacy.PrivacyCosts;
import io.abacusdp.federated.privacy.PrivacyHistory;
import io.abacusdp.federated.privacy.RoundCharge;
import io.abacusdp.federated.privacy.RoundChargeJson;
import io.abacusdp.federated.protocol.Receipt;
import io.abacusdp.storage.ChainedLog;
import io.abacusdp.storage.DamagedFileException;
import io.abacusdp.storage.MarkedLog;
import io.abacusdp.storage.StrictJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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

    /** By client: marks of its charges by their numbers, as far as answers have named them. */
    private final Map<String, TreeMap<Integer, String>> answered = new HashMap<>();

    /** By client: charges in ledgers of it that are not the one whose answers count. */
    private final Map<String, Long> elsewhere = new HashMap<>();

    private final Set<String> elsewhereMarks = new HashSet<>();

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
            case "extra" -> {
                RoundCharge charge = RoundChargeJson.read(entry.path("charge"));
                history.add(charge, entry.path("times").asInt());
                if (entry.has("elsewhere")) {
                    elsewhereMarks.add(entry.path("elsewhere").asText());
                    charge.clients()
                            .forEach(client ->
                                    elsewhere.merge(client, entry.path("times").asLong(), Math::addExact));
                }
            }
            case "answered" ->
                entry.path("clients").forEach(group -> {
                    for (int i = 0; i < group.path("names").size(); i++) {
                        answered.computeIfAbsent(group.path("names").path(i).asText(), none -> new TreeMap<>())
                                .put(
                                        group.path("charges").asInt(),
                                        group.path("marks").path(i).asText());
                    }
                });
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
     * Records the charges that answers of clients have named, as far as they are news. Clients are told the last again, so that one
     * whose ledger has lost some finds out.
     */
    public void answered(Attempt attempt, Map<String, Receipt> receipts) throws IOException {
        Map<Integer, ObjectNode> groups = new TreeMap<>();
        receipts.forEach((client, receipt) -> {
            if (receipt.charges() > answered(client).charges()) {
                ObjectNode group = groups.computeIfAbsent(
                        receipt.charges(),
                        charges -> JsonNodeFactory.instance.objectNode().put("charges", charges));
                group.withArrayProperty("names").add(client);
                group.withArrayProperty("marks").add(receipt.mark());
            }
        });
        if (!groups.isEmpty()) {
            ObjectNode entry = entry("answered", attempt);
            entry.putArray("clients").addAll(groups.values());
            append(entry);
        }
    }

    /** The last charge that an answer of a client has named. */
    public Receipt answered(String client) {
        Map.Entry<Integer, String> last =
                answered.getOrDefault(client, new TreeMap<>()).lastEntry();
        return last == null ? Receipt.NONE : new Receipt(last.getKey(), last.getValue());
    }

    /**
     * Whether a charge is in another ledger of a client than the one whose answers were taken, and is not recorded yet: to be asked
     * when those of the same attempt are recorded.
     */
    public boolean isElsewhere(String client, Receipt receipt) {
        return receipt.charges() > 0
                && !elsewhereMarks.contains(receipt.mark())
                && !answered.getOrDefault(client, new TreeMap<>()).containsValue(receipt.mark());
    }

    /** Records charges that are in another ledger of a client. */
    public void addElsewhere(Attempt attempt, RoundCharge extra, int times, String mark) throws IOException {
        append(entry("extra", attempt)
                .put("times", times)
                .put("elsewhere", mark)
                .set("charge", RoundChargeJson.write(extra)));
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

    /** How often a client was charged, as far as the ledger of its own that answers can know. */
    public long charges(String client) {
        return history.charges(client) - elsewhere.getOrDefault(client, 0L);
    }

    /** How often a client was charged, in all of its ledgers. */
    public long allCharges(String client) {
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
