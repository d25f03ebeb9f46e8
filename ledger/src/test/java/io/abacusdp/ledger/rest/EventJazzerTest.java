package io.abacusdp.ledger.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.format.EventJson;
import io.abacusdp.storage.InvalidJsonException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;

/** Events as text. Apart from {@link RequestJazzerTest}, as Jazzer makes up inputs for one method of a JVM. */
@Tag("slow")
class EventJazzerTest {
    @FuzzTest(maxDuration = "60s")
    void event_ofAnyText_isReadAsItIsWrittenOrRefused(byte[] text) {
        DpEvent event;
        try {
            event = EventJson.read(new String(text, StandardCharsets.UTF_8));
        } catch (InvalidJsonException refused) {
            return;
        }
        assertThat(EventJson.read(EventJson.write(event))).isEqualTo(event);
    }
}
