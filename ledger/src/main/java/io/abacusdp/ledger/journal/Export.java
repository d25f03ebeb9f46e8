package io.abacusdp.ledger.journal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import io.abacusdp.ledger.log.Checkpoint;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.security.PublicKey;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A journal as a file of JSON lines: {@code {"entry":{…},"hash":"…"}} for each entry, and at last {@code {"head":"…"}}. */
public final class Export {
    private static final Pattern ENTRY = Pattern.compile("\\{\"entry\":(\\{.*}),\"hash\":\"([0-9a-f]{64})\"}");
    private static final Pattern HEAD = Pattern.compile("\\{\"head\":(\".*\")}");
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Verification verification;
    private final @Nullable Checkpoint head;

    private Export(Verification verification, @Nullable Checkpoint head) {
        this.verification = verification;
        this.head = head;
    }

    /** Writes all entries and the head that covers them. */
    public static void write(Iterator<JournalEntry> lines, Checkpoint head, Writer out) throws IOException {
        while (lines.hasNext()) {
            JournalEntry line = lines.next();
            out.write("{\"entry\":" + line.text() + ",\"hash\":\"" + line.hash() + "\"}\n");
        }
        out.write("{\"head\":" + TextNode.valueOf(head.toString()) + "}\n");
    }

    /**
     * Reads and replays a file.
     *
     * @param in decoded as UTF-8 such that bytes that are none become replacement characters
     * @param trusted keys of those who may sign heads
     * @param kept heads that were kept elsewhere, possibly none
     * @param sound gets each line that follows from those before; what it does has to be undone if something is found later
     */
    public static Export read(
            Reader in, Collection<PublicKey> trusted, List<Checkpoint> kept, Consumer<JournalEntry> sound)
            throws IOException {
        return replay(in, new JournalReplay(trusted, kept), sound);
    }

    /** The same without keys: everything but who signed the head, which then is nobody's word. */
    public static Export readUnverified(Reader in) throws IOException {
        return replay(in, JournalReplay.ofUnverifiedHeads(), line -> {});
    }

    private static Export replay(Reader in, JournalReplay replay, Consumer<JournalEntry> sound) throws IOException {
        try {
            Lines lines = new Lines(new BufferedReader(in));
            replay.addAll(lines, sound);
            return ended(lines, replay);
        } catch (UncheckedIOException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** What the replay came to. */
    public Verification verification() {
        return verification;
    }

    /** The head at the end of the file; null if the file is not sound. */
    public @Nullable Checkpoint head() {
        return head;
    }

    private static Export ended(Lines lines, JournalReplay replay) {
        Checkpoint last = null;
        String rest = lines.ahead;
        if (rest == null) {
            replay.end(Finding.Kind.TRUNCATED, "the file ends without a signed head");
        } else if (lines.isLast()) {
            last = readHead(rest);
            if (last == null) {
                replay.end(Finding.Kind.TORN, "the last record was not written to its end");
            } else {
                replay.end(last);
            }
        } else {
            replay.end(Finding.Kind.ALTERED, "the line is not an entry");
        }
        Verification result = replay.result();
        return new Export(result, result.finding().isEmpty() ? last : null);
    }

    private static @Nullable Checkpoint readHead(String line) {
        Matcher matcher = HEAD.matcher(line);
        try {
            return matcher.matches()
                    ? Checkpoint.parse(MAPPER.readTree(matcher.group(1)).textValue())
                    : null;
        } catch (JsonProcessingException | IllegalArgumentException e) {
            return null;
        }
    }

    /** The entries at the start of a file, up to the first line that is none. */
    private static final class Lines implements Iterator<JournalEntry> {
        private final BufferedReader in;
        private @Nullable String ahead;

        Lines(BufferedReader in) throws IOException {
            this.in = in;
            this.ahead = in.readLine();
        }

        @Override
        public boolean hasNext() {
            return ahead != null && ENTRY.matcher(ahead).matches();
        }

        @Override
        public JournalEntry next() {
            Matcher matcher = ahead == null ? null : ENTRY.matcher(ahead);
            if (matcher == null || !matcher.matches()) {
                throw new NoSuchElementException();
            }
            try {
                ahead = in.readLine();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return new JournalEntry(matcher.group(1), matcher.group(2));
        }

        /** Whether the line that is ahead is the last of the file. */
        boolean isLast() {
            try {
                return in.readLine() == null;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
