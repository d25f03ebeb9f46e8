package io.abacusdp.federated.net;

import io.abacusdp.federated.enrol.Credentials;
import io.abacusdp.federated.protocol.Coordinator;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

class RemoteCoordinatorTest extends CoordinatorContract {
    @TempDir
    private static Path home;

    private static final Map<String, Credentials> clients = new HashMap<>();
    private static Site site;
    private CoordinatorServer server;

    /** Keys and certificates take longer than all that is done with them. */
    @BeforeAll
    static void enrol() throws Exception {
        site = new Site(home);
        for (String name : new String[] {"site-a", "site-b"}) {
            clients.put(name, site.enrol(name));
        }
    }

    @BeforeEach
    void serve() throws Exception {
        server = site.serve(mailboxes);
    }

    @AfterEach
    void stop() {
        site.close();
    }

    @Override
    Coordinator as(String client) throws Exception {
        return site.connect(server.port(), Objects.requireNonNull(clients.get(client)));
    }
}
