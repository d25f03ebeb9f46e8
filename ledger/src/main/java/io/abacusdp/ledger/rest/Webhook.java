package io.abacusdp.ledger.rest;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends messages to one address, each a few times if it has to be, on a thread of its own. Redirections are not followed, so
 * that the receiver cannot send us on to hosts that only we reach; what it answers is not read. Logs name neither the path, which
 * may hold a secret, nor the message. Safe for use by several threads.
 */
final class Webhook implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Webhook.class);
    private static final int MAX_WAITING = 1000;
    private static final int ATTEMPTS = 5;
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final WebhookSettings settings;
    private final Duration pause;
    private final BlockingQueue<byte[]> waiting = new ArrayBlockingQueue<>(MAX_WAITING);
    private final AtomicLong failures = new AtomicLong();
    private final HttpClient http = HttpClient.newBuilder()
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(TIMEOUT)
            .build();
    private final Thread thread;

    /**
     * A webhook, until it is closed.
     *
     * @param pause before the second attempt; doubled for each one after it
     */
    Webhook(WebhookSettings settings, Duration pause) {
        this.settings = settings;
        this.pause = pause;
        this.thread = new Thread(this::run, "ledger-webhook");
        this.thread.setDaemon(true);
        this.thread.start();
    }

    WebhookSettings settings() {
        return settings;
    }

    /** Messages that nobody took. */
    long failures() {
        return failures.get();
    }

    /** Has it sent; it is given up if too many are waiting. Never waits. */
    void send(byte[] message) {
        if (!waiting.offer(message)) {
            failures.incrementAndGet();
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }

    private void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                deliver(waiting.take());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void deliver(byte[] message) throws InterruptedException {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            if (attempt > 0) {
                TimeUnit.MILLISECONDS.sleep(pause.toMillis() << (attempt - 1));
            }
            try {
                int status =
                        http.send(request(message), BodyHandlers.discarding()).statusCode();
                if (status / 100 == 2) {
                    return;
                }
                LOG.warn("the webhook at {} answered {}", settings.url().getHost(), status);
            } catch (IOException e) {
                LOG.warn(
                        "the webhook at {} cannot be reached: {}",
                        settings.url().getHost(),
                        e.getClass().getSimpleName());
            }
        }
        failures.incrementAndGet();
    }

    private HttpRequest request(byte[] message) {
        HttpRequest.Builder request = HttpRequest.newBuilder(settings.url())
                .timeout(TIMEOUT)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(message));
        String secret = settings.secret();
        if (secret != null) {
            request.header("Abacus-Signature", "sha256=" + signature(secret, message));
        }
        return request.build();
    }

    private static String signature(String secret, byte[] message) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal(message));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HmacSHA256", e);
        }
    }
}
