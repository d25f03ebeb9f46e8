package io.abacusdp.training.report;

/** Text within HTML and SVG. */
final class Escape {
    private Escape() {}

    /** Text that stands for itself between tags and in quoted attributes; characters that XML forbids become U+FFFD. */
    static String html(String text) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(c -> {
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> out.appendCodePoint(isForbidden(c) ? 0xFFFD : c);
            }
        });
        return out.toString();
    }

    private static boolean isForbidden(int c) {
        return (c < 0x20 && c != '\n' && c != '\t') || (c >= 0x7F && c < 0xA0) || (c >= 0xD800 && c < 0xE000);
    }
}
