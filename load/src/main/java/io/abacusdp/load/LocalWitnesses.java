package io.abacusdp.load;

import io.abacusdp.ledger.journal.SigningKey;
import io.abacusdp.ledger.log.NoteKey;
import io.abacusdp.ledger.witness.Quorum;
import io.abacusdp.ledger.witness.RemoteWitness;
import io.abacusdp.ledger.witness.Witness;
import io.abacusdp.ledger.witness.WitnessServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Witnesses of this machine, each with a key, a folder and a port of its own. */
final class LocalWitnesses implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final String HOST = "127.0.0.1";

    private final List<WitnessServer> servers = new ArrayList<>();
    private final List<RemoteWitness> witnesses = new ArrayList<>();

    private LocalWitnesses() {}

    /** Starts so many, which know this log. */
    static LocalWitnesses start(int count, NoteKey log, Path folder) throws IOException {
        LocalWitnesses started = new LocalWitnesses();
        for (int i = 0; i < count; i++) {
            Witness witness = new Witness(
                    "bench.example/w" + i,
                    SigningKey.generate(),
                    List.of(log),
                    folder.resolve("witness-" + i),
                    Clock.systemUTC());
            WitnessServer server = WitnessServer.start(witness, HOST, 0);
            started.servers.add(server);
            started.witnesses.add(
                    new RemoteWitness(URI.create("http://" + HOST + ":" + server.port()), witness.verifierKey()));
        }
        return started;
    }

    /** All of them have to cosign. */
    Quorum quorum() {
        return new Quorum(witnesses, witnesses.size(), PATIENCE);
    }

    @Override
    public void close() {
        servers.forEach(WitnessServer::close);
    }
}
