package io.abacusdp.cli.check;

import static io.abacusdp.cli.check.CheckedFiles.check;
import static io.abacusdp.cli.check.CheckedFiles.findings;
import static io.abacusdp.cli.check.CheckedFiles.json;
import static io.abacusdp.cli.check.CheckedFiles.metadata;
import static io.abacusdp.cli.check.CheckedFiles.text;
import static io.abacusdp.cli.check.CheckedFiles.wrong;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.cli.Run;
import io.abacusdp.federated.report.FederationDocument;
import io.abacusdp.federated.report.FederationRelease;
import io.abacusdp.storage.Sha256;
import io.abacusdp.storage.StrictJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

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
        Run run =
                Run.of("federated simulate --style hybrid --secure-aggregation --clients 3 --rounds 2 --steps 2 --out "
                        + simulated.resolve("run"));
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
                .contains("report.html: it is the page of report.json")
                .contains("report.json: its rounds are those of the newest checkpoint")
                .contains("report.json: 2 rounds, each with the epsilons of ledger.log up to it")
                .contains("report.json: its settings are those that the run began with")
                .contains("model.safetensors: it is the model of the newest checkpoint")
                .contains("checkpoint-00000002-0000.json: its history is that of the first 5 entries of ledger.log");
    }

    /** By itself, and with the run that made it; its sums are made anew after each lie. */
    @Test
    void release_whoseFiguresOrEventsAreOthers_isFound() throws IOException {
        Path release = run.resolve("release");
        Run honest = check(release);
        assertThat(wrong(honest)).isEmpty();
        assertThat(findings(honest, "holds"))
                .contains("report.json: 3 guarantees, each of what was spent, for whom and against whom it holds")
                .contains("report.txt: it is the page of report.json")
                .contains("model.safetensors: its hash is that in report.json")
                .contains("model.safetensors, report.json: the model was released with this report")
                .contains("SHA256SUMS: 5 files are as it says")
                .anyMatch(text -> text.startsWith("model.safetensors: epsilon"));
        assertThat(findings(check(run), "holds")).contains("report.json: its events are those of ledger.log");

        Path report = release.resolve("report.json");
        String told = Files.readString(report);
        lieInReport(told, node -> ((ObjectNode) node.path("guarantees").get(1)).put("epsilon", 2.0));
        assertThat(wrong(check(release))).contains("report.json: it does not state the guarantees of what was spent");
        lieInReport(told, node -> node.withObject("/privacy").put("cumulative_user_epsilon", 2.0));
        assertThat(wrong(check(release))).anyMatch(text -> text.contains("cumulative_user_epsilon 2 "));
        lieInReport(told, node -> node.withArray("guarantees").removeAll());
        assertThat(wrong(check(release))).contains("report.json: it does not state the guarantees of what was spent");
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

    /** Where each number, word and flag of a document stands, as JSON pointers. */
    private static void places(JsonNode node, String at, List<String> places) {
        if (node.isObject()) {
            node.properties()
                    .forEach(each -> places(
                            each.getValue(),
                            at + "/" + each.getKey().replace("~", "~0").replace("/", "~1"),
                            places));
        } else if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                places(node.get(i), at + "/" + i, places);
            }
        } else {
            places.add(at);
        }
    }

    /** Another value than the one there, of the same kind where there are others. */
    private static JsonNode other(JsonNode value) {
        JsonNodeFactory json = JsonNodeFactory.instance;
        if (value.isBoolean()) {
            return json.booleanNode(!value.booleanValue());
        }
        if (value.isIntegralNumber()) {
            return json.numberNode(value.longValue() + 1);
        }
        if (value.isNumber()) {
            return json.numberNode(value.doubleValue() * 0.9 + 1e-9);
        }
        return value.isNull() ? json.numberNode(1) : json.textNode(value.asText() + "s");
    }

    private static void put(ObjectNode document, String place) {
        int last = place.lastIndexOf('/');
        JsonNode parent = document.at(place.substring(0, last));
        String name = place.substring(last + 1).replace("~1", "/").replace("~0", "~");
        if (parent instanceof ObjectNode object) {
            object.set(name, other(object.path(name)));
        } else {
            int index = Integer.parseInt(name);
            ((ArrayNode) parent).set(index, other(parent.get(index)));
        }
    }

    /** Every k-th place; all of them in the full run. */
    private static List<String> some(List<String> places, int least) {
        int count = Math.max(least, Integer.getInteger("check.federated.lies", 0));
        int stride = Math.max(1, places.size() / count);
        return IntStream.range(0, places.size())
                .filter(i -> i % stride == 0)
                .mapToObj(places::get)
                .toList();
    }

    /** One number, word or flag of the report is another, and the sums are made to fit: it is found by the release alone. */
    @Test
    void anyOneValueOfTheReport_thatIsAnother_isFound() throws IOException {
        Path release = run.resolve("release");
        String told = Files.readString(release.resolve("report.json"));
        List<String> places = new ArrayList<>();
        places(StrictJson.parse(told), "", places);
        assertThat(places).hasSizeGreaterThan(100);
        for (String place : some(places, 6)) {
            lieInReport(told, node -> put(node, place));
            assertThat(wrong(check(release))).as(place).isNotEmpty();
        }
    }

    /** What a liar does who knows how report, pages and model hang together: all of them are made anew of the lie. */
    private void relink(Path release) throws IOException {
        ObjectNode report = (ObjectNode) CheckedFiles.read(release.resolve("report.json"));
        Path model = release.resolve("model.safetensors");
        JsonNode first = report.path("guarantees").path(0);
        metadata(model, all -> {
            all.put("guarantees", report.path("guarantees").toString());
            all.put("report_sha256", FederationRelease.hash(report));
            all.put("epsilon", first.path("epsilon").asText());
            for (String name : List.of("who", "against", "adjacency", "accountant")) {
                all.put(name, first.path(name).asText());
            }
            all.put("delta", report.path("privacy").path("target_delta").asText());
            all.put("model", report.path("settings").path("model").asText());
            all.put("data", "of %s clients".formatted(report.path("clients").asText()));
            all.put("version", report.path("version").asText());
        });
        report.put("model_sha256", Sha256.ofFile(model));
        Files.writeString(release.resolve("report.json"), report.toPrettyString());
        FederationDocument document = new FederationDocument(report);
        Files.writeString(release.resolve("report.txt"), document.text());
        Files.writeString(release.resolve("report.html"), document.html());
        CheckedFiles.sumAgain(release);
    }

    /** Not what was measured, nor what a run did apart from privacy: there nothing can be recomputed. */
    private static boolean isOfPrivacy(String place) {
        return place.matches("/(guarantees|privacy|not_covered|conservative_total|clients|private|secure)(/.*)?")
                || place.matches("/rounds/\\d+/(round|attempt|clients|epsilon.*|worst_client)")
                || place.matches("/settings/(style|delta|secure aggregation|client site.*)");
    }

    /** One value that has to do with privacy is another, and all that hangs on it is made anew: it is found all the same. */
    @Test
    void anyOneValueOfPrivacy_withAllThatHangsOnItMadeAnew_isFound() throws IOException {
        Path release = run.resolve("release");
        relink(release);
        assertThat(wrong(check(release))).isEmpty();
        String told = Files.readString(release.resolve("report.json"));
        List<String> places = new ArrayList<>();
        places(StrictJson.parse(told), "", places);
        places.removeIf(place -> !isOfPrivacy(place));
        assertThat(places).hasSizeGreaterThan(80);
        for (String place : some(places, 6)) {
            lieInReport(told, node -> put(node, place));
            boolean isMade = true;
            try {
                relink(release);
            } catch (IllegalArgumentException e) {
                // No page can be made of it.
                isMade = false;
            }
            assertThat(wrong(check(release)).isEmpty() && isMade).as(place).isFalse();
        }
    }

    private record Lie(String name, Change change) {
        interface Change {
            void apply(Path release) throws IOException;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static Lie report(String name, Consumer<ObjectNode> change) {
        return new Lie(name, release -> json(release.resolve("report.json"), change));
    }

    private static ObjectNode guarantee(ObjectNode report, int index) {
        return (ObjectNode) report.path("guarantees").get(index);
    }

    private static Lie page(String name, String page, String from, String to) {
        return new Lie(name, release -> text(release.resolve(page), all -> all.replaceFirst(from, to)));
    }

    private static Lie model(String name, Consumer<Map<String, String>> change) {
        return new Lie(name, release -> metadata(release.resolve("model.safetensors"), change));
    }

    private static List<Lie> lies() {
        return List.of(
                report(
                        "the figure of clients is called one of add-or-remove",
                        report -> guarantee(report, 1).put("adjacency", "add_or_remove_one")),
                report(
                        "its events are called so",
                        report -> report.withObject("/privacy").put("user_adjacency", "add_or_remove_one")),
                report("the figures of two guarantees are exchanged", report -> {
                    JsonNode records = guarantee(report, 0).path("epsilon");
                    guarantee(report, 0).set("epsilon", guarantee(report, 1).path("epsilon"));
                    guarantee(report, 1).set("epsilon", records);
                }),
                report(
                        "a figure is for somebody else",
                        report -> guarantee(report, 0).put("who", "a client")),
                report(
                        "a figure is of another client",
                        report -> guarantee(report, 2).put("who", "the client site-2")),
                report(
                        "a figure holds against more",
                        report -> guarantee(report, 1)
                                .put("against", "the public, the server, fellow clients, and all of these together")),
                report("another accountant", report -> guarantee(report, 1).put("accountant", "exact")),
                report("another delta", report -> guarantee(report, 1).put("delta", 1e-6)),
                report(
                        "one guarantee less",
                        report -> report.withArray("guarantees").remove(0)),
                report("less in all", report -> report.put("conservative_total", 3.0)),
                report(
                        "less noise, and its events as they were",
                        report -> report.withObject("/settings")
                                .put(
                                        "client noise",
                                        report.path("settings")
                                                .path("client noise")
                                                .asText()
                                                .replaceFirst("noiseMultiplier=[0-9.]+", "noiseMultiplier=9.5"))),
                report(
                        "more records",
                        report -> report.withObject("/settings")
                                .put(
                                        "client site-2",
                                        report.path("settings")
                                                .path("client site-2")
                                                .asText()
                                                .replaceFirst("480 records", "4800 records"))),
                report(
                        "more colluders",
                        report -> report.withObject("/settings").put("secure aggregation", "threshold 3, colluders 2")),
                report(
                        "no secure aggregation",
                        report -> report.withObject("/settings").put("secure aggregation", "none")),
                report("another style", report -> report.withObject("/settings").put("style", "user")),
                report("a round less", report -> report.withArray("rounds").remove(0)),
                report(
                        "a round that cost less",
                        report -> ((ObjectNode) report.path("rounds").get(0)).put("epsilon_user", 1.0)),
                report(
                        "a round with an attempt more",
                        report -> ((ObjectNode) report.path("rounds").get(0)).put("attempt", 1)),
                report(
                        "nothing is left uncovered",
                        report -> report.withArray("not_covered").remove(1)),
                report(
                        "private under a seed",
                        report -> report.withObject("/settings").put("randomness", "INSECURE, from the seed 1")),
                page("less in the table of the text", "report.txt", "  8  ", "  2  "),
                page("less in the sentence of the text", "report.txt", "\\(8, 1e-5\\)", "(2, 1e-5)"),
                page("another adjacency on the page", "report.html", "zero_out", "add_or_remove_one"),
                page("against more on the page", "report.html", "also with one client", "also with nine clients"),
                page("another record of rounds", "report.html", "after the first round to", "after the first to"),
                page("another sentence in README", "README.txt", "may be published", "is private"),
                model("a model with another epsilon", all -> all.put("epsilon", "2.0")),
                model("a model under another adjacency", all -> all.put("adjacency", "zero_out")),
                model("a model of somebody else", all -> all.put("who", "a client")),
                model("a model against more", all -> all.put("against", "everybody")),
                model("a model with a note", all -> all.put("version", "abacus 9")),
                model("a model of more clients", all -> all.put("data", "of 9 clients")),
                model("a model with a warning less", all -> all.put("warnings", "none")),
                new Lie("a model with other numbers", release -> {
                    Path file = release.resolve("model.safetensors");
                    byte[] bytes = Files.readAllBytes(file);
                    bytes[bytes.length - 2] ^= 1;
                    Files.write(file, bytes);
                }),
                new Lie("no model", release -> Files.delete(release.resolve("model.safetensors"))),
                new Lie("no page", release -> Files.delete(release.resolve("report.html"))),
                new Lie("one file more", release -> Files.writeString(release.resolve("more.txt"), "more")));
    }

    @ParameterizedTest
    @MethodSource("lies")
    void lie_whoseSumsFit_isFoundByTheReleaseAlone(Lie lie) throws IOException {
        Path release = run.resolve("release");
        lie.change().apply(release);
        CheckedFiles.sumAgain(release);

        Run checked = check(release);

        assertThat(wrong(checked)).isNotEmpty();
        assertThat(checked.status()).isEqualTo(4);
    }

    /** A whole other release, true in itself: the run's private files know better. */
    @Test
    void release_ofAnotherModelOrRound_isFoundByTheRun() throws IOException {
        Path release = run.resolve("release");
        byte[] model = Files.readAllBytes(release.resolve("model.safetensors"));
        model[model.length - 2] ^= 1;
        Files.write(release.resolve("model.safetensors"), model);
        relink(release);
        assertThat(wrong(check(release))).isEmpty();
        assertThat(wrong(check(run))).contains("model.safetensors: it is not the model of the newest checkpoint");

        json(
                release.resolve("report.json"),
                report -> report.withObject("/settings").put("algorithm", "fedadam"));
        relink(release);
        assertThat(wrong(check(run))).contains("report.json: its settings are not those that the run began with");

        json(
                release.resolve("report.json"),
                report -> report.withObject("/ended").put("rounds", 1));
        relink(release);
        assertThat(wrong(check(run))).contains("report.json: its rounds are not those of the newest checkpoint");
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
                    .anyMatch(text -> text.contains(field + " 3 ")
                            && (text.contains("cost at least") || text.contains("is the least that can be proven")));
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

        // The last entry is one that no checkpoint knows of; its mark does.
        Files.writeString(ledger, String.join("\n", lines));
        assertThat(wrong(check(run)))
                .anyMatch(text -> text.contains(
                        "holds %d entries, and its marks know of %d".formatted(lines.size() - 1, lines.size())));
        Files.write(ledger, lines);
        assertThat(findings(check(run), "holds")).contains("ledger.log: its marks know of no more entries");
        Path mark = run.resolve("server/spent-1.mark");
        Files.delete(mark);
        assertThat(wrong(check(run))).contains("spent-1.mark: is not there");
        Files.createSymbolicLink(mark, Path.of("/dev/zero"));
        assertThat(wrong(check(run))).contains("spent-1.mark: is a link, and what it leads to was not read");

        Files.writeString(ledger, String.join("\n", lines).replace("poisson_sampled", "poisson-sampled") + "\n");
        assertThat(wrong(check(run))).anyMatch(text -> text.startsWith("ledger.log: is not a whole chain"));
    }

    @Test
    void checkpoint_modelAndPage_thatWereChanged_areFound() throws IOException {
        text(checkpoint, json -> json.replace("\"attempt\":0", "\"attempt\":1"));
        assertThat(wrong(check(checkpoint))).anyMatch(text -> text.contains("its hash is not that of its contents"));

        text(run.resolve("release/report.html"), page -> page.replaceFirst("(?s)(a record of.*?)\\b8\\b", "$12"));
        assertThat(wrong(check(run))).contains("report.html: it is not the page that report.json makes");

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
