package io.abacusdp.federated.net;

import io.abacusdp.federated.protocol.Coordinator;

class InProcessCoordinatorTest extends CoordinatorContract {
    @Override
    Coordinator as(String client) {
        return mailboxes;
    }
}
