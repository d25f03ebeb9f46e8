package io.abacusdp.federated.enrol;

import java.util.regex.Pattern;

/** Names of participants: they are parts of file names and certificates. */
final class ParticipantNames {
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]{0,62}");

    private ParticipantNames() {}

    static String require(String name) {
        if (NAME.matcher(name).matches()) {
            return name;
        }
        throw new IllegalArgumentException(
                "a name must have 1 to 63 of a-z, 0-9, '.', '_' and '-', and begin with one of the first two, got "
                        + name);
    }
}
