package io.abacusdp.cli.account;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.cli.Run;
import io.abacusdp.format.EventJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventsCommandTest {
    @Test
    void events_asMarkdown_areThePageInDocs() throws IOException {
        assertThat(Run.of("events --format markdown").out()).isEqualTo(Files.readString(Path.of("../docs/events.md")));
    }

    @Test
    void events_asText_nameFieldsRangesAndAnExample() {
        assertThat(Run.of("events gaussian no_op").out()).isEqualTo("""
                        gaussian: Gaussian noise on a sum to which each record contributes a vector of L2 norm at most C.
                          noise_multiplier: number in (0, inf); standard deviation of the noise over C
                          {"type":"gaussian","noise_multiplier":1.0}

                        no_op: Something that depends on no record: no loss.
                          {"type":"no_op"}
                        """);
    }

    @Test
    void events_asJson_haveAnExampleThatIsAnEvent() {
        List<JsonNode> types = Run.of("events --format json").json();

        assertThat(types).hasSizeGreaterThan(30);
        assertThat(EventJson.read(types.get(0).path("example"))).isEqualTo(new Gaussian(1));
        assertThat(types.get(0).at("/fields/0/range").textValue()).isEqualTo("(0, inf)");
    }

    @Test
    void events_ofATypeThatIsNone_areRefusedWithThoseThereAre() {
        Run run = Run.of("events gausian");

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("TYPE must be one of gaussian, laplace", "got gausian");
        assertThat(run.out()).isEmpty();
    }
}
