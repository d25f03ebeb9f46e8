package io.abacusdp.ledger.contract;

import java.util.regex.Pattern;

/** Text of the contract as text of a page. What it makes is well-formed XML too. */
final class Html {
    private static final Pattern CODE = Pattern.compile("`([^`]*)`");

    private Html() {}

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    /** A description, in which words between backticks are code. */
    static String prose(String text) {
        return CODE.matcher(escaped(text)).replaceAll("<code>$1</code>");
    }

    static String code(String text) {
        return "<code>" + escaped(text) + "</code>";
    }

    static String link(String id, String text) {
        return "<a href=\"#" + escaped(id) + "\">" + escaped(text) + "</a>";
    }
}
