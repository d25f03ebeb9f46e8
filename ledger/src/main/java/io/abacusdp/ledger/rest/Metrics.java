package io.abacusdp.ledger.rest;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Counts and times of requests, for Prometheus. Labels are routes of the contract, never what a client chose. */
final class Metrics {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    /** Timers are looked up here, as their registry takes longer. */
    private final Map<Label, Timer> timers = new ConcurrentHashMap<>();

    private record Label(String method, String route, int status) {}

    void served(String method, String route, int status, Duration time) {
        timers.computeIfAbsent(new Label(method, route, status), this::timer).record(time);
    }

    private Timer timer(Label label) {
        return Timer.builder("abacus.ledger.requests")
                .description("Requests by route and status")
                .tag("method", label.method())
                .tag("route", label.route())
                .tag("status", Integer.toString(label.status()))
                .publishPercentileHistogram(false)
                .serviceLevelObjectives(
                        Duration.ofMillis(5), Duration.ofMillis(20), Duration.ofMillis(50), Duration.ofMillis(200))
                .register(registry);
    }

    /** Counts a refusal by the type of its problem, of which there are few. */
    void refused(String reason) {
        Counter.builder("abacus.ledger.refusals")
                .description("Requests that were refused, by reason")
                .tag("reason", reason)
                .register(registry)
                .increment();
    }

    String scrape() {
        return registry.scrape();
    }
}
