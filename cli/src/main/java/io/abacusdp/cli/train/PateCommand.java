package io.abacusdp.cli.train;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.SafeFigures;
import io.abacusdp.accounting.auto.AutoAccountant;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.pate.VoteCosts;
import io.abacusdp.accounting.pate.VoteGuarantee;
import io.abacusdp.cli.option.AnswerOutput;
import io.abacusdp.cli.option.NumberConverters;
import io.abacusdp.cli.option.PrivateValuesOption;
import io.abacusdp.cli.output.RefusedRequestException;
import io.abacusdp.cli.output.UsageException;
import io.abacusdp.storage.DurableFile;
import io.abacusdp.training.data.CsvTable;
import io.abacusdp.training.data.VoteTable;
import io.abacusdp.training.noise.NoiseSource;
import io.abacusdp.training.pate.CostFigure;
import io.abacusdp.training.pate.NoisyVotes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Labels by noisy votes of teachers. */
@Command(
        name = "pate",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Answers questions by the class that most teachers vote for, after Gaussian noise, where enough of them agree "
                    + "(PATE with confident GNMax), and says what the answers cost.",
            "The epsilon that is printed holds for any votes.",
            "What these very votes cost is private; --data-dependent publishes a noisy bound on it, which is paid for."
        },
        footer = {
            "",
            "VOTES.csv has a column for each class and a row for each question: how many teachers voted for it.",
            "A record is in the data of one teacher, which it may change altogether. Each run is a release of its own.",
            "",
            "Examples:",
            "  abacus pate votes.csv --noise 40 --threshold 200 --threshold-noise 150 --delta 1e-5 --out labels.csv",
            "  abacus pate votes.csv --noise 200 --delta 1e-6 --data-dependent --epsilon 1 --out labels.csv"
        })
public final class PateCommand implements Runnable {
    @Parameters(paramLabel = "VOTES.csv", description = "Votes of the teachers. Private.")
    private Path votes = Path.of("");

    @Option(
            names = "--noise",
            paramLabel = "S",
            required = true,
            converter = NumberConverters.Noise.class,
            description = "Standard deviation of the noise on each class's votes.")
    private double noise;

    @Option(
            names = "--threshold",
            paramLabel = "T",
            converter = NumberConverters.Noise.class,
            description =
                    "Answer only if the most votes, with noise of their own, are at least T. Default: answer all.")
    private @Nullable Double threshold;

    @Option(
            names = "--threshold-noise",
            paramLabel = "S",
            converter = NumberConverters.Noise.class,
            description = "Standard deviation of that noise.")
    private @Nullable Double thresholdNoise;

    @Option(
            names = "--answers",
            paramLabel = "K",
            converter = NumberConverters.Count.class,
            description = "Stop after K answers; fewer are cheaper. Default: as many as there are questions.")
    private @Nullable Long answers;

    @Option(
            names = "--delta",
            paramLabel = "D",
            required = true,
            converter = NumberConverters.Delta.class,
            description = "Delta at which epsilon is stated, above 0 and below 1.")
    private double delta;

    @Option(
            names = "--data-dependent",
            description = "Publish a bound on what these votes cost, with noise of smooth sensitivity.")
    private boolean dataDependent;

    @Option(
            names = "--epsilon",
            paramLabel = "E",
            converter = NumberConverters.Noise.class,
            description = {
                "With --data-dependent: publish answers only if the published bound says that they cost at most E; (E, D)",
                "then holds for any votes. Without it, the figure holds at these votes only."
            })
    private @Nullable Double epsilon;

    @Option(
            names = "--figure-noise",
            paramLabel = "Z",
            defaultValue = "10",
            converter = NumberConverters.Noise.class,
            description = "Noise multiplier of each of the two releases behind the figure. Default: ${DEFAULT-VALUE}.")
    private double figureNoise;

