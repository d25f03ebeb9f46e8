package io.abacusdp.ledger.rest;

import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;

/** Counts and times of requests, for Prometheus. Labels are routes of the contract, never what a client chose. */
final class Metrics {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    void served(String method, String route, int status, Duration time) {
        Timer.builder("abacus.ledger.requests")
                .description("Requests by route and status")
                .tag("method", method)
                .tag("route", route)
                .tag("status", Integer.toString(status))
                .publishPercentileHistogram(false)
                .serviceLevelObjectives(
                        Duration.ofMillis(5), Duration.ofMillis(20), Duration.ofMillis(50), Duration.ofMillis(200))
                .register(registry)
                .record(time);
    }

    String scrape() {
        return registry.scrape();
    }
}
