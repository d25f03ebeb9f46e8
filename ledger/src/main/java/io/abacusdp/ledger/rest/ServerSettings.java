package io.abacusdp.ledger.rest;

import io.abacusdp.ledger.security.OidcTokens;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a server is reached.
 *
 * @param host name or address to bind to
 * @param port 0 for any that is free
 * @param transport plain or encrypted
 * @param tokens null if no identity provider is trusted
 * @param webhook null if nobody is told of budgets that are nearly used
 */
public record ServerSettings(
        String host,
        int port,
        Transport transport,
        @Nullable OidcTokens tokens,
        @Nullable WebhookSettings webhook) {
    /** The address that only this machine reaches. */
    public static final String LOOPBACK = "127.0.0.1";

    /** How requests travel. */
    public sealed interface Transport {}

    /** Unencrypted, for this machine only. */
    public record PlainOnLoopback() implements Transport {}

    /** Unencrypted, wherever the server is bound to: keys can be read on the way. Something else has to encrypt. */
    public record PlainAnywhere() implements Transport {}

    /**
     * TLS.
     *
     * @param keystore PKCS #12 file with the server's key and certificate
     */
    public record Tls(Path keystore, String password) implements Transport {
        @Override
        public String toString() {
            return "Tls[" + keystore + "]";
        }
    }

    public ServerSettings {
        Objects.requireNonNull(host, "host");
        if (!(port >= 0 && port <= 65535)) {
            throw new IllegalArgumentException("port must be from 0 to 65535, got " + port);
        }
        if (transport instanceof PlainOnLoopback && !isLoopback(host)) {
            throw new IllegalArgumentException("host must be a loopback address without TLS, got " + host
                    + "; give a keystore, or allow plain HTTP if something else encrypts");
        }
    }

    /** A server that tells nobody. */
    public ServerSettings(String host, int port, Transport transport, @Nullable OidcTokens tokens) {
        this(host, port, transport, tokens, null);
    }

    /** On this machine only, at any free port. */
    public static ServerSettings local() {
        return new ServerSettings(LOOPBACK, 0, new PlainOnLoopback(), null);
    }

    private static boolean isLoopback(String host) {
        try {
            for (InetAddress address : InetAddress.getAllByName(host)) {
                if (!address.isLoopbackAddress()) {
                    return false;
                }
            }
            return true;
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("host is not known: " + host, e);
        }
    }
}
