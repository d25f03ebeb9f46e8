package io.abacusdp.cli.check;

import io.abacusdp.ledger.log.Checkpoint;
import io.abacusdp.storage.StrictJson;

/** A head that was kept: the signed note itself, or the server's answer, in which it is the field note. */
public final class KeptHead {
    private KeptHead() {}

    /**
     * The head of a file's text.
     *
     * @throws IllegalArgumentException if it is not one
     */
    public static Checkpoint parse(String text) {
        return Checkpoint.parse(
                text.stripLeading().startsWith("{")
                        ? StrictJson.parse(text).path("note").asText()
                        : text);
    }
}
