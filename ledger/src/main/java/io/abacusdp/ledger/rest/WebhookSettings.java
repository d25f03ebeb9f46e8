package io.abacusdp.ledger.rest;

import io.abacusdp.ledger.api.BudgetStanding;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Whom to tell when much of a budget is used. The address comes from whoever starts the server, and from nobody else.
 *
 * @param url http or https, without a name or password in it
 * @param thresholds parts of a limit, in (0, 1]
 * @param secret signs what is sent (HMAC-SHA256), so that the receiver knows it; null if nothing is signed
 */
public record WebhookSettings(
        URI url, List<Double> thresholds, @Nullable String secret) {
    public WebhookSettings {
        String scheme = url.getScheme() == null ? "" : url.getScheme().toLowerCase(Locale.ROOT);
        if (!(scheme.equals("http") || scheme.equals("https")) || url.getHost() == null) {
            throw new IllegalArgumentException("the webhook must be an http or https URL with a host");
        }
        if (url.getUserInfo() != null) {
            throw new IllegalArgumentException("the webhook's URL must hold no name or password; it is signed instead");
        }
        thresholds = thresholds.stream().sorted().toList();
        if (thresholds.isEmpty() || thresholds.stream().anyMatch(part -> !(part > 0 && part <= 1))) {
            throw new IllegalArgumentException("thresholds must be in (0, 1], got " + thresholds);
        }
    }

    /** The highest threshold that is reached; 0 if none is. */
    double crossed(double used) {
        return thresholds.stream()
                .filter(part -> used >= part)
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(0);
    }

    /** What is sent. */
    static byte[] message(BudgetStanding one, double threshold, Instant at) {
        return AnswerJson.object()
                .put("type", "budget_threshold")
                .put("scope", one.state().scope().toString())
                .put("window_number", one.state().windowNumber())
                .put("measure", one.standing().taken().measure())
                .put("limit", one.standing().taken().limit())
                .put("taken", one.standing().taken().used())
                .put("used", one.used())
                .put("threshold", threshold)
                .put("at", at.toString())
                .toString()
                .getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return "WebhookSettings[" + url.getHost() + ", " + thresholds + "]";
    }
}
