package io.abacusdp.cli;

import io.abacusdp.accounting.Accountant;
import io.abacusdp.accounting.Adjacency;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Who accounts, and how. */
final class AccountantOptions {
    @Option(
            names = "--accountant",
            paramLabel = "NAME",
            defaultValue = Accountants.DEFAULT,
            converter = Choices.AccountantNames.class,
            completionCandidates = Choices.AccountantNames.class,
            description = "Who accounts: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private String name = Accountants.DEFAULT;

    @Mixin
    private RenyiOptions renyi = new RenyiOptions();

    @Mixin
    private AdjacencyOption adjacency = new AdjacencyOption();

    Accountant accountant() {
        if (!name.equals(Accountants.RDP) && renyi.given()) {
            throw new UsageException(
                    "--orders and --conversion are for --accountant %s, got %s".formatted(Accountants.RDP, name));
        }
        return renyi.accountant(name);
    }

    Adjacency adjacency() {
        return adjacency.value();
    }
}
