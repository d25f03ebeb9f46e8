package io.abacusdp.ledger.witness;

import io.abacusdp.ledger.log.NoteKey;
import java.net.URI;
import java.util.Objects;

/**
 * A witness that is asked.
 *
 * @param url prefix of its add-checkpoint
 * @param key verifies its cosignatures
 */
public record RemoteWitness(URI url, NoteKey key) {
    public RemoteWitness {
        Objects.requireNonNull(key, "key");
        if (url.getScheme() == null || url.getHost() == null) {
            throw new IllegalArgumentException("a witness must have a URL such as https://witness.example, got " + url);
        }
        if (!key.isOfWitness()) {
            throw new IllegalArgumentException(
                    "the key of a witness must be of the kind 0x04 of C2SP tlog-cosignature");
        }
    }

    URI addCheckpoint() {
        String prefix = url.toString();
        return URI.create(prefix + (prefix.endsWith("/") ? "" : "/") + "add-checkpoint");
    }
}
