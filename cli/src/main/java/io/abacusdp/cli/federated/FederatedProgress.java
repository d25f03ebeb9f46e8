package io.abacusdp.cli.federated;

import io.abacusdp.cli.option.Console;
import io.abacusdp.cli.output.TerminalBar;
import io.abacusdp.federated.report.MeasuredRound;
import io.abacusdp.federated.report.RoundLog;
import io.abacusdp.federated.server.RoundListener;
import io.abacusdp.federated.server.RoundReport;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.gradient.Evaluation;
import io.abacusdp.training.gradient.GradientEngine;
import io.abacusdp.training.model.ModelSpec;
import io.abacusdp.training.noise.RandomStreams;
import io.abacusdp.training.noise.TestSeed;
import io.abacusdp.training.predict.RocArea;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Measures every released model on the public test set, if there is one, logs it, and shows how the run goes on standard error: a bar if that is a
 * terminal, otherwise a line now and then.
 */
final class FederatedProgress implements RoundListener, AutoCloseable {
    private static final Duration BETWEEN_LINES = Duration.ofSeconds(5);

    private final Console console;
    private final RandomStreams streams;
    private final RoundLog log;
    private final Dataset test;
    private final GradientEngine engine;
    private final int rounds;
    private final Map<Integer, MeasuredRound> measured = new TreeMap<>();
    private final List<String> notes = new ArrayList<>();
    private final @Nullable TerminalBar bar;
    private long lastLine = System.nanoTime();

    /** @param streams whose seed, if it is one for tests, makes every epsilon void */
    FederatedProgress(Console console, RandomStreams streams, RoundLog log, Dataset test, ModelSpec model, int rounds)
            throws IOException {
        this.console = console;
        this.streams = streams;
        this.log = log;
        this.test = test;
        this.engine = new GradientEngine(model, 1);
        this.rounds = rounds;
        log.read(rounds).forEach(round -> measured.put(round.round().round(), round));
        this.bar = TerminalBar.isOfUse() ? new TerminalBar("rounds", rounds) : null;
        if (bar != null) {
            bar.stepTo(measured.size());
        }
    }

    /** Rounds whose models were measured, those before a resumed run went on too. */
    List<MeasuredRound> measured() {
        return List.copyOf(measured.values());
    }

    List<String> notes() {
        return List.copyOf(notes);
    }

    @Override
    public void released(RoundReport report, float[] parameters) {
        MeasuredRound round = measure(report, parameters);
        try {
            log.append(round);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        // A round that is made again after damage takes the place of the first.
        measured.put(round.round().round(), round);
        show(round);
    }

    private MeasuredRound measure(RoundReport report, float[] parameters) {
        if (test.size() == 0) {
            return new MeasuredRound(report, OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty());
        }
        Evaluation evaluation = engine.evaluate(parameters, test);
        return new MeasuredRound(
                report, OptionalDouble.of(evaluation.meanLoss()), evaluation.accuracy(), area(evaluation.scores()));
    }

    /** Of two classes; there are no scores of others. */
    private OptionalDouble area(float[] scores) {
        double[] ranked = new double[scores.length];
        Arrays.setAll(ranked, row -> scores[row]);
        return RocArea.of(ranked, row -> test.target(row) == 1);
    }

    @Override
    public void waiting(int there, int needed) {
        long now = System.nanoTime();
        if (bar != null) {
            bar.message("waiting for clients: %d of at least %d are there".formatted(there, needed));
        } else if (now - lastLine >= BETWEEN_LINES.toNanos()) {
            lastLine = now;
            console.diagnose("waiting for clients: %d of at least %d are there, and nothing is paid yet"
                    .formatted(there, needed));
        }
    }

    private void show(MeasuredRound round) {
        String text = summary(round);
        long now = System.nanoTime();
        if (bar != null) {
            bar.stepTo(round.round().round());
            bar.message(text);
        } else if (now - lastLine >= BETWEEN_LINES.toNanos()) {
            lastLine = now;
            console.diagnose("round %d of %d: %s".formatted(round.round().round(), rounds, text));
        }
    }

    private String summary(MeasuredRound round) {
        List<String> parts = new ArrayList<>();
        round.accuracy().ifPresent(value -> parts.add("accuracy " + percent(value)));
        if (!streams.isSecure()) {
            parts.add(TestSeed.NOT_PRIVATE);
            return String.join(", ", parts);
        }
        add(parts, "epsilon of records ", round.round().epsilonSample());
        add(parts, "of clients ", round.round().epsilonUser());
        return String.join(", ", parts);
    }

    private void add(List<String> parts, String name, OptionalDouble epsilon) {
        epsilon.ifPresent(value -> parts.add(name + console.up(value)));
    }

    private static String percent(double value) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * value);
    }

    @Override
    public void noted(String message) {
        notes.add(message);
        console.diagnose(message);
    }

    @Override
    public void close() {
        engine.close();
        if (bar != null) {
            bar.close();
        }
    }
}
