package io.abacusdp.ledger.api.data;

import java.util.Objects;
import java.util.regex.Pattern;

/** What may stand in a name, a key or a reason. Text that a database could refuse or change must not get that far. */
public final class TextRules {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
    private static final Pattern KEY = Pattern.compile("[\\x21-\\x7e]{1,255}");
    private static final int MAX_REASON_LENGTH = 1000;

    private TextRules() {}

    public static String name(String field, String value) {
        return match(
                NAME,
                field,
                value,
                "must be 1 to 64 letters, digits, dots, dashes and underscores, the first a letter or digit");
    }

    public static String key(String value) {
        return match(KEY, "idempotency_key", value, "must be 1 to 255 visible ASCII characters");
    }

    public static String reason(String value) {
        boolean plain = value.codePoints()
                .noneMatch(c -> Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE);
        if (plain && !value.isBlank() && value.length() <= MAX_REASON_LENGTH) {
            return value;
        }
        throw new InvalidRequestException(
                "reason", "must be 1 to " + MAX_REASON_LENGTH + " characters, none of them a control character");
    }

    private static String match(Pattern pattern, String field, String value, String rule) {
        if (pattern.matcher(Objects.requireNonNull(value, field)).matches()) {
            return value;
        }
        throw new InvalidRequestException(field, rule);
    }
}
