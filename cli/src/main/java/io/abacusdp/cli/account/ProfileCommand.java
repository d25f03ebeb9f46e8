package io.abacusdp.cli.account;

import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.PrivacyProfile;
import io.abacusdp.cli.option.AccountantOptions;
import io.abacusdp.cli.option.NumberConverters;
import io.abacusdp.cli.option.PlotOption;
import io.abacusdp.cli.option.RunOptions;
import io.abacusdp.cli.option.TableOutput;
import io.abacusdp.cli.output.Plot;
import io.abacusdp.cli.output.Table;
import io.abacusdp.cli.output.TableCell;
import io.abacusdp.cli.output.UsageException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** All of what a run spent: epsilon against delta. */
@Command(
        name = "profile",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "The privacy profile of a run: a table of (epsilon, delta), each of which holds.",
            "The column lower is a lower bound of the one of the two that was not given."
        },
        footer = {
            "",
            "Example:",
            "  abacus profile --noise-multiplier 1 --sampling-rate 0.01 --steps 1000 \\",
            "      --epsilons 0.5,1,2 --plot profile.png"
        })
public final class ProfileCommand implements Runnable {
    private static final List<Double> DEFAULT_DELTAS = List.of(1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9);
    private static final int PLOTTED = 60;

    @Mixin
    private RunOptions run = new RunOptions();

    @Option(
            names = "--epsilons",
            paramLabel = "LIST",
            split = ",",
            converter = NumberConverters.Finite.class,
            description = "Epsilons at which delta is asked, such as -1,0,0.5,2.")
    private @Nullable List<Double> epsilons;

    @Option(
            names = "--deltas",
            paramLabel = "LIST",
            split = ",",
            converter = NumberConverters.Delta.class,
            description = "Deltas at which epsilon is asked. Default: 0.1, 0.01, ... 1e-9.")
    private @Nullable List<Double> deltas;

    @Mixin
    private AccountantOptions accounting = new AccountantOptions();

    @Mixin
    private PlotOption plot = new PlotOption();

    @Mixin
    private TableOutput output = new TableOutput();

    @Override
    public void run() {
        if (epsilons != null && deltas != null) {
            throw new UsageException("--epsilons and --deltas exclude each other, got both");
        }
        PrivacyProfile profile = accounting.accountant().profile(run.event(output), accounting.adjacency());
        List<Guarantee> found = found(profile);
        List<String> drawing = plot.draw(output, () -> plot(profile, found));
        output.print(table(found));
        drawing.forEach(output::line);
        Set<String> notes = new LinkedHashSet<>();
        found.forEach(guarantee -> notes.addAll(guarantee.notes()));
        notes.forEach(output::diagnose);
    }

    private List<Guarantee> found(PrivacyProfile profile) {
        if (epsilons != null) {
            return epsilons.stream().map(profile::hockeyStick).toList();
        }
        return (deltas == null ? DEFAULT_DELTAS : deltas)
                .stream().map(profile::epsilon).toList();
    }

    private Table table(List<Guarantee> found) {
        Table table = new Table("epsilon", "delta", "lower", "order", "accountant");
        for (Guarantee guarantee : found) {
            boolean isEpsilonGiven = epsilons != null;
            table.add(
                    isEpsilonGiven ? TableCell.given(guarantee.epsilon()) : output.spent(guarantee.epsilon()),
                    isEpsilonGiven ? output.spent(guarantee.delta()) : TableCell.given(guarantee.delta()),
                    output.allowed(guarantee.lower()),
                    output.spent(guarantee.order()),
                    TableCell.text(guarantee.accountant()));
        }
        return table;
    }

    /** The curve between the least and the greatest epsilon of the table, and from 0 if it has only one. */
    private static Plot plot(PrivacyProfile profile, List<Guarantee> found) {
        List<Double> finite = found.stream()
                .map(Guarantee::epsilon)
                .filter(Double::isFinite)
                .distinct()
                .sorted()
                .toList();
        double from = finite.size() < 2 ? 0 : finite.get(0);
        double to = finite.isEmpty() ? 0 : finite.get(finite.size() - 1);
        Stream<Plot.Point> points = IntStream.rangeClosed(0, PLOTTED)
                .mapToDouble(i -> from + (to - from) * i / PLOTTED)
                .mapToObj(epsilon ->
                        new Plot.Point(epsilon, profile.hockeyStick(epsilon).delta()));
        return new Plot(
                "Privacy profile", Plot.Axis.linear("epsilon"), Plot.Axis.logarithmic("delta"), points.toList());
    }
}
