package io.abacusdp.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.testkit.RandomEvents;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Damaged JSON: it is an event or it is refused, and nothing else happens. */
class EventJsonFuzzTest {
    private static final int CASES = 20_000;

    /** What the grammar is made of, so that damage often gives other valid JSON. */
    private static final String[] PIECES = {
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"",
        "\\",
        "-",
        ".",
        "0",
        "9",
        "e",
        "E400",
        "e-400",
        "null",
        "NaN",
        "\"?\"",
        "1e1000000000",
        "\"type\"",
        "\"event\"",
        "\"no_op\"",
        "\\u0000",
        "\u00e9",
        "\ud800"
    };

    private final SplittableRandom random = new SplittableRandom(99);

    @Test
    @Timeout(value = 2, unit = TimeUnit.MINUTES)
    void read_mutatedJson_isAnEventOrRefused() {
        RandomEvents events = new RandomEvents(77);
        int read = 0;
        int refused = 0;
        for (int i = 0; i < CASES; i++) {
            String json = mutated(EventJson.write(i % 2 == 0 ? events.next() : events.leaf()));
            try {
                DpEvent event = EventJson.read(json);
                assertThat(EventJson.read(EventJson.write(event))).isEqualTo(event);
                read++;
            } catch (InvalidEventException e) {
                assertThat(e.path()).as(json).startsWith("$");
                assertThat(e.problem()).as(json).isNotBlank();
                refused++;
            }
        }
        // Both happen often, or else the damage is of no use.
        assertThat(read).isGreaterThan(CASES / 50);
        assertThat(refused).isGreaterThan(CASES / 2);
    }

    private String mutated(String json) {
        String text = json;
        for (int edits = random.nextInt(4) == 0 ? 3 : 1; edits > 0; edits--) {
            text = random.nextBoolean() ? withPiece(text) : withBytes(text);
        }
        return text;
    }

    private String withPiece(String text) {
        int from = random.nextInt(text.length() + 1);
        int to = Math.min(text.length(), from + random.nextInt(4));
        return text.substring(0, from) + PIECES[random.nextInt(PIECES.length)] + text.substring(to);
    }

    private String withBytes(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length == 0) {
            return text;
        }
        int at = random.nextInt(bytes.length);
        switch (random.nextInt(4)) {
            case 0 -> bytes[at] = (byte) random.nextInt(256);
            case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
            case 2 -> bytes[at] = bytes[random.nextInt(bytes.length)];
            default -> bytes = Arrays.copyOf(bytes, at);
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
