package io.abacusdp.federated.privacy;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Who is protected. */
public enum PrivacyStyle {
    /** Nobody. */
    NONE,
    /** Each record of each client, by noise that the client adds to every local step. Holds against the server too. */
    SAMPLE,
    /** Each client with all its records, by noise on the sum of the clients' updates. */
    USER,
    /** Both. */
    HYBRID;

    /** Name in commands, files and reports. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The one of that name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static PrivacyStyle of(String id) {
        List<String> ids = Arrays.stream(values()).map(PrivacyStyle::id).toList();
        return Arrays.stream(values())
                .filter(style -> style.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("style must be one of " + ids + ", got " + id));
    }

    public boolean protectsRecords() {
        return this == SAMPLE || this == HYBRID;
    }

    public boolean protectsClients() {
        return this == USER || this == HYBRID;
    }
}
