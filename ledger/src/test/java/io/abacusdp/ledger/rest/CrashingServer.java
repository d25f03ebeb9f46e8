package io.abacusdp.ledger.rest;

import io.abacusdp.ledger.api.Ledger;
import io.abacusdp.ledger.journal.SigningKey;
import java.nio.file.Path;
import java.time.Clock;

/** A server in a process of its own, which the crash test kills. Prints its port when it is ready. */
final class CrashingServer {
    private CrashingServer() {}

    public static void main(String[] args) throws Exception {
        Ledger ledger = Ledger.open(args[0], SigningKey.readOrCreate(Path.of(args[1])), Clock.systemUTC());
        System.out.println("port "
                + LedgerServer.start(ledger, ServerSettings.local(), Clock.systemUTC())
                        .port());
        Thread.currentThread().join();
    }
}
