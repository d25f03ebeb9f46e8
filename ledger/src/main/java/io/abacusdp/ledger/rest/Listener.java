package io.abacusdp.ledger.rest;

import io.abacusdp.ledger.rest.ServerSettings.Tls;
import io.javalin.config.JettyConfig;
import java.net.BindException;
import java.security.UnrecoverableKeyException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/** How the server listens: where, encrypted or not, and how it stops. */
final class Listener {
    /** How long requests that are under way may take when the server stops. */
    private static final long DRAIN_MILLIS = 30_000;

    /** How long a connection may be silent, within a request or between two. */
    private static final long IDLE_MILLIS = 10_000;

    /** How long a client may pause within a request when the server stops. */
    private static final long SLOW_MILLIS = 2_000;

    private Listener() {}

    static void configure(JettyConfig jetty, ServerSettings settings) {
        jetty.modifyServer(server -> {
            server.setHandler(new GracefulHandler());
            server.setStopTimeout(DRAIN_MILLIS);
            server.setErrorHandler(new ProblemHandler());
        });
        jetty.modifyHttpConfiguration(http -> {
            http.setSendServerVersion(false);
            http.setSendDateHeader(false);
        });
        jetty.addConnector((server, http) -> connector(server, http, settings));
    }

    /** In one line, why a server could not start. */
    static String reason(Throwable failure, ServerSettings settings) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof BindException) {
                return "cannot listen on %s port %d: %s"
                        .formatted(settings.host(), settings.port(), cause.getMessage());
            }
            if (cause instanceof UnrecoverableKeyException) {
                return "cannot open the keystore: its password is another";
            }
        }
        if (settings.transport() instanceof Tls tls) {
            Throwable root = failure;
            while (root.getCause() != null) {
                root = root.getCause();
            }
            return "cannot listen with the keystore %s: %s".formatted(tls.keystore(), root.getMessage());
        }
        return "cannot listen on %s port %d: %s".formatted(settings.host(), settings.port(), failure.getMessage());
    }

    private static Connector connector(Server server, HttpConfiguration http, ServerSettings settings) {
        ServerConnector connector;
        if (settings.transport() instanceof Tls tls) {
            SslContextFactory.Server context = new SslContextFactory.Server();
            context.setKeyStorePath(tls.keystore().toAbsolutePath().toString());
            context.setKeyStorePassword(tls.password());
            context.setIncludeProtocols("TLSv1.3", "TLSv1.2");
            // Clients reach the server by an address, too; the name in the request is not what keys depend on.
            http.addCustomizer(new SecureRequestCustomizer(false));
            connector = new ServerConnector(
                    server, new SslConnectionFactory(context, "http/1.1"), new HttpConnectionFactory(http));
        } else {
            connector = new ServerConnector(server, new HttpConnectionFactory(http));
        }
        connector.setHost(settings.host());
        connector.setPort(settings.port());
        connector.setIdleTimeout(IDLE_MILLIS);
        // One second, which is the default, would break off bodies that are on their way.
        connector.setShutdownIdleTimeout(SLOW_MILLIS);
        return connector;
    }

    /** What goes wrong before a request gets to a route is problem+json as well. */
    private static final class ProblemHandler extends ErrorHandler {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            int status = response.getStatus();
            String detail = "the server cannot make sense of the request";
            String text = Problems.http(status, detail).toNode().toString();
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, Problem.CONTENT_TYPE);
            Content.Sink.write(response, true, text, callback);
            return true;
        }
    }
}
