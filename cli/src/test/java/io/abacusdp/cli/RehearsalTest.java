package io.abacusdp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class RehearsalTest {
    @Test
    void commandLines_ofTheRehearsal_work() {
        Map<String, Integer> statuses = Rehearsal.rehearse();
        assertThat(statuses.keySet()).containsExactlyElementsOf(Rehearsal.COMMAND_LINES);
        assertThat(statuses)
                .allSatisfy((line, status) ->
                        assertThat(status).as(line).isEqualTo(line.equals(Rehearsal.MISTAKE) ? 2 : 0));
    }
}
