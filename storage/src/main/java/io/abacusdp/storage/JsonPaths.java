package io.abacusdp.storage;

import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Pattern;

/** JSON paths as errors state them: {@code $.events[3].event.rate}. */
public final class JsonPaths {
    /** Path of the whole document. */
    public static final String ROOT = "$";

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,39}");
    private static final int LONGEST_QUOTE = 40;

    private JsonPaths() {}

    public static String field(String path, String name) {
        return path + (PLAIN.matcher(name).matches() ? "." + name : "[" + quoted(name) + "]");
    }

    public static String element(String path, int index) {
        return path + "[" + index + "]";
    }

    /** Where a parser is. */
    static String of(JsonStreamContext context) {
        Deque<JsonStreamContext> inwards = new ArrayDeque<>();
        for (JsonStreamContext at = context; at != null; at = at.getParent()) {
            inwards.push(at);
        }
        String path = ROOT;
        for (JsonStreamContext at : inwards) {
            if (at.inObject() && at.hasCurrentName()) {
                path = field(path, at.getCurrentName());
            } else if (at.inArray() && at.hasCurrentIndex()) {
                path = element(path, at.getCurrentIndex());
            }
        }
        return path;
    }

    /** Foreign text for an error message: in quotes, without control characters, and cut if it is long. */
    public static String quoted(String text) {
        String cut = text.length() <= LONGEST_QUOTE ? text : text.substring(0, LONGEST_QUOTE) + "…";
        return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(cut)) + '"';
    }
}
