package io.abacusdp.ledger.witness;

import io.abacusdp.ledger.journal.SigningKey;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Who signs a journal's heads, whose signatures count, and who has to cosign.
 *
 * @param key of this server; the latest head that it has signed or seen is kept beside its file
 * @param trusted whose heads are believed, this server's own key among them
 * @param witnesses who cosign before an answer is given
 */
public record Signing(SigningKey key, List<PublicKey> trusted, Quorum witnesses) {
    public Signing {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(witnesses, "witnesses");
        List<PublicKey> all = new ArrayList<>(trusted);
        if (!all.contains(key.publicKey())) {
            all.add(key.publicKey());
        }
        trusted = List.copyOf(all);
    }

    /** One key that nobody else's stands beside, and no witnesses. */
    public static Signing by(SigningKey key) {
        return new Signing(key, List.of(), Quorum.none());
    }
}
