package io.abacusdp.load;

import io.abacusdp.ledger.api.Ledger;
import io.abacusdp.ledger.journal.SigningKey;
import io.abacusdp.ledger.rest.LedgerServer;
import io.abacusdp.ledger.rest.ServerSettings;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;

/** As little of {@code ledger serve} as a restart needs. */
final class ServeForTests {
    private ServeForTests() {}

    public static void main(String[] args) throws Exception {
        List<String> given = List.of(args);
        String url = given.get(given.indexOf("--db") + 1);
        SigningKey signer = SigningKey.readOrCreate(Path.of(given.get(given.indexOf("--signing-key") + 1)));
        try (Ledger ledger = Ledger.open(url, signer, Clock.systemUTC());
                LedgerServer server = LedgerServer.start(ledger, ServerSettings.local(), Clock.systemUTC())) {
            System.out.println("listening http://127.0.0.1:" + server.port());
            Thread.currentThread().join();
        }
    }
}
