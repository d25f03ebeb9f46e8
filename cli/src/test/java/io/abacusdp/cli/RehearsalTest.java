package io.abacusdp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RehearsalTest {
    @Test
    void commandLines_ofTheRehearsal_work() {
        Rehearsal.main(new String[0]);
        assertThat(Rehearsal.COMMAND_LINES)
                .allSatisfy(
                        line -> assertThat(Run.of(line).status()).isEqualTo(line.equals(Rehearsal.MISTAKE) ? 2 : 0));
    }
}
