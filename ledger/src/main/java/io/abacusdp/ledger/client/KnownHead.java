package io.abacusdp.ledger.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.ledger.log.Checkpoint;
import io.abacusdp.ledger.log.NodeHash;
import io.abacusdp.ledger.log.Proofs;
import io.abacusdp.storage.CanonicalJson;
import io.abacusdp.storage.DurableFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The latest head that a client got of a ledger. Every receipt must prove its entry, and every further head must go on from this
 * one or lead to it: a ledger that takes something back cannot do both. Safe for use by several threads.
 */
public final class KnownHead {
    private final List<PublicKey> trusted;
    private final @Nullable Path file;
    private @Nullable Checkpoint last;

    private KnownHead(List<PublicKey> trusted, @Nullable Path file, @Nullable Checkpoint last) {
        this.trusted = trusted;
        this.file = file;
        this.last = last;
    }

    /** Asks the server for the hashes between two sizes. */
    interface Consistency {
        JsonNode between(long earlier, long later);
    }

    /** No head so far; it is known as long as the client lives, and whoever has signed it. */
    static KnownHead inMemory() {
        return new KnownHead(List.of(), null, null);
    }

    /**
     * The head in a file, or none so far.
     *
     * @param trusted keys of those who may sign heads; if there are any, every answer must have a receipt
     * @param file where it is kept; null for in memory only
     * @throws IOException if there is such a file, and it is no head
     */
    public static KnownHead of(Collection<PublicKey> trusted, @Nullable Path file) throws IOException {
        try {
            Checkpoint last = file != null && Files.exists(file) ? Checkpoint.parse(Files.readString(file)) : null;
            return new KnownHead(List.copyOf(trusted), file, last);
        } catch (IllegalArgumentException e) {
            throw new IOException(file + " does not hold the head of a ledger", e);
        }
    }

    /**
     * Checks the receipt of an answer.
     *
     * @param facts types of what it may prove
     * @throws IllegalArgumentException naming what is wrong
     */
    synchronized void check(JsonNode answer, Set<String> facts, Consistency server) {
        JsonNode receipt = answer.path("receipt");
        if (receipt.isMissingNode() && trusted.isEmpty()) {
            return;
        }
        Checkpoint head = Checkpoint.parse(receipt.path("head").asText());
        require(trusted.isEmpty() || head.isSignedByOneOf(trusted), "the head of the receipt has no trusted signature");
        JsonNode entry = receipt.path("entry");
        require(
                entry.path("fact").path("reservation").equals(answer.path("reservation"))
                        && facts.contains(entry.path("fact").path("type").asText()),
                "the receipt is for another charge, or for something else about it");
        NodeHash leaf = NodeHash.ofLeaf(CanonicalJson.text(entry));
        require(
                Proofs.isIncluded(
                        leaf, entry.path("seq").asLong() - 1, head.size(), hashes(receipt.path("proof")), head.root()),
                "the receipt does not prove its entry");
        Checkpoint before = last;
        if (before != null && !before.saysTheSameAs(head)) {
            requireConsistent(before, head, server);
        }
        if (before == null || head.size() > before.size()) {
            keep(head);
        }
    }

    private static void requireConsistent(Checkpoint before, Checkpoint head, Consistency server) {
        Checkpoint earlier = before.size() <= head.size() ? before : head;
        Checkpoint later = before.size() <= head.size() ? head : before;
        List<NodeHash> proof;
        try {
            proof = hashes(server.between(earlier.size(), later.size()).path("proof"));
        } catch (LedgerRefusedException e) {
            throw new IllegalArgumentException(
                    "the ledger cannot prove that its journal of %d entries goes on from one of %d: was it rolled back?"
                            .formatted(later.size(), earlier.size()),
                    e);
        }
        require(
                before.origin().equals(head.origin())
                        && Proofs.isConsistent(earlier.size(), earlier.root(), later.size(), later.root(), proof),
                "the ledger's journal of %d entries does not go on from one of %d that it has shown"
                        .formatted(later.size(), earlier.size()));
    }

    private void keep(Checkpoint head) {
        if (file != null) {
            try {
                DurableFile.replacePrivate(file, head.toString());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        last = head;
    }

    private static List<NodeHash> hashes(JsonNode texts) {
        List<NodeHash> hashes = new ArrayList<>();
        texts.forEach(text -> hashes.add(NodeHash.ofBase64(text.asText())));
        return hashes;
    }

    private static void require(boolean condition, String problem) {
        if (!condition) {
            throw new IllegalArgumentException(problem);
        }
    }
}
