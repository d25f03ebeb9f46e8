package io.abacusdp.cli.check;

import java.util.Locale;
import java.util.Set;

/** The words of a page, without tags; one line for each paragraph and each row of a table. Takes time by length only. */
final class HtmlWords {
    private static final Set<String> ENDS_OF_LINES = Set.of("/tr", "/p", "/li", "/h1", "/h2", "/h3", "br");
    private static final Set<String> WITHOUT_WORDS = Set.of("script", "style", "svg");

    private HtmlWords() {}

    static String of(String html) {
        StringBuilder words = new StringBuilder();
        int at = 0;
        while (at < html.length()) {
            int open = html.indexOf('<', at);
            append(words, html, at, open < 0 ? html.length() : open);
            int close = open < 0 ? -1 : html.indexOf('>', open);
            if (close < 0) {
                break;
            }
            String tag = name(html, open + 1, close);
            words.append(ENDS_OF_LINES.contains(tag) ? '\n' : ' ');
            at = close + 1;
            if (WITHOUT_WORDS.contains(tag)) {
                int end = html.indexOf("</" + tag, at);
                at = end < 0 ? html.length() : end;
            }
        }
        return words.toString()
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&quot;", "\"")
                .replace("&#39;", "'")
                .replace("&amp;", "&");
    }

    private static void append(StringBuilder words, String html, int from, int to) {
        for (int i = from; i < to; i++) {
            char c = html.charAt(i);
            words.append(Character.isWhitespace(c) ? ' ' : c);
        }
    }

    private static String name(String html, int from, int to) {
        int end = from;
        while (end < to && end < from + 10 && !Character.isWhitespace(html.charAt(end))) {
            end++;
        }
        return html.substring(from, end).toLowerCase(Locale.ROOT);
    }
}
