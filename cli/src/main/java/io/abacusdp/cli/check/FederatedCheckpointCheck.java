package io.abacusdp.cli.check;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.federated.privacy.PrivacyHistory;
import io.abacusdp.storage.Sha256;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** A checkpoint of a federation's server: its hash, its model's hash, and that its epsilons are those of its events. */
final class FederatedCheckpointCheck {
    private final Findings findings;
    private final String name;
    private final JsonFields checkpoint;

    private FederatedCheckpointCheck(Findings findings, String name, JsonFields checkpoint) {
        this.findings = findings;
        this.name = name;
        this.checkpoint = checkpoint;
    }

    /** Whether the object is such a checkpoint. */
    static boolean isCheckpoint(JsonFields object) {
        return object.has("run") && object.has("round") && object.has("ledger") && object.has("privacy");
    }

    /**
     * Checks a checkpoint with the model that lies beside it.
     *
     * @param ledger of its run, if it is there
     */
    static void check(Findings findings, Path file, JsonFields checkpoint, Optional<FederatedLedger> ledger)
            throws UnreadableException {
        FederatedCheckpointCheck check = new FederatedCheckpointCheck(findings, BoundedFile.name(file), checkpoint);
        check.checkHash();
        check.checkModel(file.resolveSibling(modelName(checkpoint)));
        FederatedPrivacyCheck privacy = check.privacy();
        privacy.check();
        if (ledger.isPresent()) {
            check.compare(ledger.get());
        } else {
            findings.unknown(check.name, "whether more was spent than it knows of: the ledger of its run is not here");
        }
    }

    private void checkHash() {
        ObjectNode node = checkpoint.node().deepCopy();
        String stated = Optional.ofNullable(node.remove("sha256"))
                .map(hash -> hash.asText())
                .orElse("");
        findings.require(
                Sha256.of(node.toString()).equals(stated),
                name,
                "its hash is that of its contents",
                "its hash is not that of its contents: it was changed");
    }

    /** The name of the model beside a checkpoint. */
    static String modelName(JsonFields checkpoint) throws UnreadableException {
        String file = checkpoint.object("model").text("file");
        if (!file.matches("[\\w-]+\\.safetensors")) {
            throw new UnreadableException("names a model that is no file beside it: " + file);
        }
        return file;
    }

    private void checkModel(Path model) throws UnreadableException {
        String subject = BoundedFile.name(model);
        if (!BoundedFile.exists(model)) {
            findings.unknown(subject, "whether the model is the one that was written: it is not here");
            return;
        }
        try {
            BoundedFile.require(model, BoundedFile.MAX_SIZE);
            findings.require(
                    Sha256.ofFile(model).equals(checkpoint.object("model").text("sha256")),
                    subject,
                    "its hash is that in the checkpoint",
                    "it is not the model of the checkpoint: its hash is another");
        } catch (UnreadableException e) {
            findings.wrong(subject, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw new UnreadableException("cannot be read", e);
        }
    }

    private FederatedPrivacyCheck privacy() throws UnreadableException {
        return new FederatedPrivacyCheck(findings, name, checkpoint.object("privacy"), new PricedOnce());
    }

    private void compare(FederatedLedger ledger) throws UnreadableException {
        JsonFields mark = checkpoint.object("ledger");
        long entries = mark.count("entries");
        if (entries > ledger.size() || !ledger.hash((int) entries).equals(mark.text("hash"))) {
            findings.wrong(name, "it was made after %d entries that ledger.log does not hold".formatted(entries));
            return;
        }
        PrivacyHistory spent = ledger.history((int) entries);
        PrivacyHistory stated = privacy().history();
        findings.require(
                isSame(spent, stated),
                name,
                "its history is that of the first %d entries of ledger.log".formatted(entries),
                "its history is not that of ledger.log");
        long more = ledger.chargesAfter((int) entries);
        if (more > 0) {
            findings.noted(name, "ledger.log has %d charges more, which are spent too".formatted(more));
        }
    }

    /** Whether two histories have the same events for the same clients. */
    static boolean isSame(PrivacyHistory spent, PrivacyHistory stated) {
        return spent.clients().equals(stated.clients())
                && spent.participants().equals(stated.participants())
                && spent.released().equals(stated.released())
                && spent.clients().stream()
                        .allMatch(client -> spent.records(client).equals(stated.records(client)))
                && spent.participants().stream()
                        .allMatch(client -> spent.participations(client).equals(stated.participations(client)));
    }
}
