package io.abacusdp.ledger.journal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import io.abacusdp.ledger.core.StampedFact;
import io.abacusdp.ledger.log.Checkpoint;
import io.abacusdp.ledger.log.NodeHash;
import io.abacusdp.ledger.log.Proofs;
import io.abacusdp.storage.CanonicalJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Proof that an entry is in a ledger's journal: whoever has it can show later, to anybody who trusts the signers, that it was
 * recorded. As JSON {@code {"entry":{…},"proof":["…"],"head":"…"}}.
 *
 * @param entry canonical JSON of the entry
 * @param proof hashes from the entry up to the root, as in RFC 6962
 * @param head signed, and cosigned by witnesses if there are any
 */
public record Receipt(String entry, List<NodeHash> proof, Checkpoint head) {
    public Receipt {
        Objects.requireNonNull(entry, "entry");
        proof = List.copyOf(proof);
        Objects.requireNonNull(head, "head");
    }

    /** The number of the entry. */
    public long seq() {
        return stamped().seq();
    }

    /** The fact in words. */
    public String fact() {
        return stamped().fact().toString();
    }

    /** The fact that it is the receipt of. */
    public StampedFact stamped() {
        return FactJson.read(entry).stamped();
    }

    /** Whether the entry is in the tree of the head, whoever has signed that. */
    public boolean isIncluded() {
        long seq = stamped().seq();
        return Proofs.isIncluded(NodeHash.ofLeaf(entry), seq - 1, head.size(), proof, head.root());
    }

    /** The receipt as JSON. */
    public ObjectNode toNode() {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        // As it is stored, byte for byte, since its hash is of that text.
        node.putRawValue("entry", new RawValue(entry));
        proof.forEach(hash -> node.withArray("proof").add(hash.base64()));
        if (proof.isEmpty()) {
            node.putArray("proof");
        }
        return node.put("head", head.toString());
    }

    /**
     * The receipt that the tree holds.
     *
     * @throws IllegalArgumentException if it is not one
     */
    public static Receipt read(JsonNode node) {
        if (!(node.path("entry").isObject()
                && node.path("proof").isArray()
                && node.path("head").isTextual())) {
            throw new IllegalArgumentException("a receipt must have entry, proof and head");
        }
        List<NodeHash> proof = new ArrayList<>();
        for (JsonNode hash : node.path("proof")) {
            proof.add(NodeHash.ofBase64(hash.asText()));
        }
        Receipt receipt = new Receipt(
                CanonicalJson.text(node.path("entry")),
                proof,
                Checkpoint.parse(node.path("head").textValue()));
        receipt.stamped();
        return receipt;
    }
}
