package io.abacusdp.federated.enrol;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * The roster of a federation's directory as it is now: read again when the file was replaced, so that a revocation takes effect
 * without a restart. Safe for use by several threads.
 */
public final class RosterFile implements Supplier<Roster> {
    private final Path directory;
    private final X509Certificate federation;
    private Roster roster;
    private List<String> state;

    public RosterFile(Path directory, X509Certificate federation) throws IOException {
        this.directory = directory;
        this.federation = federation;
        state = state();
        roster = Federation.readRoster(directory, federation);
    }

    /**
     * The newest roster.
     *
     * @throws IllegalStateException if the file was replaced by an older one
     * @throws IllegalArgumentException if it was replaced by one that the federation did not sign
     * @throws UncheckedIOException if it cannot be read
     */
    @Override
    public synchronized Roster get() {
        try {
            List<String> now = state();
            if (!now.equals(state)) {
                Roster read = Federation.readRoster(directory, federation);
                if (read.version() < roster.version()) {
                    throw new IllegalStateException(
                            "the roster went back from version " + roster.version() + " to " + read.version());
                }
                roster = read;
                state = now;
            }
            return roster;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<String> state() throws IOException {
        BasicFileAttributes now = Files.readAttributes(directory.resolve(Federation.ROSTER), BasicFileAttributes.class);
        return List.of(now.lastModifiedTime().toString(), now.size() + "", Objects.toString(now.fileKey()));
    }
}
