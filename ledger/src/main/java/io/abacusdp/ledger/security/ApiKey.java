package io.abacusdp.ledger.security;

import io.abacusdp.storage.CanonicalJson;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An API key: {@code abacus_ID_SECRET} with 64 public bits, by which it is found, and 256 secret bits. As the secret is random,
 * one SHA-256 hides it as well as a slow hash would. Its text is a secret, so that {@link #toString()} does not give it.
 */
public final class ApiKey {
    /** What every key starts with. */
    private static final String PREFIX = "abacus_";

    private static final Pattern FORM = Pattern.compile("abacus_([0-9a-f]{16})_[A-Za-z0-9_-]{43}");

    private final String id;
    private final String text;

    private ApiKey(String id, String text) {
        this.id = id;
        this.text = text;
    }

    /** A new key. */
    public static ApiKey generate() {
        SecureRandom random = new SecureRandom();
        byte[] id = new byte[8];
        random.nextBytes(id);
        byte[] secret = new byte[32];
        random.nextBytes(secret);
        String idText = HexFormat.of().formatHex(id);
        return new ApiKey(
                idText,
                PREFIX + idText + "_" + Base64.getUrlEncoder().withoutPadding().encodeToString(secret));
    }

    /** The key that the text states, if it has the form of one. */
    public static Optional<ApiKey> parse(String text) {
        Matcher matcher = FORM.matcher(Objects.requireNonNull(text, "text"));
        return matcher.matches() ? Optional.of(new ApiKey(matcher.group(1), text)) : Optional.empty();
    }

    /** The public part. */
    public String id() {
        return id;
    }

    /** The key itself, to be shown once. */
    public String text() {
        return text;
    }

    /** What is stored of it. */
    public String hash() {
        return CanonicalJson.sha256(text);
    }

    @Override
    public String toString() {
        return PREFIX + id + "_...";
    }
}
