package io.abacusdp.ledger.api.data;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Ids of reservations, {@code r17-0f3c…}: the number of the fact by which it was accepted, by which it is found, and 128 random
 * bits, by which it cannot be guessed. Versions before had the number alone.
 */
public final class ReservationId {
    private static final Pattern FORM = Pattern.compile("r([1-9][0-9]{0,17})(?:-([0-9a-f]{32}))?");
    private static final SecureRandom RANDOM = new SecureRandom();

    private ReservationId() {}

    /** A new id of the fact with this number. */
    public static String random(long seq) {
        byte[] bytes = new byte[16];
        RANDOM.nextBytes(bytes);
        return of(seq, HexFormat.of().formatHex(bytes));
    }

    /** The id of the fact with this number, and these random bits, or none. */
    public static String of(long seq, String token) {
        return token.isEmpty() ? "r" + seq : "r" + seq + "-" + token;
    }

    /** The number in an id; 0, which is no fact's, if the text is no id. */
    public static long seqOf(String id) {
        Matcher matcher = FORM.matcher(id);
        return matcher.matches() ? Long.parseLong(matcher.group(1)) : 0;
    }

    /** The random bits in an id; empty if it has none. */
    public static String tokenOf(String id) {
        Matcher matcher = FORM.matcher(id);
        return matcher.matches() && matcher.group(2) != null ? matcher.group(2) : "";
    }
}
