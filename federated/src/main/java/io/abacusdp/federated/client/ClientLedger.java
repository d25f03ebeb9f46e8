package io.abacusdp.federated.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.federated.noise.DistributedSkellam;
import io.abacusdp.federated.privacy.ClientAdjacency;
import io.abacusdp.federated.privacy.EpsilonLimits;
import io.abacusdp.federated.privacy.PrivacyCosts;
import io.abacusdp.federated.privacy.PrivacyHistory;
import io.abacusdp.federated.privacy.RoundCharge;
import io.abacusdp.federated.protocol.Receipt;
import io.abacusdp.federated.protocol.TaskId;
import io.abacusdp.format.EventJson;
import io.abacusdp.storage.ChainedLog;
import io.abacusdp.storage.DamagedFileException;
import io.abacusdp.storage.DirectoryLock;
import io.abacusdp.storage.InvalidJsonException;
import io.abacusdp.storage.MarkedLog;
import io.abacusdp.storage.OwnerOnly;
import io.abacusdp.storage.StrictJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a client has spent, in its own directory, whatever servers say: a line for every task, on the disk before the client
 * trains for it. A task that is done again, after a crash, is charged again.
 *
 * <p>It is a {@link MarkedLog}: one that was cut, removed or put back to an earlier time is refused, unless all of the directory was
 * put back. What a server has answers for is one more witness.
 *
 * <p>Costs of taking part are those in the eyes of one who knows that the client did: no sampling of clients is counted on. One
 * process at a time has the directory; for use by one thread.
 */
public final class ClientLedger implements AutoCloseable {
    private static final String FILE = "charges.log";
    private static final int MARK_BYTES = 16;

    private final String client;
    private final EpsilonLimits caps;
    private final PrivacyCosts costs;
    private final DirectoryLock lock;
    private final MarkedLog log;
    private final PrivacyHistory history = new PrivacyHistory();
    private final Map<String, List<String>> marksByRun = new HashMap<>();
    private final Set<String> secureRuns = new HashSet<>();

    private ClientLedger(String client, EpsilonLimits caps, PrivacyCosts costs, DirectoryLock lock, MarkedLog log) {
        this.client = client;
        this.caps = caps;
        this.costs = costs;
        this.lock = lock;
        this.log = log;
    }

