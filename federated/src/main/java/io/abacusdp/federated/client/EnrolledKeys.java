package io.abacusdp.federated.client;

import io.abacusdp.federated.message.SecureSettings;
import io.abacusdp.federated.noise.DistributedSkellam;
import io.abacusdp.federated.noise.SkellamNoise;
import io.abacusdp.federated.secagg.Bytes;
import io.abacusdp.federated.secagg.Participant;
import io.abacusdp.federated.secagg.Session;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Public keys of all clients as they were enrolled. They do not come from the server of a round. Safe for use by several
 * threads; clients that are simulated in one process have one in common, and with it the work of a session
 * and the tables of the noise.
 */
public final class EnrolledKeys {
    private final Map<String, PublicKey> keys;
    private @Nullable Known known;
    private @Nullable Tables tables;

    private record Tables(DistributedSkellam settings, SkellamNoise noise) {}

    private record Known(SecureSettings settings, int attempt, int length, Session session) {
        /** The share is a client's own, and no part of a session. */
        boolean isOf(SecureSettings other, int otherAttempt, int otherLength) {
            return settings.session().equals(other.session())
                    && settings.participants().equals(other.participants())
                    && settings.threshold() == other.threshold()
                    && settings.colluders() == other.colluders()
                    && settings.scale() == other.scale()
                    && settings.variance() == other.variance()
                    && settings.countUnit() == other.countUnit()
                    && attempt == otherAttempt
                    && length == otherLength;
        }
    }

    /**
     * A roster.
     *
     * @param keys Ed25519 public keys by name
     */
    public EnrolledKeys(Map<String, PublicKey> keys) {
        this.keys = new TreeMap<>(keys);
    }

    /** The key of a client, as it was enrolled. */
    public PublicKey key(String name) {
        PublicKey key = keys.get(name);
        if (key == null) {
            throw new RefusedTaskException("participant " + name + " is not enrolled here");
        }
        return key;
    }

    /** The noise of one client. */
    synchronized SkellamNoise noise(DistributedSkellam settings) {
        if (tables == null || !tables.settings().equals(settings)) {
            tables = new Tables(settings, settings.ofOneClient());
        }
        return tables.noise();
    }

    /** The session that the settings describe, with the enrolled keys; its others were told the same noise. */
    synchronized Session session(SecureSettings settings, int attempt, int length) {
        if (known == null || !known.isOf(settings, attempt, length)) {
            List<Participant> participants = new ArrayList<>();
            settings.participants().forEach(name -> participants.add(new Participant(name, key(name))));
            Bytes id = Session.boundId(
                    Bytes.of(HexFormat.of().parseHex(settings.session())),
                    settings.scale(),
                    settings.variance(),
                    settings.countUnit());
            Session session =
                    new Session(id, attempt, participants, settings.threshold(), settings.colluders(), length);
            known = new Known(settings, attempt, length, session);
        }
        return known.session();
    }
}
