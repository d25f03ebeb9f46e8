package io.abacusdp.cli.ledger;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs a server. */
@Command(
        name = "serve",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Serves a ledger, which init has made, over HTTP until it is told to stop (SIGTERM), and then answers what is under way first.",
            "Prints where it listens, and the public key that verifies its journal."
        },
        footer = {
            "",
            "The password of the keystore is in the environment: ABACUS_KEYSTORE_PASSWORD.",
            "",
            "Example:",
            "  abacus ledger serve --db jdbc:postgresql://db.example/ledger?user=abacus \\",
            "      --signing-key ledger.key --host 0.0.0.0 --keystore server.p12"
        })
final class ServeCommand implements Runnable {
    @Mixin
    private LedgerDatabase database = new LedgerDatabase();

    @Option(names = "--host", paramLabel = "HOST", defaultValue = "127.0.0.1", description = "Default: 127.0.0.1.")
    private String host = "";

    @Option(names = "--port", paramLabel = "N", defaultValue = "8321", description = "0 for any. Default: 8321.")
    private int port;

    @Option(names = "--keystore", paramLabel = "FILE", description = "PKCS #12 with key and certificate, for TLS.")
    private @Nullable String keystore;

    @Option(
            names = "--allow-plain-http",
            description =
                    "Listen without TLS on other addresses than this machine's own: something else has to encrypt.")
    private boolean plainAllowed;

    @Option(names = "--oidc-issuer", paramLabel = "URL", description = "Identity provider whose tokens are accepted.")
    private @Nullable String issuer;

    @Option(names = "--oidc-audience", paramLabel = "NAME", description = "Whom its tokens must be meant for.")
    private @Nullable String audience;

    @Option(names = "--oidc-keys", paramLabel = "FILE|URL", description = "Its public keys (JWKS).")
    private @Nullable String keys;

    @Option(
            names = "--oidc-algorithms",
            paramLabel = "LIST",
            split = ",",
            defaultValue = "RS256,ES256",
            description = "Signatures that are accepted. Default: RS256,ES256.")
    private List<String> algorithms = new ArrayList<>();

    @Option(
            names = "--oidc-scope",
            paramLabel = "SCOPE=PERMISSION",
            description = "What a scope of a token allows; repeatable. Default: abacus.read=read and so on.")
    private List<String> scopes = new ArrayList<>();

    @Option(
            names = "--confirm-clock",
            paramLabel = "REASON",
            description = {
                "Say that the clock is right although the journal's last entry is more than a month old.",
                "The journal records it."
            })
    private @Nullable String clock;

    @Option(
            names = "--witness",
            paramLabel = "URL=KEY",
            description = "A witness that cosigns heads (C2SP tlog-witness), and its key, NAME+ID+KEY; repeatable.")
    private List<String> witnesses = new ArrayList<>();

    @Option(
            names = "--quorum",
            paramLabel = "N",
            description = "How many witnesses must have cosigned before an answer is given. Default: all.")
    private @Nullable Integer quorum;

    @Option(
            names = "--webhook",
            paramLabel = "URL",
            description = {
                "Told, by a POST, when much of a budget is used. Signed with the secret in the environment,",
                "ABACUS_WEBHOOK_SECRET, if there is one. Redirections are not followed."
            })
    private @Nullable String webhook;

    @Option(
            names = "--webhook-at",
            paramLabel = "LIST",
            split = ",",
            defaultValue = "0.8,0.95",
            description = "Parts of a limit at which it is told. Default: 0.8,0.95.")
    private List<Double> thresholds = new ArrayList<>();

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec command;

    @Override
    public void run() {
        // A class of its own, so that what only looks at the commands does not load a server.
        new LedgerService(
                        database,
                        host,
                        port,
                        keystore,
                        plainAllowed ? LedgerService.Plain.ANYWHERE : LedgerService.Plain.LOOPBACK)
                .withWitnesses(witnesses, quorum)
                .withProvider(issuer, audience, keys, algorithms, scopes)
                .withClock(clock)
                .withWebhook(webhook, thresholds)
                .serve(command.commandLine().getOut(), command.commandLine().getErr());
    }
}
