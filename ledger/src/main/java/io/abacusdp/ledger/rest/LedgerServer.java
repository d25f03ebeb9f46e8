package io.abacusdp.ledger.rest;

import io.abacusdp.ledger.api.Ledger;
import io.abacusdp.ledger.api.data.LedgerException;
import io.abacusdp.ledger.security.AccessDeniedException;
import io.abacusdp.ledger.security.ApiKeys;
import io.abacusdp.ledger.security.Authenticator;
import io.abacusdp.ledger.security.Identity;
import io.abacusdp.ledger.security.Permission;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/** A ledger over HTTP. Closing it answers what is under way first. */
public final class LedgerServer implements AutoCloseable {
    private static final int MAX_THREADS = 256;
    private static final String CONTRACT = "openapi.yaml";

    private final Ledger ledger;
    private final Authenticator authenticator;
    private final Metrics metrics = new Metrics();
    private final List<Route> routes;
    private final Javalin javalin;

    private LedgerServer(Ledger ledger, ServerSettings settings, Clock clock) {
        this.ledger = ledger;
        ApiKeys keys = new ApiKeys(ledger, clock);
        this.authenticator = new Authenticator(keys, settings.tokens(), clock);
        this.routes = routes(ledger, keys, clock);
        this.javalin = Javalin.create(config -> configure(config, settings));
    }

    /**
     * Starts to listen.
     *
     * @param ledger which stays open when the server is closed
     */
    public static LedgerServer start(Ledger ledger, ServerSettings settings, Clock clock) {
        LedgerServer server = new LedgerServer(ledger, settings, clock);
        server.javalin.start();
        return server;
    }

    /** Where it listens. */
    public int port() {
        return javalin.port();
    }

    /** Method and path of everything that it serves. */
    List<String> operations() {
        List<String> operations = new ArrayList<>(List.of("GET /livez", "GET /readyz", "GET /openapi.yaml"));
        routes.forEach(route -> operations.add(route.method().name() + " " + route.path()));
        return operations;
    }

    /** Refuses new requests, answers those that are under way, and stops. */
    @Override
    public void close() {
        javalin.stop();
    }

    private List<Route> routes(Ledger served, ApiKeys keys, Clock clock) {
        List<Route> all = new ArrayList<>();
        Proposals proposals = new Proposals(served, keys, clock);
        all.addAll(new AdminOperations(served, proposals).routes());
        all.addAll(new AccessOperations(served, keys, proposals).routes());
        all.addAll(new ChargeOperations(served).routes());
        all.addAll(new ReadOperations(served).routes());
        all.addAll(new JournalOperations(served).routes());
        all.add(Route.get("/metrics", Permission.READ, this::metrics));
        return all;
    }

    private void configure(JavalinConfig config, ServerSettings settings) {
        config.startup.showJavalinBanner = false;
        config.startup.showOldJavalinVersionWarning = false;
        config.startup.startupWatcherEnabled = false;
        config.http.prefer405over404 = true;
        config.jetty.threadPool = new QueuedThreadPool(MAX_THREADS);
        Listener.configure(config.jetty, settings);
        config.routes.get("/livez", context -> context.status(200).result("alive"));
        config.routes.get("/readyz", this::ready);
        config.routes.get("/openapi.yaml", LedgerServer::contract);
        for (Route route : routes) {
            config.routes.addHttpHandler(route.method(), route.path(), context -> serve(context, route));
        }
        // Javalin has a handler of its own for these, which does not answer with a problem.
        config.routes.exception(
                HttpResponseException.class, (failure, context) -> answer(context, Problems.of(failure)));
        config.routes.exception(Exception.class, (failure, context) -> answer(context, Problems.of(failure)));
    }

    private void serve(Context context, Route route) throws Exception {
        long start = System.nanoTime();
        try {
            Identity identity = authenticator.identify(context.header("Authorization"), context.ip());
            require(identity, route.permission());
            route.operation().run(new RestCall(context, identity));
        } catch (Exception e) {
            answer(context, Problems.of(e));
        } finally {
            metrics.served(
                    route.method().name(),
                    route.path(),
                    context.statusCode(),
                    Duration.ofNanos(System.nanoTime() - start));
        }
    }

    private static void require(Identity identity, @Nullable Permission permission) {
        if (permission != null && !identity.may(permission)) {
            throw new AccessDeniedException(
                    AccessDeniedException.Reason.FORBIDDEN, "the permission " + permission.id() + " is needed");
        }
    }

    private static void answer(Context context, Problem problem) {
        if (problem.status() == 401) {
            context.header("WWW-Authenticate", "Bearer");
        } else if (problem.status() == 429) {
            context.header("Retry-After", "60");
        }
        context.status(problem.status())
                .contentType(Problem.CONTENT_TYPE)
                .result(problem.toNode().toString().getBytes(StandardCharsets.UTF_8));
    }

    /** Ready is who can read the head. */
    private void ready(Context context) {
        try {
            ledger.head();
            context.status(200).result("ready");
        } catch (LedgerException e) {
            answer(context, Problems.of(e));
        }
    }

    private void metrics(RestCall call) {
        call.context().contentType("text/plain; version=0.0.4; charset=utf-8").result(metrics.scrape());
    }

    private static void contract(Context context) throws IOException {
        try (InputStream in = Objects.requireNonNull(LedgerServer.class.getResourceAsStream(CONTRACT), CONTRACT)) {
            context.contentType("application/yaml").result(in.readAllBytes());
        }
    }
}
