package io.abacusdp.cli.option;

import io.abacusdp.accounting.tradeoff.Direction;
import io.abacusdp.accounting.tradeoff.TradeoffCurve;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Whose trade-off curve is asked for, and where. */
public final class CurveOptions {
    @Mixin
    private RunOptions run = new RunOptions();

    @Option(
            names = "--fpr",
            paramLabel = "LIST",
            split = ",",
            defaultValue = "0.0001,0.001,0.01,0.1,0.5",
            converter = NumberConverters.Probability.class,
            description = "False positive rates, in [0, 1]. Default: ${DEFAULT-VALUE}.")
    private List<Double> falsePositiveRates = List.of();

    @Option(
            names = "--direction",
            paramLabel = "NAME",
            defaultValue = "symmetric",
            converter = NameConverters.DirectionNames.class,
            completionCandidates = NameConverters.DirectionNames.class,
            description = "Which data the attacker takes for granted: ${COMPLETION-CANDIDATES}; the last holds for"
                    + " attackers of either kind. Default: ${DEFAULT-VALUE}.")
    private Direction direction = Direction.SYMMETRIC;

    @Mixin
    private AdjacencyOption adjacency = new AdjacencyOption();

    public TradeoffCurve curve(Console output) {
        return TradeoffCurve.of(run.event(output), adjacency.value());
    }

    public List<Double> falsePositiveRates() {
        return falsePositiveRates;
    }

    public Direction direction() {
        return direction;
    }
}
