package io.abacusdp.accounting.auto;

import io.abacusdp.accounting.Accountant;
import org.junit.jupiter.api.Tag;

/** It asks in turn as well, but nobody who has no interval. */
@Tag("slow")
class CertifiedContractTest extends AutoContractTest {
    @Override
    protected Accountant accountant() {
        return AutoAccountant.certified();
    }

    /** It costs what the dearest of those costs that it asks. */
    @Override
    protected int events() {
        return Integer.getInteger("contract.dear.events", 5);
    }
}
