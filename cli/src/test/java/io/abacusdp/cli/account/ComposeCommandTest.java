package io.abacusdp.cli.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.cli.Run;
import io.abacusdp.format.EventJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComposeCommandTest {
    @Test
    void phases_published_giveThePublishedEpsilon() {
        Run run = Run.of("compose --phase 1:1e-5:10 --phase 3:1e-4:4 --delta 1e-5 --orders 2..32 --conversion balle");
        assertThat(EventJson.read(run.lines().get(0)))
                .isEqualTo(new Composed(
                        List.of(DpEvent.sampledGaussian(1e-5, 1, 10), DpEvent.sampledGaussian(1e-4, 3, 4))));
        assertThat(run.figure("epsilon")).isCloseTo(.336, within(5e-4));
        assertThat(run.figure("order")).isEqualTo(23);
    }

    @Test
    void files_ofEqualEvents_becomeOneEvent(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("event.json");
        Files.writeString(file, "{\"type\":\"repeated\",\"count\":3,\"event\":{\"type\":\"pure_dp\",\"epsilon\":0.5}}");
        Run run = Run.withInput("{\"type\":\"pure_dp\",\"epsilon\":0.5}", "compose " + file + " - " + file);
        assertThat(run.out())
                .isEqualTo("{\"type\":\"repeated\",\"count\":7,\"event\":{\"type\":\"pure_dp\",\"epsilon\":0.5}}\n");
        Run json = Run.withInput("", "compose " + file + " --delta 0 --accountant basic --format json");
        assertThat(json.json()).hasSize(2);
        assertThat(json.json().get(1).get("value").doubleValue()).isCloseTo(1.5, within(1e-12));
    }

    @Test
    void phases_wrong_areRefused() {
        assertThat(Run.of("compose").err()).contains("nothing to compose");
        assertThat(Run.of("compose --phase 1:2").err()).contains("such as 1.1:0.01:1000, got 1:2");
        Run run = Run.of("compose --phase 1:2:3");
        assertThat(run.err()).contains("'--phase'", "must be a number in (0, 1], got 2");
        assertThat(run.status()).isEqualTo(2);
    }
}
