package io.abacusdp.ledger.log;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;

/**
 * A text with signatures below it, as C2SP signed-note has it: the text, an empty line, and for each signature a line with a
 * dash, the signer's name, and key id and signature in Base64. It says nothing until a trusted {@link NoteKey#hasSigned}.
 *
 * @param text ends with a line feed
 */
public record SignedNote(String text, List<Line> signatures) {
    private static final String DASH = "\u2014 ";
    private static final int MAX_LENGTH = 1 << 16;
    private static final int MAX_SIGNATURES = 100;

    /**
     * One signature.
     *
     * @param base64 key id and signature
     */
    public record Line(String name, String base64) {
        public Line {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(base64, "base64");
        }

        /** The line of the text, which ends with a line feed. */
        public static Line parse(String line) {
            int space = line.lastIndexOf(' ');
            if (!line.startsWith(DASH) || !line.endsWith("\n") || space < DASH.length()) {
                throw new IllegalArgumentException("not the line of a signature");
            }
            String base64 = line.substring(space + 1, line.length() - 1);
            Line parsed = new Line(line.substring(DASH.length(), space), base64);
            // One text for each signature: a decoder overlooks some bits of the last character.
            if (!Base64.getEncoder().encodeToString(parsed.signature()).equals(base64)) {
                throw new IllegalArgumentException("a signature must be in Base64 without stray bits");
            }
            return parsed;
        }

        byte[] signature() {
            return Base64.getDecoder().decode(base64);
        }

        @Override
        public String toString() {
            return DASH + name + " " + base64 + "\n";
        }
    }

    public SignedNote {
        if (!text.endsWith("\n") || text.chars().anyMatch(character -> character < ' ' && character != '\n')) {
            throw new IllegalArgumentException(
                    "the text of a note must end with a line feed and have no other controls");
        }
        signatures = List.copyOf(signatures);
    }

    /**
     * The note of the text.
     *
     * @throws IllegalArgumentException if it is not one
     */
    public static SignedNote parse(String note) {
        int end = note.lastIndexOf("\n\n");
        if (note.length() > MAX_LENGTH || end < 0 || !note.endsWith("\n")) {
            throw new IllegalArgumentException("not a signed note");
        }
        List<Line> lines = new ArrayList<>();
        for (String line : note.substring(end + 2).split("(?<=\n)", -1)) {
            if (!line.isEmpty()) {
                lines.add(Line.parse(line));
            }
        }
        if (lines.isEmpty() || lines.size() > MAX_SIGNATURES) {
            throw new IllegalArgumentException("a note must have from 1 to 100 signatures, got " + lines.size());
        }
        return new SignedNote(note.substring(0, end + 1), lines);
    }

    /** The same note with more signatures. */
    public SignedNote with(List<Line> more) {
        List<Line> all = new ArrayList<>(signatures);
        more.stream().filter(line -> !all.contains(line)).forEach(all::add);
        return new SignedNote(text, all);
    }

    @Override
    public String toString() {
        StringBuilder note = new StringBuilder(text).append('\n');
        signatures.forEach(note::append);
        return note.toString();
    }
}
