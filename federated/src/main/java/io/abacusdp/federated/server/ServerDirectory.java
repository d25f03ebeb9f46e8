package io.abacusdp.federated.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.federated.budget.LocalLedger;
import io.abacusdp.federated.privacy.EpsilonLimits;
import io.abacusdp.federated.privacy.PrivacyCosts;
import io.abacusdp.storage.DamagedFileException;
import io.abacusdp.storage.DirectoryLock;
import io.abacusdp.storage.DurableFile;
import io.abacusdp.storage.OwnerOnly;
import io.abacusdp.storage.StrictJson;
import io.abacusdp.training.checkpoint.RunIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/**
 * The server's directory: what the run is ({@code federation.json}), its ledger ({@code ledger.log}) with two marks of how many
 * entries it has ({@code spent-1.mark}, {@code spent-2.mark}), and the last checkpoints.
 * One process at a time has it. Nothing is ever written here that lacks its noise.
 */
public final class ServerDirectory implements AutoCloseable {
    private static final String IDENTITY = "federation.json";
    private static final String LEDGER = "ledger.log";

    private final Path path;
    private final DirectoryLock lock;
    private final RunIdentity identity;
    private final LocalLedger ledger;

    private ServerDirectory(Path path, DirectoryLock lock, RunIdentity identity, LocalLedger ledger) {
        this.path = path;
        this.lock = lock;
        this.identity = identity;
        this.ledger = ledger;
    }

    /** Whether a run began in the directory. */
    public static boolean holdsRun(Path path) {
        return Files.exists(path.resolve(IDENTITY));
    }

    /** When the run in the directory began. */
    public static FileTime begun(Path path) throws IOException {
        return Files.getLastModifiedTime(path.resolve(IDENTITY));
    }

    /**
     * Begins a run.
     *
     * @throws IllegalArgumentException if the directory holds a run, or charges of one
     * @throws DamagedFileException if marks know of charges that are gone
     */
    public static ServerDirectory create(
            Path path, Map<String, String> settings, EpsilonLimits limits, PrivacyCosts costs) throws IOException {
        OwnerOnly.makeDirectory(path);
        DirectoryLock lock = DirectoryLock.take(path);
        try {
            Path file = path.resolve(LEDGER);
            if (holdsRun(path) || (Files.exists(file) && Files.size(file) > 0)) {
                throw new IllegalArgumentException(path + " holds a run already; resume it, or take another directory");
            }
            RunIdentity identity = new RunIdentity(UUID.randomUUID().toString(), settings, 0);
            LocalLedger ledger = LocalLedger.create(file, identity.id(), limits, costs);
            write(path, identity);
            return new ServerDirectory(path, lock, identity, ledger);
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    /**
     * Takes a run up again.
     *
     * @param settings that it must have begun with
     * @throws IllegalArgumentException if there is no run, or one of other settings
     * @throws DamagedFileException if what was spent cannot be read
     */
    public static ServerDirectory open(
            Path path, Map<String, String> settings, EpsilonLimits limits, PrivacyCosts costs) throws IOException {
        if (!holdsRun(path)) {
            throw new IllegalArgumentException(path + " holds no federated run to resume");
        }
        DirectoryLock lock = DirectoryLock.take(path);
        try {
            RunIdentity identity = read(path);
            identity.requireSame(settings);
            LocalLedger ledger = LocalLedger.open(path.resolve(LEDGER), identity.id(), limits, costs);
            return new ServerDirectory(path, lock, identity, ledger);
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    private static void write(Path path, RunIdentity identity) throws IOException {
        ObjectNode node =
                JsonNodeFactory.instance.objectNode().put("version", 1).put("run", identity.id());
        ObjectNode settings = node.putObject("settings");
        identity.settings().forEach(settings::put);
        DurableFile.replace(path.resolve(IDENTITY), node.toPrettyString() + "\n");
    }

    private static RunIdentity read(Path path) throws IOException {
        JsonNode node;
        try {
            node = StrictJson.parse(Files.readString(path.resolve(IDENTITY)));
        } catch (IllegalArgumentException e) {
            throw new DamagedFileException(path.resolve(IDENTITY) + " is damaged: " + e.getMessage(), e);
        }
        Map<String, String> settings = new LinkedHashMap<>();
        node.path("settings")
                .properties()
                .forEach(entry -> settings.put(entry.getKey(), entry.getValue().asText()));
        return new RunIdentity(node.path("run").asText(), settings, 0);
    }

    public Path path() {
        return path;
    }

    /** Name of the run, which no other has. */
    public String run() {
        return identity.id();
    }

    public LocalLedger ledger() {
        return ledger;
    }

    @Override
    public void close() throws IOException {
        try {
            ledger.close();
        } finally {
            lock.close();
        }
    }
}
