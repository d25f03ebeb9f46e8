package io.abacusdp.cli;

import io.abacusdp.accounting.Adjacency;
import picocli.CommandLine.Option;

/** When data sets count as neighbours. */
final class AdjacencyOption {
    @Option(
            names = "--adjacency",
            paramLabel = "NAME",
            defaultValue = "add_or_remove_one",
            converter = Choices.AdjacencyNames.class,
            completionCandidates = Choices.AdjacencyNames.class,
            description = "Neighbouring data: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private Adjacency adjacency = Adjacency.ADD_OR_REMOVE_ONE;

    Adjacency value() {
        return adjacency;
    }
}
