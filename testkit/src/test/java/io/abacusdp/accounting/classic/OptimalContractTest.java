package io.abacusdp.accounting.classic;

import io.abacusdp.accounting.Accountant;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class OptimalContractTest extends ClassicContract {
    @Override
    protected Accountant accountant() {
        return ClassicAccountant.optimal();
    }

    /** Laws on a lattice take some 40 times what basic composition takes. */
    @Override
    protected int events() {
        return Integer.getInteger("contract.events", 100);
    }
}
