package io.abacusdp.cli.option;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.cli.output.CommandFailures;
import io.abacusdp.cli.output.OutsideFailureException;
import io.abacusdp.cli.output.RefusedRequestException;
import io.abacusdp.cli.output.UsageException;
import io.abacusdp.format.EventJson;
import io.abacusdp.ledger.client.KnownHead;
import io.abacusdp.ledger.client.LedgerClient;
import io.abacusdp.ledger.client.LedgerRefusedException;
import io.abacusdp.ledger.client.LedgerUnreachableException;
import io.abacusdp.ledger.client.Patience;
import io.abacusdp.ledger.journal.SigningKey;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PublicKey;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** A server, and the key for it. A key is never an argument: other users see those. */
public final class LedgerConnection {
    private static final String KEY = "ABACUS_LEDGER_KEY";

    @Option(
            names = "--url",
            paramLabel = "URL",
            defaultValue = "${env:ABACUS_LEDGER_URL:-http://127.0.0.1:8321}",
            description = "The server. Default: ABACUS_LEDGER_URL, or http://127.0.0.1:8321.")
    private String url = "";

    @Option(
            names = "--key-file",
            paramLabel = "FILE",
            description = "File with the API key or token. Default: the key is in ABACUS_LEDGER_KEY.")
    private @Nullable String keyFile;

    @Option(names = "--ca", paramLabel = "FILE", description = "Certificate (PEM) of who vouches for the server.")
    private @Nullable String authority;

    @Option(
            names = "--patience",
            paramLabel = "SECONDS",
            defaultValue = "60",
            description = "How long to try if the server does not answer. Default: 60.")
    private long patience;

    @Option(
            names = "--trusted",
            paramLabel = "KEY",
            split = ",",
            description = "Public keys (Base64) of those who may sign the ledger's heads; every receipt is checked.")
    private List<String> trusted = List.of();

    @Option(
            names = "--head-file",
            paramLabel = "FILE",
            description = "Where the latest head is kept: a ledger that was rolled back since is noticed.")
    private @Nullable String headFile;

    public LedgerClient open() {
        try {
            List<PublicKey> keys = trusted.stream().map(SigningKey::publicKey).toList();
            return open(
                    url, keyFile, authority, patience, KnownHead.of(keys, headFile == null ? null : Path.of(headFile)));
        } catch (IOException e) {
            throw new UsageException(CommandFailures.message(e), e);
        }
    }

    /**
     * A client of a server.
     *
     * @param keyFile null if the key is in the environment
     * @param authority null for those that Java trusts
     */
    public static LedgerClient open(String url, @Nullable String keyFile, @Nullable String authority, long patience) {
        try {
            return open(url, keyFile, authority, patience, KnownHead.of(List.of(), null));
        } catch (IOException e) {
            throw new IllegalStateException("nothing was read", e);
        }
    }

    private static LedgerClient open(
            String url, @Nullable String keyFile, @Nullable String authority, long patience, KnownHead head) {
        HttpClient.Builder http = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10));
        if (authority != null) {
            http.sslContext(trusting(authority));
        }
        return new LedgerClient(
                http.build(),
                URI.create(url),
                key(keyFile),
                new Patience(Duration.ofSeconds(10), Duration.ofSeconds(patience), Duration.ofMillis(100)),
                head);
    }

    /** Asks, and says so if that fails. */
    public JsonNode ask(Function<LedgerClient, JsonNode> question) {
        try {
            return question.apply(open());
        } catch (LedgerRefusedException e) {
            throw new RefusedRequestException(describe(e), e);
        } catch (LedgerUnreachableException e) {
            throw new OutsideFailureException(CommandFailures.message(e), e);
        }
    }

    /** The event in a file, or the one that the text itself states. */
    public static DpEvent event(String text, CommandSpec command) {
        return text.startsWith("{") ? EventJson.read(text) : EventFile.event(text, command);
    }

    static String describe(LedgerRefusedException refusal) {
        JsonNode fit = refusal.problem().path("would_fit");
        return CommandFailures.message(refusal) + (fit.isMissingNode() || fit.isEmpty() ? "" : "; would fit: " + fit);
    }

    private static String key(@Nullable String keyFile) {
        if (keyFile != null) {
            try {
                return Files.readString(Path.of(keyFile)).strip();
            } catch (IOException e) {
                throw new UsageException("cannot read the key in " + keyFile, e);
            }
        }
        String key = System.getenv(KEY);
        if (key == null || key.isBlank()) {
            throw new UsageException("a key is needed: in " + KEY + ", or in a file that --key-file names");
        }
        return key.strip();
    }

    private static SSLContext trusting(String file) {
        try (InputStream in = Files.newInputStream(Path.of(file))) {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            store.setCertificateEntry(
                    "authority", CertificateFactory.getInstance("X.509").generateCertificate(in));
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw new UsageException("cannot read a certificate from " + file, e);
        }
    }
}
