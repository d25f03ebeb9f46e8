package io.abacusdp.ledger.log;

import java.security.PublicKey;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/**
 * The head of a log: how many entries it has and the root of the tree over them, as a signed note (C2SP tlog-checkpoint). Who
 * keeps it can tell later if an entry up to there was changed or cut off.
 *
 * @param note the whole note
 * @param origin name of the log
 * @param size number of entries
 * @param root hash of the tree over them
 */
public record Checkpoint(SignedNote note, String origin, long size, NodeHash root) {
    public Checkpoint {
        Objects.requireNonNull(note, "note");
        Objects.requireNonNull(origin, "origin");
        Objects.requireNonNull(root, "root");
    }

    /** What is signed. */
    public static String text(String origin, long size, NodeHash root) {
        return origin + "\n" + size + "\n" + root.base64() + "\n";
    }

    /**
     * The checkpoint of a note's text.
     *
     * @throws IllegalArgumentException if it is not one
     */
    public static Checkpoint parse(String text) {
        return of(SignedNote.parse(text));
    }

    /** The checkpoint that a note states. */
    public static Checkpoint of(SignedNote note) {
        List<String> lines = note.text().lines().toList();
        if (lines.size() < 3
                || lines.stream().anyMatch(String::isEmpty)
                || !lines.get(1).matches("0|[1-9][0-9]{0,17}")) {
            throw new IllegalArgumentException("a checkpoint must have the lines origin, size and root hash");
        }
        return new Checkpoint(note, lines.get(0), Long.parseLong(lines.get(1)), NodeHash.ofBase64(lines.get(2)));
    }

    /** Whether one of these keys has signed as the log of this origin. */
    public boolean isSignedByOneOf(Collection<PublicKey> trusted) {
        return trusted.stream().anyMatch(key -> NoteKey.ofLog(origin, key).hasSigned(note));
    }

    /** How many of these witnesses have cosigned. */
    public long cosignedBy(Collection<NoteKey> witnesses) {
        return witnesses.stream().distinct().filter(key -> key.hasSigned(note)).count();
    }

    /** Whether both state the same of the same log, whoever has signed. */
    public boolean saysTheSameAs(Checkpoint other) {
        return note.text().equals(other.note.text());
    }

    @Override
    public String toString() {
        return note.toString();
    }
}
