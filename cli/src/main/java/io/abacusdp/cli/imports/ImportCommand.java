package io.abacusdp.cli.imports;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.abacusdp.accounting.SafeFigures;
import io.abacusdp.cli.option.AnswerOutput;
import io.abacusdp.cli.option.NumberConverters;
import io.abacusdp.cli.output.AnswerJson;
import io.abacusdp.cli.output.CommandFailures;
import io.abacusdp.cli.output.Table;
import io.abacusdp.cli.output.TableCell;
import io.abacusdp.cli.output.UsageException;
import io.abacusdp.format.EventJson;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Histories and configurations of other libraries. */
@Command(
        name = "import",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "What a history or configuration of another library really cost, beside what the library says, and what is to be doubted.",
            "Read are states of accountants of Opacus and Flower (JSON), events of dp_accounting (as Python prints them), flags of "
                    + "TensorFlow Privacy's compute_dp_sgd_privacy, privacy fields of DP-FedMed (JSON), and config_fed_client.json "
                    + "of NVFlare. Where a file leaves open what ran, there is a figure for each reading, and when it holds."
        },
        footer = {
            "",
            "Exit status: 0 there is an epsilon; 3 there is none that is proven; 2 the file cannot be read.",
            "",
            "Examples:",
            "  abacus import accountant.json --delta 1e-5",
            "  abacus import accountant.json --event poisson | abacus epsilon --events - --delta 1e-5"
        })
public final class ImportCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "The file, or - for standard input.")
    private String file = "";

    @Option(
            names = "--delta",
            paramLabel = "D",
            converter = NumberConverters.Delta.class,
            description = "Delta at which epsilon is asked, in [0, 1). Default: that of the file, if it states one.")
    private @Nullable Double delta;

    @Option(
            names = "--event",
            paramLabel = "READING",
            description = "Print only the event of this reading, for --events of other commands.")
    private @Nullable String reading;

    @Mixin
    private AnswerOutput output = new AnswerOutput();

    @Override
    public Integer call() {
        ImportedRun run = ForeignFile.read(file, output.command());
        if (reading != null) {
            printEvent(run, reading);
            return 0;
        }
        if (run.readings().isEmpty()) {
            print(run, List.of(), List.of(), 0);
            return CommandFailures.REFUSED;
        }
        double at = delta(run);
        List<PricedReading> priced =
                run.readings().stream().map(each -> PricedReading.of(each, at)).toList();
        List<Claim.Figure> claimed =
                run.claims().stream().map(claim -> claim.at().apply(at)).toList();
        print(run, priced, claimed, at);
        return priced.stream().allMatch(each -> each.found().isEmpty()) ? CommandFailures.REFUSED : 0;
    }

    private double delta(ImportedRun run) {
        if (delta != null) {
            return delta;
        }
        return run.delta()
                .orElseThrow(
                        () -> new UsageException("%s states no delta: say at which one, with --delta".formatted(file)));
    }

    private void printEvent(ImportedRun run, String id) {
        Reading chosen = run.readings().stream()
                .filter(each -> each.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new UsageException("--event must be one of %s, got %s"
                        .formatted(
                                run.readings().isEmpty()
                                        ? "none, as nothing in the file has a proven guarantee"
                                        : String.join(
                                                ", ",
                                                run.readings().stream()
                                                        .map(Reading::id)
                                                        .toList()),
                                id)));
        output.line(EventJson.write(chosen.event()));
        output.diagnose("to be accounted with --adjacency %s; it holds if %s"
                .formatted(chosen.adjacency().id(), chosen.condition()));
    }

    private void print(ImportedRun run, List<PricedReading> priced, List<Claim.Figure> claimed, double at) {
        if (output.isJson()) {
            output.line(json(run, priced, claimed, at).toString());
            return;
        }
        output.line("This is %s.".formatted(run.kind()));
        if (priced.isEmpty()) {
            output.line("No epsilon: nothing in this file has a proven guarantee.");
        } else {
            output.line("delta " + SafeFigures.exact(at));
            Table table = new Table("reading", "epsilon", "not below", "adjacency", "holds if");
            priced.forEach(each -> table.add(
                    TableCell.text(each.reading().id()),
                    TableCell.text(each.epsilon(output)),
                    TableCell.text(each.lower(output)),
                    TableCell.text(each.reading().adjacency().id()),
                    TableCell.text(each.reading().condition())));
            table.text().forEach(output::line);
        }
        for (int i = 0; i < claimed.size(); i++) {
            String notes = claimed.get(i).notes().isEmpty()
                    ? ""
                    : " (" + String.join("; ", claimed.get(i).notes()) + ")";
            output.line("claimed %s by %s%s"
                    .formatted(
                            output.up(claimed.get(i).epsilon()),
                            run.claims().get(i).method(),
                            notes));
        }
        run.doubts().forEach(doubt -> output.line("doubt: " + doubt));
        priced.forEach(each ->
                each.refusal().ifPresent(text -> output.diagnose(each.reading().id() + ": " + text)));
    }

    private ObjectNode json(ImportedRun run, List<PricedReading> priced, List<Claim.Figure> claimed, double at) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("path", file).put("kind", run.kind());
        node.set("delta", priced.isEmpty() ? JsonNodeFactory.instance.nullNode() : AnswerJson.number(at));
        node.set(
                "stated_delta",
                run.delta().isPresent()
                        ? AnswerJson.number(run.delta().getAsDouble())
                        : JsonNodeFactory.instance.nullNode());
        ArrayNode readings = node.putArray("readings");
        priced.forEach(
                each -> readings.add(each.json(TextNode.valueOf(each.reading().id()))));
        ArrayNode claims = node.putArray("claims");
        for (int i = 0; i < claimed.size(); i++) {
            ObjectNode claim =
                    claims.addObject().put("method", run.claims().get(i).method());
            claim.set("epsilon", AnswerJson.number(claimed.get(i).epsilon()));
            claimed.get(i).notes().forEach(claim.withArray("notes")::add);
        }
        ArrayNode doubts = node.putArray("doubts");
        run.doubts().forEach(doubts::add);
        return node;
    }
}
