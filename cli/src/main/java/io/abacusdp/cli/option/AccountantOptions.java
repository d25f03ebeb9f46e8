package io.abacusdp.cli.option;

import io.abacusdp.accounting.Accountant;
import io.abacusdp.accounting.Adjacency;
import picocli.CommandLine.Mixin;

/** Who accounts, and how. */
public final class AccountantOptions {
    @Mixin
    private AccountantOption accountant = new AccountantOption();

    @Mixin
    private AdjacencyOption adjacency = new AdjacencyOption();

    /** Whether an accountant was chosen. */
    boolean given() {
        return accountant.given();
    }

    public Accountant accountant() {
        return accountant.accountant();
    }

    public Adjacency adjacency() {
        return adjacency.value();
    }
}
