package io.abacusdp.accounting.classic;

import io.abacusdp.accounting.Accountant;

class OptimalContractTest extends ClassicContract {
    @Override
    protected Accountant accountant() {
        return ClassicAccountant.optimal();
    }
}
