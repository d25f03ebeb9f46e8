package io.abacusdp.cli;

import io.abacusdp.accounting.Accountant;
import io.abacusdp.accounting.Adjacency;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Who accounts, and how. */
final class AccountantOptions {
    @Option(
            names = "--accountant",
            paramLabel = "NAME",
            converter = Choices.AccountantNames.class,
            completionCandidates = Choices.AccountantNames.class,
            description = "Who accounts: ${COMPLETION-CANDIDATES}. Default: auto, or rdp if"
                    + " --orders or --conversion is given.")
    private @Nullable String name;

    @Mixin
    private RenyiOptions renyi = new RenyiOptions();

    @Mixin
    private AdjacencyOption adjacency = new AdjacencyOption();

    /** Whether an accountant was chosen. */
    boolean given() {
        return name != null || renyi.given();
    }

    Accountant accountant() {
        String who = name == null ? Accountants.absent(renyi.given()) : name;
        if (!who.equals(Accountants.RDP) && renyi.given()) {
            throw new UsageException(
                    "--orders and --conversion are for --accountant %s, got %s".formatted(Accountants.RDP, who));
        }
        return renyi.accountant(who);
    }

    Adjacency adjacency() {
        return adjacency.value();
    }
}
