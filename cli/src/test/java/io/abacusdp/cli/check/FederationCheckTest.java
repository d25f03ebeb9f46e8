package io.abacusdp.cli.check;

import static io.abacusdp.cli.check.CheckedFiles.check;
import static io.abacusdp.cli.check.CheckedFiles.findings;
import static io.abacusdp.cli.check.CheckedFiles.text;
import static io.abacusdp.cli.check.CheckedFiles.wrong;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.cli.Run;
import io.abacusdp.storage.Sha256;
import io.abacusdp.storage.StrictJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real federated run, true and lying. Whoever lies also makes the checkpoint's own hash fit. */
class FederationCheckTest {
    @TempDir
    static Path simulated;

    @TempDir
    private Path scratch;

    private Path run = Path.of("");
    private Path checkpoint = Path.of("");

    @BeforeAll
    static void simulate() {
        Run run = Run.of(
                "federated simulate --style hybrid --clients 3 --rounds 2 --steps 2 --out " + simulated.resolve("run"));
        assertThat(run.status()).as(run.err()).isZero();
    }

    @BeforeEach
    void copy() throws IOException {
        run = CheckedFiles.copy(simulated.resolve("run"), scratch.resolve("run"));
        checkpoint = run.resolve("server/checkpoint-00000002-0000.json");
    }

    private void lie(Consumer<ObjectNode> change) throws IOException {
        ObjectNode node = (ObjectNode) StrictJson.parse(Files.readString(checkpoint));
        change.accept(node);
        node.remove("sha256");
        node.put("sha256", Sha256.of(node.toString()));
        Files.writeString(checkpoint, node + "\n");
    }

    @Test
    void files_ofAnHonestRun_hold() {
        for (Path path : List.of(run, run.resolve("server"), checkpoint)) {
            Run checked = check(path);
            assertThat(wrong(checked)).as(path.toString()).isEmpty();
            assertThat(checked.status()).isZero();
            assertThat(findings(checked, "holds"))
                    .anyMatch(text -> text.contains("cumulative_sample_epsilon") && text.contains("(exact)"))
                    .anyMatch(text -> text.contains("its hash is that in the checkpoint"));
        }
        assertThat(findings(check(run), "holds"))
                .contains("report.html: 3 epsilons, each of what was spent")
                .contains("checkpoint-00000002-0000.json: its history is that of the first 5 entries of ledger.log");
    }

    /** By itself, and with the run that made it; its sums are made anew after each lie. */
    @Test
    void release_whoseFiguresOrEventsAreOthers_isFound() throws IOException {
        Path release = run.resolve("release");
        Run honest = check(release);
        assertThat(wrong(honest)).isEmpty();
        assertThat(findings(honest, "holds"))
                .contains("report.json: 3 guarantees, each of what was spent")
                .contains("report.txt: 3 epsilons, each of what was spent")
                .contains("SHA256SUMS: 5 files are as it says")
                .anyMatch(text -> text.startsWith("model.safetensors: epsilon"));
        assertThat(findings(check(run), "holds")).contains("report.json: its events are those of ledger.log");

        Path report = release.resolve("report.json");
        String told = Files.readString(report);
        lieInReport(told, node -> ((ObjectNode) node.path("guarantees").get(1)).put("epsilon", 2.0));
        assertThat(wrong(check(release)))
                .containsExactly("report.json: it does not state the guarantees of what was spent");
        lieInReport(told, node -> node.withObject("/privacy").put("cumulative_user_epsilon", 2.0));
        assertThat(wrong(check(release))).anyMatch(text -> text.contains("cumulative_user_epsilon 2 "));
        lieInReport(told, node -> node.withArray("guarantees").removeAll());
        assertThat(wrong(check(release)))
                .containsExactly("report.json: it does not state the guarantees of what was spent");
        // Fewer charges and the figures that they would cost: a lie that the run's ledger tells.
        lieInReport(told, node -> {
            ObjectNode privacy = node.withObject("/privacy");
            privacy.putObject("sample_history");
            privacy.putNull("cumulative_sample_epsilon");
            node.withArray("guarantees").remove(0);
        });
        assertThat(wrong(check(run))).contains("report.json: its events are not those of ledger.log");
        Files.writeString(report, told + " ");
        assertThat(wrong(check(release))).anyMatch(text -> text.contains("its hash is not that in SHA256SUMS"));
    }

    private void lieInReport(String told, Consumer<ObjectNode> change) throws IOException {
        Path report = run.resolve("release/report.json");
        ObjectNode node = (ObjectNode) StrictJson.parse(told);
        change.accept(node);
        Files.writeString(report, node.toString());
        CheckedFiles.sumAgain(run.resolve("release"));
    }

    @Test
    void epsilon_thatWasLowered_isFound() throws IOException {
        for (String field : List.of(
                "cumulative_sample_epsilon", "cumulative_user_epsilon", "cumulative_user_epsilon_sampling_known")) {
            lie(node -> node.withObject("/privacy").put(field, 3));
            assertThat(wrong(check(checkpoint)))
                    .anyMatch(text -> text.contains(field + " 3 ") && text.contains("cost at least"));
            lie(node -> node.withObject("/privacy").putNull(field));
            assertThat(wrong(check(checkpoint))).anyMatch(text -> text.contains(field + " is missing"));
        }
    }

    @Test
    void history_thatIsNotTheLedgers_isFound() throws IOException {
        lie(node -> {
            node.withObject("/privacy/sample_history/site-2").put("count", 1);
            node.withObject("/privacy/sample_history/site-1").put("count", 1);
            node.withObject("/privacy/sample_history/site-3").put("count", 1);
        });

        assertThat(wrong(check(checkpoint))).isEmpty();
        assertThat(wrong(check(run))).anyMatch(text -> text.contains("its history is not that of ledger.log"));
    }

    @Test
    void ledger_thatWasCutOrChanged_isFound() throws IOException {
        Path ledger = run.resolve("server/ledger.log");
        List<String> lines = Files.readAllLines(ledger);
        Files.write(ledger, lines.subList(0, 2));
        assertThat(wrong(check(run)))
                .anyMatch(text -> text.contains("made after 5 entries that ledger.log does not hold"));

        Files.writeString(ledger, String.join("\n", lines).replace("poisson_sampled", "poisson-sampled") + "\n");
        assertThat(wrong(check(run))).anyMatch(text -> text.startsWith("ledger.log: is not a whole chain"));
    }

    @Test
    void checkpoint_modelAndPage_thatWereChanged_areFound() throws IOException {
        text(checkpoint, json -> json.replace("\"attempt\":0", "\"attempt\":1"));
        assertThat(wrong(check(checkpoint))).anyMatch(text -> text.contains("its hash is not that of its contents"));

        text(run.resolve("release/report.html"), page -> page.replaceFirst("(?s)(a record of.*?)\\b8\\b", "$12"));
        assertThat(wrong(check(run))).contains("report.html: it does not state the epsilons of what was spent");

        Files.write(run.resolve("server/model-00000002-0000.safetensors"), new byte[100]);
        assertThat(wrong(check(run))).anyMatch(text -> text.contains("it is not the model of the checkpoint"));

        lie(node -> node.withObject("/model").put("file", "../../etc/passwd"));
        assertThat(wrong(check(run))).anyMatch(text -> text.contains("names a model that is no file beside it"));
    }

    @Test
    void delta_thatIsNotThatOfTheSettings_isFound() throws IOException {
        lie(node -> node.withObject("/privacy").put("target_delta", 1e-3));

        assertThat(wrong(check(run))).anyMatch(text -> text.contains("its delta is 0.001, and 1.0E-5 in the settings"));
    }
}
