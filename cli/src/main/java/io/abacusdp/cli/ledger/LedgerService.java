package io.abacusdp.cli.ledger;

import io.abacusdp.cli.output.UsageException;
import io.abacusdp.ledger.api.Ledger;
import io.abacusdp.ledger.journal.SigningKey;
import io.abacusdp.ledger.log.NoteKey;
import io.abacusdp.ledger.rest.LedgerServer;
import io.abacusdp.ledger.rest.ServerSettings;
import io.abacusdp.ledger.rest.WebhookSettings;
import io.abacusdp.ledger.security.OidcSettings;
import io.abacusdp.ledger.security.OidcTokens;
import io.abacusdp.ledger.security.Permission;
import io.abacusdp.ledger.witness.Quorum;
import io.abacusdp.ledger.witness.RemoteWitness;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** A ledger's server, from what the command line says to its stop. */
final class LedgerService {
    private static final String PASSWORD = "ABACUS_KEYSTORE_PASSWORD";
    private static final String WEBHOOK_SECRET = "ABACUS_WEBHOOK_SECRET";
    private static final Duration WITNESS_PATIENCE = Duration.ofSeconds(5);

    /** Where plain HTTP may be spoken. */
    enum Plain {
        LOOPBACK,
        ANYWHERE
    }

    private final LedgerDatabase database;
    private final String host;
    private final int port;
    private final ServerSettings.Transport transport;
    private @Nullable OidcTokens tokens;
    private @Nullable String clockReason;
    private @Nullable WebhookSettings webhook;
    private Quorum witnesses = Quorum.none();

    LedgerService(LedgerDatabase database, String host, int port, @Nullable String keystore, Plain plain) {
        this.database = database;
        this.host = host;
        this.port = port;
        if (keystore != null) {
            String password = System.getenv(PASSWORD);
            if (password == null) {
                throw new UsageException("--keystore needs its password in the environment, as " + PASSWORD);
            }
            this.transport = new ServerSettings.Tls(Path.of(keystore), password);
        } else {
            this.transport =
                    plain == Plain.ANYWHERE ? new ServerSettings.PlainAnywhere() : new ServerSettings.PlainOnLoopback();
        }
    }

    /** Lets witnesses cosign, each given as URL=KEY; all of them must, unless a quorum is given. */
    LedgerService withWitnesses(List<String> given, @Nullable Integer needed) {
        List<RemoteWitness> remote = new ArrayList<>();
        for (String witness : given) {
            // A key may hold that sign too, and a URL of a witness does not.
            int place = witness.indexOf('=');
            if (place < 1) {
                throw new UsageException("--witness must be URL=KEY, got " + witness);
            }
            remote.add(new RemoteWitness(
                    URI.create(witness.substring(0, place)), NoteKey.parse(witness.substring(place + 1))));
        }
        witnesses = new Quorum(remote, needed == null ? remote.size() : needed, WITNESS_PATIENCE);
        return this;
    }

    /** Trusts an identity provider, if one is named. */
    LedgerService withProvider(
            @Nullable String issuer,
            @Nullable String audience,
            @Nullable String keys,
            List<String> algorithms,
            List<String> scopes) {
        if (issuer == null && audience == null && keys == null) {
            return this;
        }
        if (issuer == null || audience == null || keys == null) {
            throw new UsageException("--oidc-issuer, --oidc-audience and --oidc-keys go together");
        }
        try {
            tokens = new OidcTokens(
                    new OidcSettings(issuer, audience, keys, Set.copyOf(algorithms), permissions(scopes)));
        } catch (IOException e) {
            throw new UsageException("cannot read the provider's keys: " + e.getMessage(), e);
        }
        return this;
    }

    /** Has the clock taken for right, for a reason; null if nobody says so. */
    LedgerService withClock(@Nullable String reason) {
        clockReason = reason;
        return this;
    }

    /** Has somebody told of budgets that are nearly used, if an address is given. */
    LedgerService withWebhook(@Nullable String url, List<Double> thresholds) {
        if (url != null) {
            try {
                webhook = new WebhookSettings(URI.create(url), thresholds, System.getenv(WEBHOOK_SECRET));
            } catch (IllegalArgumentException e) {
                throw new UsageException("--webhook: " + e.getMessage(), e);
            }
        }
        return this;
    }

    /** Serves until the process is told to stop. */
    void serve(PrintWriter out, PrintWriter err) {
        ServerSettings settings = new ServerSettings(host, port, transport, tokens, webhook);
        SigningKey signer = database.signer();
        Ledger ledger = LedgerDatabase.reaching(database.url(), url -> database.open(witnesses));
        String confirmation = clockReason;
        LedgerServer server = LedgerDatabase.reaching(database.url(), url -> {
            try {
                if (confirmation != null) {
                    ledger.confirmClock(confirmation);
                }
                return LedgerServer.start(ledger, settings, Clock.systemUTC());
            } catch (RuntimeException e) {
                ledger.close();
                throw e;
            }
        });
        ledger.unreadiness().ifPresent(reason -> err.println("abacus: not ready: " + reason));
        CountDownLatch stopped = new CountDownLatch(1);
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            server.close();
                            ledger.close();
                            stopped.countDown();
                        },
                        "ledger-stop"));
        String scheme = transport instanceof ServerSettings.Tls ? "https" : "http";
        out.println("listening %s://%s:%d".formatted(scheme, host, server.port()));
        out.println("public_key " + signer.publicText());
        out.println("log_key " + NoteKey.ofLog(ledger.journal().head().origin(), signer.publicKey()));
        try {
            stopped.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Map<String, Permission> permissions(List<String> scopes) {
        Map<String, Permission> permissions = new HashMap<>();
        for (String scope : scopes) {
            int place = scope.lastIndexOf('=');
            if (place < 1) {
                throw new UsageException("--oidc-scope must be SCOPE=PERMISSION, got " + scope);
            }
            permissions.put(scope.substring(0, place), Permission.of(scope.substring(place + 1)));
        }
        if (permissions.isEmpty()) {
            for (Permission permission : Permission.values()) {
                permissions.put("abacus." + permission.id(), permission);
            }
        }
        return permissions;
    }
}