    @Option(
            names = "--smoothness",
            paramLabel = "B",
            defaultValue = "0.02",
            converter = NumberConverters.Noise.class,
            description =
                    "By how much the logarithm of the sensitivity may change with one teacher. Default: ${DEFAULT-VALUE}.")
    private double smoothness;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            required = true,
            description = "Where the answers go, one a line, empty where there is none; there must be no such file.")
    private Path out = Path.of("");

    @Mixin
    private PrivateValuesOption privateValues = new PrivateValuesOption();

    @Mixin
    private AnswerOutput output = new AnswerOutput();

    @Override
    public void run() {
        if (!(delta > 0)) {
            throw new UsageException("--delta must be above 0, got " + delta);
        }
        if ((threshold == null) != (thresholdNoise == null)) {
            throw new UsageException("--threshold and --threshold-noise go together, got one of them");
        }
        if (epsilon != null && !dataDependent) {
            throw new UsageException("--epsilon is for --data-dependent, got it alone");
        }
        if (Files.exists(out)) {
            throw new UsageException("--out %s is there already; answers are not drawn twice".formatted(out));
        }
        try {
            answer(VoteTable.of(CsvTable.read(votes)));
        } catch (IOException e) {
            throw new UsageException(privateValues.message(e), e);
        }
    }

    private void answer(VoteTable table) throws IOException {
        VoteCosts.Threshold test = threshold == null || thresholdNoise == null
                ? VoteCosts.Threshold.NONE
                : new VoteCosts.Threshold(threshold, thresholdNoise);
        int questions = table.votes().size();
        long most = answers == null ? questions : Math.min(answers, questions);
        VoteGuarantee guarantee = new VoteGuarantee(questions, most, noise, test);
        DpEvent event = dataDependent ? guarantee.eventWithFigure(figureNoise, delta) : guarantee.event();
        Guarantee anyVotes = AutoAccountant.best().epsilon(event, Adjacency.ADD_OR_REMOVE_ONE, delta);
        NoiseSource source = NoiseSource.secure();
        ObjectNode said = JsonNodeFactory.instance.objectNode();
        said.put("teachers", table.teachers()).put("questions", questions);
        if (dataDependent) {
            figure(table, test, guarantee, source, said);
        }
        int[] labels = new NoisyVotes(noise, test, source).answers(table.votes(), most);
        write(table, labels);
        said.put(
                "answers",
                Arrays.stream(labels).filter(label -> label != NoisyVotes.NONE).count());
        number(said, "epsilon_for_any_votes", anyVotes.epsilon());
        said.put("delta", delta);
        said.put("accountant", anyVotes.accountant());
        said.put("adjacency", anyVotes.adjacency().id());
        said.put("out", out.toString());
        print(said);
    }

    /** Publishes a bound on the cost before anything else, and refuses answers that are said to cost too much. */
    private void figure(
            VoteTable table, VoteCosts.Threshold test, VoteGuarantee guarantee, NoiseSource source, ObjectNode said) {
        double order = guarantee.order(delta, figureNoise);
        VoteCosts costs = new VoteCosts(order, noise, table.classes().size(), test, NoisyVotes.margin(noise, test));
        CostFigure figure = CostFigure.release(
                costs.of(table.votes(), smoothness), smoothness, figureNoise, VoteGuarantee.failure(delta), source);
        double published = guarantee.epsilon(order, figure.total(), figureNoise, delta);
        if (epsilon != null && !(published <= epsilon)) {
            throw new RefusedRequestException(
                    "by the published bound the answers cost up to epsilon %s, which is above %s; none is published. The bound itself is paid for: epsilon %s at delta %s"
                            .formatted(
                                    SafeFigures.up(published, 5),
                                    SafeFigures.exact(epsilon),
                                    SafeFigures.up(figureAlone(order, guarantee), 5),
                                    SafeFigures.exact(delta)),
                    null);
        }
        said.put("order", order);
        if (epsilon == null) {
            number(said, "epsilon_at_these_votes", published);
        } else {
            said.put("epsilon_by_test_of_figure", epsilon);
        }
    }

    /** An infinity, which JSON has not, is text. */
    private static void number(ObjectNode said, String name, double value) {
        if (Double.isFinite(value)) {
            said.put(name, value);
        } else {
            said.put(name, Double.toString(value));
        }
    }

    /** What the two releases behind the figure cost. */
    private double figureAlone(double order, VoteGuarantee guarantee) {
        return new VoteGuarantee(0, 0, guarantee.sigma(), VoteCosts.Threshold.NONE)
                .epsilon(order, 0, figureNoise, delta);
    }

    private void write(VoteTable table, int[] labels) throws IOException {
        StringBuilder text = new StringBuilder("answer\n");
        for (int label : labels) {
            text.append(label == NoisyVotes.NONE ? "" : quoted(table.classes().get(label)))
                    .append('\n');
        }
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        DurableFile.create(out, stream -> stream.write(bytes));
    }

    private static String quoted(String name) {
        return name.matches("[^\",\r\n]+") ? name : '"' + name.replace("\"", "\"\"") + '"';
    }

    private void print(ObjectNode said) {
        if (output.isJson()) {
            output.line(said.toString());
            return;
        }
        said.properties()
                .forEach(field -> output.line("%s %s"
                        .formatted(
                                field.getKey(),
                                field.getKey().startsWith("epsilon")
                                        ? output.up(Double.parseDouble(
                                                field.getValue().asText()))
                                        : field.getValue().asText())));
        output.line("note one record, in the data of one teacher, is protected; all that is published costs"
                + " epsilon_for_any_votes, whatever the votes are");
        if (said.has("epsilon_at_these_votes")) {
            output.line(
                    "note epsilon_at_these_votes counts the published bound, and holds at the votes that there were,"
                            + " not for all others");
        }
        if (said.has("epsilon_by_test_of_figure")) {
            output.line("note epsilon_by_test_of_figure counts the published bound, and holds for any votes, as answers"
                    + " that cost more are not published");
        }
    }
}
