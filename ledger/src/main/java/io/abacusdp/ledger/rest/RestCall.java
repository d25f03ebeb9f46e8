package io.abacusdp.ledger.rest;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.ledger.api.Ledger;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.api.data.TextRules;
import io.abacusdp.ledger.security.Identity;
import io.javalin.http.Context;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** One request and its answer. */
final class RestCall {
    static final int MAX_BODY_BYTES = 1 << 20;
    static final int MAX_PAGE_SIZE = 1000;

    /** A page ends after so many characters, as events may be large: a thousand of them would be half a gigabyte. */
    static final int MAX_PAGE_CHARACTERS = 4 << 20;

    /** What a body may be late by, and how fast the rest of it has to come. */
    private static final double GRACE_SECONDS = 2;

    private static final double MIN_BYTES_PER_SECOND = 4096;

    /** The ledger allows 255 characters, of which the name of who asks takes up to 64 and a colon. */
    private static final Pattern KEY = Pattern.compile("[\\x21-\\x7e]{1,190}");

    private static final Pattern COUNT = Pattern.compile("[0-9]{1,18}");

    private final Context context;
    private final Identity identity;

    RestCall(Context context, Identity identity) {
        this.context = context;
        this.identity = identity;
    }

    /** Who asks. */
    String by() {
        return identity.name();
    }

    Identity identity() {
        return identity;
    }

    /** The ledger on behalf of who asks. */
    Ledger on(Ledger ledger) {
        return ledger.as(identity.actor());
    }

    Context context() {
        return context;
    }

    /** A part of the path. */
    String part(String name) {
        return context.pathParam(name);
    }

    /** The account that the path names. */
    String account() {
        return Scope.account(part("id")).id();
    }

    /** A name in the query, after which a page begins. */
    String afterName() {
        String text = context.queryParam("after");
        return text == null ? "" : TextRules.name("after", text);
    }

    /** The body, an object with no other than these fields. */
    RequestFields body(String... allowed) {
        return RequestFields.parse(text(), Set.of(allowed));
    }

    /**
     * The idempotency key, together with the name of who asks: were one key enough, two clients that happen to choose the same
     * could be taken for one, and one of their losses would not be recorded.
     */
    String key() {
        String key = context.header("Idempotency-Key");
        if (key == null || !KEY.matcher(key).matches()) {
            throw new BadRequestException(
                    "Idempotency-Key", "must be a header of 1 to 190 visible ASCII characters, new for every charge");
        }
        return identity.name() + ":" + key;
    }

    /** Refuses query parameters but these, and any that stands twice. */
    void allowQuery(String... names) {
        for (Map.Entry<String, List<String>> given : context.queryParamMap().entrySet()) {
            if (!Set.of(names).contains(given.getKey()) || given.getValue().size() != 1) {
                throw new BadRequestException(
                        "query", "must have no parameters but " + List.of(names) + ", each at most once");
            }
        }
    }

    /** A whole number in the query. */
    long query(String name, long least, long most, long absent) {
        String text = context.queryParam(name);
        if (text == null) {
            return absent;
        }
        long value = COUNT.matcher(text).matches() ? Long.parseLong(text) : -1;
        if (!(value >= least && value <= most)) {
            throw new BadRequestException(name, "must be an integer from %d to %d".formatted(least, most));
        }
        return value;
    }

    int limit() {
        return (int) query("limit", 1, MAX_PAGE_SIZE, 100);
    }

    /** A number from 0 on that has to be given. */
    long number(String name) {
        if (context.queryParam(name) == null) {
            throw new BadRequestException(name, "must be given");
        }
        return query(name, 0, Long.MAX_VALUE, 0);
    }

    long after() {
        return query("after", 0, Long.MAX_VALUE, 0);
    }

    void answer(int status, JsonNode body) {
        answer(status, body.toString());
    }

    void answer(int status, String json) {
        context.status(status).contentType("application/json");
        write(context, json.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Writes a body now, while the request has its place. What is handed over to be written later is written when the place is
     * free again: who reads slowly would keep threads that nobody counts.
     */
    static void write(Context context, byte[] body) {
        try {
            context.outputStream().write(body);
        } catch (IOException e) {
            // Who asked went away, or reads nothing for so long that the connection was ended; there is nobody to tell.
            context.header("Connection", "close");
        }
    }

    private String text() {
        try (InputStream in = context.req().getInputStream()) {
            byte[] bytes = read(in);
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new BadRequestException("$", "must be UTF-8");
        } catch (IOException e) {
            // Who asked went away, or was too slow; nobody may be there to hear it.
            context.header("Connection", "close");
            throw new BadRequestException("$", "must arrive in full and in time");
        }
    }

    /** All of a body, which has to come at a least rate: who sends a byte now and then must not keep a thread. */
    private static byte[] read(InputStream in) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        byte[] buffer = new byte[8192];
        long start = System.nanoTime();
        for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
            body.write(buffer, 0, count);
            if (body.size() > MAX_BODY_BYTES) {
                throw new TooLargeException();
            }
            double seconds = (System.nanoTime() - start) * 1e-9;
            if (seconds > GRACE_SECONDS && body.size() < (seconds - GRACE_SECONDS) * MIN_BYTES_PER_SECOND) {
                throw new IOException("too slow");
            }
        }
        return body.toByteArray();
    }

    /** A body beyond the limit. */
    static final class TooLargeException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooLargeException() {
            super("the body must be at most " + MAX_BODY_BYTES + " bytes");
        }
    }
}
