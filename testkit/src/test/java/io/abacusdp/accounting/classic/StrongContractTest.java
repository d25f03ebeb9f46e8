package io.abacusdp.accounting.classic;

import io.abacusdp.accounting.Accountant;

class StrongContractTest extends ClassicContract {
    @Override
    protected Accountant accountant() {
        return ClassicAccountant.strong();
    }
}
