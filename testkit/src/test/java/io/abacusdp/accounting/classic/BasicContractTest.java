package io.abacusdp.accounting.classic;

import io.abacusdp.accounting.Accountant;

class BasicContractTest extends ClassicContract {
    @Override
    protected Accountant accountant() {
        return ClassicAccountant.basic();
    }
}
