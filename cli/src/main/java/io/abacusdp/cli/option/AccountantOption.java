package io.abacusdp.cli.option;

import io.abacusdp.accounting.Accountant;
import io.abacusdp.cli.output.UsageException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Who accounts, whatever the adjacency. */
public final class AccountantOption {
    @Option(
            names = "--accountant",
            paramLabel = "NAME",
            converter = NameConverters.AccountantNames.class,
            completionCandidates = NameConverters.AccountantNames.class,
            description = "Who accounts: ${COMPLETION-CANDIDATES}. Default: auto, or rdp if"
                    + " --orders or --conversion is given.")
    private @Nullable String name;

    @Mixin
    private RenyiOptions renyi = new RenyiOptions();

    /** Whether an accountant was chosen. */
    boolean given() {
        return name != null || renyi.given();
    }

    public Accountant accountant() {
        String who = name == null ? Accountants.absent(renyi.given()) : name;
        if (!who.equals(Accountants.RDP) && renyi.given()) {
            throw new UsageException(
                    "--orders and --conversion are for --accountant %s, got %s".formatted(Accountants.RDP, who));
        }
        return renyi.accountant(who);
    }
}
