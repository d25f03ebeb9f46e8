package io.abacusdp.cli.check;

import static io.abacusdp.cli.check.CheckedFiles.check;
import static io.abacusdp.cli.check.CheckedFiles.findings;
import static io.abacusdp.cli.check.CheckedFiles.json;
import static io.abacusdp.cli.check.CheckedFiles.wrong;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.cli.Run;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs that pay for an epoch of three lots at its first: allocated lots, and shuffled ones. */
class EpochsCheckTest {
    @TempDir
    private Path scratch;

    private Path train(String sampling) {
        Path run = scratch.resolve(sampling);
        Run trained = Run.of("train --epochs 2 --noise-multiplier 1 --sampling %s --out %s".formatted(sampling, run));
        assertThat(trained.status()).as(trained.err()).isZero();
        return run;
    }

    @ParameterizedTest
    @ValueSource(strings = {"allocated", "shuffled"})
    void files_ofAnHonestRun_hold(String sampling) {
        Path run = train(sampling);
        for (Path path : new Path[] {run, run.resolve("release"), run.resolve("release/report.json")}) {
            Run checked = check(path);
            assertThat(wrong(checked)).as(checked.out()).isEmpty();
            assertThat(findings(checked, "holds")).anyMatch(text -> text.contains("every epoch of 3 lots is charged"));
        }
    }

    /** As many epochs as the steps need, all paid at once: what is made after three lots is paid by none. */
    @ParameterizedTest
    @ValueSource(strings = {"allocated", "shuffled"})
    void epochs_thatPayForLotsOfOthers_areFound(String sampling) throws IOException {
        Path report = train(sampling).resolve("release/report.json");
        json(report, node -> {
            ArrayNode events = node.withArray("/privacy/event/events");
            ObjectNode epoch = (ObjectNode) events.get(0);
            ObjectNode free = (ObjectNode) events.get(1);
            events.removeAll()
                    .add(epoch.deepCopy().put("count", 2))
                    .add(free.deepCopy().put("count", 4));
            node.withArray("epochs").removeAll();
        });

        assertThat(wrong(check(report))).anyMatch(text -> text.contains("of no epoch that is charged before them"));
    }

    /** Nor can the first lots of a run be those of an epoch that is paid later. */
    @ParameterizedTest
    @ValueSource(strings = {"allocated", "shuffled"})
    void lots_beforeTheFirstEpoch_areFound(String sampling) throws IOException {
        Path report = train(sampling).resolve("release/report.json");
        json(report, node -> {
            ArrayNode events = node.withArray("/privacy/event/events");
            events.insert(0, events.remove(1));
            node.withArray("epochs").removeAll();
        });

        assertThat(wrong(check(report))).anyMatch(text -> text.contains("of no epoch that is charged before them"));
    }
}
