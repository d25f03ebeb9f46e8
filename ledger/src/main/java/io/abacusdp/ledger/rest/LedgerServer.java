package io.abacusdp.ledger.rest;

import io.abacusdp.ledger.api.BudgetStanding;
import io.abacusdp.ledger.api.Ledger;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.queue.BudgetQueue;
import io.abacusdp.ledger.security.AccessDeniedException;
import io.abacusdp.ledger.security.ApiKeys;
import io.abacusdp.ledger.security.Authenticator;
import io.abacusdp.ledger.security.Identity;
import io.abacusdp.ledger.security.Permission;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/** A ledger over HTTP. Closing it answers what is under way first. */
public final class LedgerServer implements AutoCloseable {
    /** Threads that work cannot take: health, and refusals of too much work. */
    private static final int THREADS_FOR_HEALTH = 64;

    private static final Duration WATCH_INTERVAL = Duration.ofSeconds(5);
    private static final Duration WEBHOOK_PAUSE = Duration.ofSeconds(2);

    private final Authenticator authenticator;
    private final Metrics metrics = new Metrics();
    private final Admission admission = new Admission(Admission.MAX_AT_ONCE, Admission.MAX_OF_ONE);
    /** Metrics have places of their own, among the threads that work cannot take. */
    private final Admission watching = new Admission(THREADS_FOR_HEALTH / 4, THREADS_FOR_HEALTH / 8);

    /** So has what is read without a key. */
    private final Admission reading = new Admission(THREADS_FOR_HEALTH / 4, THREADS_FOR_HEALTH / 4);

    private final Readiness readiness;
    private final BudgetQueue queue;
    private final BudgetWatch watch;
    private final @Nullable Webhook webhook;
    private final Ledger ledger;
    private final Clock clock;
    private final List<Route> routes;
    private final Javalin javalin;

    private LedgerServer(Ledger ledger, ServerSettings settings, Clock clock) {
        ApiKeys keys = new ApiKeys(ledger, clock);
        this.authenticator = new Authenticator(keys, settings.tokens(), clock);
        this.ledger = ledger;
        this.clock = clock;
        this.readiness = new Readiness(ledger);
        this.webhook = settings.webhook() == null ? null : new Webhook(settings.webhook(), WEBHOOK_PAUSE);
        this.watch = new BudgetWatch(ledger, clock, WATCH_INTERVAL, webhook);
        this.queue = new BudgetQueue(ledger.queueDesk(), clock);
        this.routes = routes(ledger, keys, clock);
        this.javalin = Javalin.create(config -> configure(config, settings));
    }

    /**
     * Starts to listen.
     *
     * @param ledger which stays open when the server is closed
     * @throws IllegalStateException if it cannot listen, with the reason: a port that is in use, a keystore that cannot be read
     */
    public static LedgerServer start(Ledger ledger, ServerSettings settings, Clock clock) {
        LedgerServer server = new LedgerServer(ledger, settings, clock);
        try {
            server.javalin.start();
            return server;
        } catch (RuntimeException e) {
            server.readiness.close();
            server.queue.close();
            server.watch.close();
            throw new IllegalStateException(Listener.reason(e, settings), e);
        }
    }

    /** Where it listens. */
    public int port() {
        return javalin.port();
    }

    /** Method and path of everything that it serves. */
    List<String> operations() {
        List<String> operations =
                new ArrayList<>(List.of("GET /livez", "GET /readyz", "GET /openapi.yaml", "GET /openapi.html"));
        routes.forEach(route -> operations.add(route.method().name() + " " + route.path()));
        return operations;
    }

    /** Refuses new requests, answers those that are under way, and stops. */
    @Override
    public void close() {
        javalin.stop();
        queue.close();
        watch.close();
        readiness.close();
    }

    private List<Route> routes(Ledger served, ApiKeys keys, Clock clock) {
        List<Route> all = new ArrayList<>();
        Proposals proposals = new Proposals(served, keys, clock);
        all.addAll(new AdminOperations(served, proposals).routes());
        all.addAll(new AccessOperations(served, keys, proposals).routes());
        all.addAll(new ChargeOperations(served).routes());
        all.addAll(new QueueOperations(served, queue).routes());
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
        config.jetty.threadPool = new QueuedThreadPool(Admission.MAX_AT_ONCE + THREADS_FOR_HEALTH);
        Listener.configure(config.jetty, settings);
        config.routes.get("/livez", context -> context.status(200).result("alive"));
        config.routes.get("/readyz", this::ready);
        config.routes.get("/openapi.yaml", context -> read(context, ContractResource::yaml));
        config.routes.get("/openapi.html", context -> read(context, ContractResource::page));
        for (Route route : routes) {
            boolean health = route.path().equals("/metrics");
            config.routes.addHttpHandler(
                    route.method(), route.path(), context -> serve(context, route, health ? watching : admission));
        }
        // Javalin has a handler of its own for these, which does not answer with a problem.
        config.routes.exception(
                HttpResponseException.class, (failure, context) -> answer(context, Problems.of(failure)));
        config.routes.exception(Exception.class, (failure, context) -> answer(context, Problems.of(failure)));
    }

    private void read(Context context, Consumer<Context> page) {
        Admission.Place place = reading.enter();
        try {
            page.accept(context);
        } finally {
            place.close();
        }
    }

    private void serve(Context context, Route route, Admission admitted) throws Exception {
        long start = System.nanoTime();
        try (Admission.Place place = admitted.enter()) {
            Identity identity = authenticator.identify(context.header("Authorization"), context.ip());
            require(identity, route.permission());
            place.take(identity.name());
            route.operation().run(new RestCall(context, identity));
        } catch (Exception e) {
            Problem problem = Problems.of(e);
            metrics.refused(problem.type());
            answer(context, problem);
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
        } else if (problem.type().equals("busy")) {
            context.header("Retry-After", "1");
        }
        context.status(problem.status())
                .contentType(Problem.CONTENT_TYPE)
                .result(problem.toNode().toString().getBytes(StandardCharsets.UTF_8));
    }

    /** Ready is who can read and write, by a clock that is right. */
    private void ready(Context context) {
        Optional<String> reason = readiness.reason();
        if (reason.isEmpty()) {
            context.status(200).result("ready");
        } else {
            answer(context, Problem.of(503, "unready", "The ledger cannot take changes", reason.get()));
        }
    }

    /** Budgets within reach, as balances are; how busy the server is, for who reaches everything. */
    private void metrics(RestCall call) {
        Instant now = clock.instant();
        List<BudgetStanding> standings = watch.standings();
        String text;
        if (call.identity().account() == null) {
            text = metrics.scrape()
                    + BudgetMetrics.gauge(
                            "abacus_ledger_queue_waiting", "Requests that wait for budget", queue.waiting())
                    + BudgetMetrics.gauge(
                            "abacus_ledger_webhook_failures",
                            "Messages that the webhook did not take",
                            webhook == null ? 0 : webhook.failures())
                    + BudgetMetrics.text(standings, now);
        } else {
            Set<Scope> reached = call.on(ledger)
                    .reached(standings.stream().map(one -> one.state().scope()).toList());
            text = BudgetMetrics.text(
                    standings.stream()
                            .filter(one -> reached.contains(one.state().scope()))
                            .toList(),
                    now);
        }
        call.context().contentType("text/plain; version=0.0.4; charset=utf-8");
        RestCall.write(call.context(), text.getBytes(StandardCharsets.UTF_8));
    }
}
