package io.abacusdp.cli.check;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.ledger.journal.Receipt;
import io.abacusdp.ledger.log.Checkpoint;
import java.security.PublicKey;
import java.util.List;

/** A receipt of a ledger: that its entry is in the tree of its head, and who has signed that. */
final class ReceiptCheck {
    private ReceiptCheck() {}

    /** Whether it is a receipt, or the answer to a charge that holds one. */
    static boolean isReceipt(JsonFields json) {
        JsonNode node = receipt(json.node());
        return node.has("entry") && node.has("proof") && node.has("head");
    }

    /**
     * Checks the receipt.
     *
     * @param trusted keys of those who may sign, possibly none
     * @param kept heads that were kept from earlier, possibly none
     */
    static void check(Findings findings, String name, JsonFields json, List<PublicKey> trusted, List<Checkpoint> kept) {
        Receipt receipt;
        try {
            receipt = Receipt.read(receipt(json.node()));
        } catch (IllegalArgumentException e) {
            findings.wrong(name, "it is not a whole receipt: " + e.getMessage());
            return;
        }
        Checkpoint head = receipt.head();
        long seq = receipt.seq();
        findings.require(
                receipt.isIncluded(),
                name,
                "entry %d is in the journal of %d entries whose root its head states".formatted(seq, head.size()),
                "entry %d is not in the journal whose root its head states".formatted(seq));
        if (trusted.isEmpty()) {
            findings.unknown(name, "who signed its head: give the public key with --trusted");
        } else {
            findings.require(
                    head.isSignedByOneOf(trusted),
                    name,
                    "its head is signed by a trusted key",
                    "its head is not signed by a trusted key");
        }
        for (Checkpoint other : kept) {
            if (other.size() == head.size() && other.origin().equals(head.origin())) {
                findings.require(
                        other.root().equals(head.root()),
                        name,
                        "its head is the one that was kept",
                        "its head is another than the one that was kept: the ledger shows two histories");
            }
        }
        findings.noted(name, receipt.fact());
        findings.unknown(name, "whether the ledger still has it: ask for the proof from this head to its present one");
    }

    private static JsonNode receipt(JsonNode node) {
        return node.has("receipt") ? node.path("receipt") : node;
    }
}
