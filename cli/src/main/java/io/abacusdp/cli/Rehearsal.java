package io.abacusdp.cli;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.filter.ZcdpLimit;
import io.abacusdp.ledger.api.Ledger;
import io.abacusdp.ledger.api.data.Budget;
import io.abacusdp.ledger.api.data.PrivacyUnit;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.client.LedgerClient;
import io.abacusdp.ledger.client.Patience;
import io.abacusdp.ledger.journal.SigningKey;
import io.abacusdp.ledger.rest.LedgerServer;
import io.abacusdp.ledger.rest.ServerSettings;
import io.abacusdp.ledger.security.ApiKeys;
import io.abacusdp.ledger.security.Permission;
import io.abacusdp.load.TemporaryFolder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs the usual commands once, for nothing but the classes that they load: the launcher archives those at exit. */
final class Rehearsal {
    /** Errors have classes, too. */
    static final String MISTAKE = "epsilon --delta 2";

    static final List<String> COMMAND_LINES = List.of(
            "epsilon --noise-multiplier 1 --sampling-rate 0.01 --steps 1000 --delta 1e-5",
            "epsilon --noise-multiplier 1 --examples 6000 --batch-size 60 --epochs 1 --delta 1e-5 --format json",
            "epsilon --noise-multiplier 1 --steps 10 --delta 1e-5 --orders classic --conversion balle",
            "delta --noise-multiplier 1 --sampling-rate 0.01 --steps 1000 --epsilon 1",
            "noise --epsilon 1 --delta 1e-5 --sampling-rate 0.01 --steps 100",
            "rdp --noise-multiplier 1 --sampling-rate 0.01 --steps 10 --order 2.5",
            "profile --noise-multiplier 1 --sampling-rate 0.01 --steps 1000 --plot -",
            "compare --noise-multiplier 1 --sampling-rate 0.01 --steps 1000 --delta 1e-5",
            "risk --noise-multiplier 1 --sampling-rate 0.01 --steps 1000",
            "compose --phase 1:0.01:10 --phase 2:0.01:10 --delta 1e-5",
            "statement --noise-multiplier 1 --examples 6000 --batch-size 60 --epochs 1 --delta 1e-5",
            "batch",
            "ledger serve --help",
            "ledger balance --help",
            "--help",
            MISTAKE);

    private static final String QUERY =
            "{\"query\":\"epsilon\",\"delta\":1e-5,\"event\":{\"type\":\"repeated\",\"count\":10,"
                    + "\"event\":{\"type\":\"poisson_sampled\",\"rate\":0.01,"
                    + "\"event\":{\"type\":\"gaussian\",\"noise_multiplier\":1}}}}";

    private Rehearsal() {}

    public static void main(String[] args) {
        rehearse();
    }

    /** Runs all of it, and says with which status each command line exited. */
    static Map<String, Integer> rehearse() {
        Map<String, Integer> statuses = new LinkedHashMap<>();
        for (String commandLine : COMMAND_LINES) {
            int status = Abacus.run(
                    new ByteArrayInputStream(QUERY.getBytes(StandardCharsets.UTF_8)),
                    OutputStream.nullOutputStream(),
                    OutputStream.nullOutputStream(),
                    commandLine.split(" ", -1));
            statuses.put(commandLine, status);
        }
        double spent = TemporaryFolder.use(Rehearsal::serve);
        if (!(spent > 0)) {
            throw new IllegalStateException("the rehearsed server recorded nothing");
        }
        return statuses;
    }

    /** A server that starts, takes a charge, tells a balance and stops; what was spent. */
    private static double serve(Path folder) throws IOException {
        SigningKey signer = SigningKey.readOrCreate(folder.resolve("signing.key"));
        Clock clock = Clock.systemUTC();
        try (Ledger ledger = Ledger.open("jdbc:sqlite:" + folder.resolve("ledger.db"), signer, clock)) {
            ledger.addAccount("rehearsal", new PrivacyUnit("person", Adjacency.ADD_OR_REMOVE_ONE));
            ledger.setBudget(
                    Scope.account("rehearsal"), new Budget(new ZcdpLimit(1), null), "rehearsal", "second", "rehearsal");
            String key = new ApiKeys(ledger, clock)
                    .issue("rehearsal", EnumSet.allOf(Permission.class))
                    .text();
            try (LedgerServer server = LedgerServer.start(ledger, ServerSettings.local(), clock)) {
                LedgerClient client = new LedgerClient(
                        HttpClient.newHttpClient(),
                        URI.create("http://127.0.0.1:" + server.port()),
                        key,
                        Patience.DEFAULT);
                client.charge("rehearsal", "rehearsal", List.of(), new Gaussian(10));
                return client.balance("rehearsal", 1e-6)
                        .path("budget")
                        .path("spent")
                        .asDouble();
            }
        }
    }
}
