package io.abacusdp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What README shows is what the command prints. */
class ReadmeTest {
    private static final String PROMPT = "$ ./abacus ";

    @Test
    void console_everyExample_printsWhatIsShown() throws IOException {
        List<String> shown = new ArrayList<>();
        int examples = 0;
        boolean inside = false;
        for (String line : Files.readAllLines(Path.of("..", "README.md"))) {
            if (line.equals("```console")) {
                inside = true;
                shown.clear();
            } else if (inside && line.equals("```")) {
                inside = false;
                assertThat(shown.get(0)).startsWith(PROMPT);
                Run run = Run.of(shown.get(0).substring(PROMPT.length()));
                assertThat(run.lines()).as(shown.get(0)).isEqualTo(shown.subList(1, shown.size()));
                examples++;
            } else if (inside) {
                shown.add(line);
            }
        }
        assertThat(examples).isGreaterThanOrEqualTo(3);
    }
}
