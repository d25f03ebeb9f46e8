package io.abacusdp.cli.option;

import io.abacusdp.accounting.Adjacency;
import picocli.CommandLine.Option;

/** When data sets count as neighbours. */
public final class AdjacencyOption {
    @Option(
            names = "--adjacency",
            paramLabel = "NAME",
            defaultValue = "add_or_remove_one",
            converter = NameConverters.AdjacencyNames.class,
            completionCandidates = NameConverters.AdjacencyNames.class,
            description = "Neighbouring data: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private Adjacency adjacency = Adjacency.ADD_OR_REMOVE_ONE;

    public Adjacency value() {
        return adjacency;
    }
}
