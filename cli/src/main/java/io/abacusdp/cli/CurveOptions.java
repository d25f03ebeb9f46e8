package io.abacusdp.cli;

import io.abacusdp.accounting.tradeoff.Direction;
import io.abacusdp.accounting.tradeoff.TradeoffCurve;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Whose trade-off curve is asked for, and where. */
final class CurveOptions {
    @Mixin
    private RunOptions run = new RunOptions();

    @Option(
            names = "--fpr",
            paramLabel = "LIST",
            split = ",",
            defaultValue = "0.0001,0.001,0.01,0.1,0.5",
            converter = Numbers.Probability.class,
            description = "False positive rates, in [0, 1]. Default: ${DEFAULT-VALUE}.")
    private List<Double> falsePositiveRates = List.of();

    @Option(
            names = "--direction",
            paramLabel = "NAME",
            defaultValue = "symmetric",
            converter = Choices.DirectionNames.class,
            completionCandidates = Choices.DirectionNames.class,
            description = "Which data the attacker takes for granted: ${COMPLETION-CANDIDATES}; the last holds for"
                    + " attackers of either kind. Default: ${DEFAULT-VALUE}.")
    private Direction direction = Direction.SYMMETRIC;

    @Mixin
    private AdjacencyOption adjacency = new AdjacencyOption();

    TradeoffCurve curve(Console output) {
        return TradeoffCurve.of(run.event(output), adjacency.value());
    }

    List<Double> falsePositiveRates() {
        return falsePositiveRates;
    }

    Direction direction() {
        return direction;
    }
}