    /**
     * The ledger in a directory, a new one if there is none.
     *
     * @param caps beyond which the client takes no task
     * @throws DamagedFileException if an entry is not what was written, and then what was spent is not known
     */
    public static ClientLedger open(Path directory, String client, EpsilonLimits caps, PrivacyCosts costs)
            throws IOException {
        OwnerOnly.makeDirectory(directory);
        DirectoryLock lock = DirectoryLock.take(directory);
        try {
            Path file = directory.resolve(FILE);
            if (Files.notExists(file, LinkOption.NOFOLLOW_LINKS)) {
                MarkedLog.create(file, client).close();
            }
            ClientLedger ledger = new ClientLedger(client, caps, costs, lock, MarkedLog.open(file, client));
            ledger.read(file);
            return ledger;
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    private void read(Path file) throws IOException {
        int number = 0;
        try {
            for (String line : log.lines()) {
                number++;
                JsonNode entry = StrictJson.parse(line);
                take(
                        entry.path("run").asText(),
                        entry.path("mark").asText(),
                        event(entry, "records"),
                        event(entry, "client"));
            }
        } catch (InvalidJsonException e) {
            log.close();
            throw new DamagedFileException(ChainedLog.damaged(file, number) + ": " + e.getMessage(), e);
        }
    }

    private static Optional<DpEvent> event(JsonNode entry, String name) {
        JsonNode event = entry.path(name);
        return event.isNull() ? Optional.empty() : Optional.of(EventJson.read(event));
    }

    private void take(String run, String mark, Optional<DpEvent> records, Optional<DpEvent> wholeClient) {
        history.add(charge(records, wholeClient));
        marksByRun.computeIfAbsent(run, none -> new ArrayList<>()).add(mark);
        if (wholeClient.filter(ClientAdjacency::hasNoiseOfClients).isPresent()) {
            secureRuns.add(run);
        }
    }

    private RoundCharge charge(Optional<DpEvent> records, Optional<DpEvent> wholeClient) {
        return new RoundCharge(records.map(event -> Map.of(client, event)).orElse(Map.of()), wholeClient, Map.of());
    }

    /** Why the client does not take part at this price; none if it does. */
    Optional<String> refusal(Optional<DpEvent> records, Optional<DpEvent> wholeClient) {
        if (caps.records().isPresent() && records.isEmpty()) {
            return Optional.of("this client has a limit for its records, and the task has no noise for them");
        }
        if (caps.clients().isPresent() && wholeClient.isEmpty()) {
            return Optional.of("this client has a limit for itself as a whole, and the task does not protect it");
        }
        PrivacyHistory after = history.copy();
        after.add(charge(records, wholeClient));
        return caps.exceededBy(after, costs).or(() -> beyondTheSampler(after));
    }

    /** What the sampler of the noise leaves open is charged for epsilons up to a bound; a server's word for it is not enough. */
    private Optional<String> beyondTheSampler(PrivacyHistory after) {
        return after.released()
                .filter(ClientAdjacency::hasNoiseOfClients)
                .map(costs::ofClient)
                .filter(guarantee -> !(guarantee.epsilon() <= DistributedSkellam.MAX_EPSILON))
                .map(guarantee ->
                        "epsilon of this client as a whole would be %s at delta %s, and noise of clients is accounted up to %s"
                                .formatted(guarantee.epsilon(), guarantee.delta(), DistributedSkellam.MAX_EPSILON));
    }

    /**
     * Charges a task, and returns when that is on the disk.
     *
     * @throws IOException if it could not be recorded; then the task must not be done
     */
    void charge(String run, TaskId task, Optional<DpEvent> records, Optional<DpEvent> wholeClient) throws IOException {
        String mark = newMark();
        ObjectNode entry = JsonNodeFactory.instance
                .objectNode()
                .put("run", run)
                .put("mark", mark)
                .put("round", task.round())
                .put("attempt", task.attempt());
        put(entry, "records", records);
        put(entry, "client", wholeClient);
        log.append(entry.toString());
        log.awaitDurable();
        take(run, mark, records, wholeClient);
    }

    private static void put(ObjectNode entry, String name, Optional<DpEvent> event) {
        event.ifPresentOrElse(some -> entry.set(name, EventJson.toNode(some)), () -> entry.putNull(name));
    }

    /** Never from a seed: two ledgers of one client must differ in it. */
    private static String newMark() {
        byte[] bytes = new byte[MARK_BYTES];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** How many tasks of a run were charged, and the mark of the last. */
    Receipt receipt(String run) {
        List<String> marks = marks(run);
        return marks.isEmpty() ? Receipt.NONE : new Receipt(marks.size(), marks.get(marks.size() - 1));
    }

    /** Whether what a receipt says was charged here. */
    boolean holds(String run, Receipt receipt) {
        return receipt.charges() == 0
                || (receipt.charges() <= marks(run).size()
                        && marks(run).get(receipt.charges() - 1).equals(receipt.mark()));
    }

    private List<String> marks(String run) {
        return marksByRun.getOrDefault(run, List.of());
    }

    /** Whether a task of a run was one of secure aggregation. */
    boolean isSecure(String run) {
        return secureRuns.contains(run);
    }

    /** How many tasks were charged in all. */
    int size() {
        return log.lines().size();
    }

    /** A copy of all that was charged: for its records, and for the client as what every release cost. */
    public PrivacyHistory history() {
        return history.copy();
    }

    @Override
    public void close() throws IOException {
        try {
            log.close();
        } finally {
            lock.close();
        }
    }
}
