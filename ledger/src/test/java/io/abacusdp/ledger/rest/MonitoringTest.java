package io.abacusdp.ledger.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.sun.net.httpserver.HttpServer;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.ledger.api.data.PrivacyUnit;
import io.abacusdp.ledger.security.Permission;
import io.abacusdp.storage.StrictJson;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people alarm on: metrics, the files in examples/monitoring that name them, and the webhook. */
class MonitoringTest {
    private static final Path FILES = Path.of("../examples/monitoring");
    private static final Pattern METRIC = Pattern.compile("\\babacus_[a-z_]+");
    private static final Pattern REASON = Pattern.compile("reason=~\"([a-z|-]+)\"");

    @TempDir
    Path folder;

    private Served served;
    private Api master;
    private Api charger;

    @BeforeEach
    void start() {
        served = Served.at("jdbc:sqlite:" + folder.resolve("ledger.db"));
        PrivacyUnit unit = new PrivacyUnit("patient", Adjacency.ADD_OR_REMOVE_ONE);
        served.ledger.addAccount("acme", unit);
        served.ledger.addAccount("other", unit);
        served.ledger.addDataset("visits", unit, List.of("jan", "feb"), List.of("acme"));
        served.setBudget("account:other", 1);
        served.setBudget("dataset:visits", 1);
        served.setBudget("block:visits/jan", 0.5);
        master = served.asMaster("root");
        charger = served.as("trainer", Permission.CHARGE);
    }

    @AfterEach
    void stop() {
        served.close();
    }

    private Api.Answer spend(String key, String scope, double rho) {
        return charger.keyed(key)
                .post(
                        "/v1/charges",
                        "{\"account\":\"acme\",\"scopes\":[\"%s\"],\"event\":{\"type\":\"zcdp\",\"xi\":0,\"rho\":%s}}"
                                .formatted(scope, rho));
    }

    /** Metrics after the watch has looked again. */
    private String awaitMetrics(Api who, String line) {
        String text = who.get("/metrics").body();
        for (int i = 0; i < 300 && !text.contains(line); i++) {
            try {
                TimeUnit.MILLISECONDS.sleep(100);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            text = who.get("/metrics").body();
        }
        assertThat(text).contains(line);
        return text;
    }

    private static double value(String text, String series) {
        return text.lines()
                .filter(line -> line.startsWith(series + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(series.length() + 1)))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + series + " in " + text));
    }

    /** The worst block counts for the dataset: 0.25 on jan and 0.125 on the whole are 0.375. */
    @Test
    void metrics_sayHowEveryBudgetStands() {
        assertThat(spend("k1", "block:visits/jan", 0.25).status()).isEqualTo(201);
        assertThat(spend("k2", "dataset:visits", 0.125).status()).isEqualTo(201);
        assertThat(spend("k3", "dataset:visits", 0.5).isProblem("over-budget")).isTrue();
        String text =
                awaitMetrics(master, "abacus_ledger_budget_spent{scope=\"dataset:visits\",measure=\"rho\"} 0.375");
        assertThat(value(text, "abacus_ledger_budget_limit{scope=\"block:visits/jan\",measure=\"rho\"}"))
                .isEqualTo(0.5);
        assertThat(value(text, "abacus_ledger_budget_used_ratio{scope=\"block:visits/jan\",measure=\"rho\"}"))
                .isBetween(0.75, 0.7500001);
        assertThat(value(text, "abacus_ledger_budget_remaining{scope=\"dataset:visits\",measure=\"rho\"}"))
                .isBetween(0.6249, 0.625);
        assertThat(value(text, "abacus_ledger_refusals_total{reason=\"over-budget\"}"))
                .isEqualTo(1);
        assertThat(text).contains("abacus_ledger_budget_lasts_seconds{scope=\"account:other\",measure=\"rho\"} +Inf");
        assertThat(value(text, "abacus_ledger_budgets_not_shown")).isZero();
    }

    @Test
    void metrics_ofAKeyThatReachesOneAccount_holdNothingOfOthers() {
        awaitMetrics(master, "scope=\"account:other\"");
        Api acme = served.within("acme", "acme-watch", Permission.READ);
        String text = awaitMetrics(acme, "scope=\"dataset:visits\"");
        assertThat(text).doesNotContain("account:other", "abacus_ledger_requests", "refusals", "queue");
        assertThat(served.as("quoter", Permission.QUOTE).get("/metrics").status())
                .isEqualTo(403);
    }

    @Test
    void files_nameNoMetricThatALiveServerDoesNotHave() throws IOException {
        assertThat(spend("k1", "dataset:visits", 2).isProblem("over-budget")).isTrue();
        String text = awaitMetrics(master, "scope=\"dataset:visits\"");
        Set<String> live = names(METRIC, text);
        JsonNode alerts = new YAMLMapper().readTree(FILES.resolve("alerts.yml").toFile());
        JsonNode dashboard = StrictJson.parse(Files.readString(FILES.resolve("dashboard.json")));
        List<String> expressions = new java.util.ArrayList<>(alerts.findValuesAsText("expr"));
        assertThat(expressions).hasSizeGreaterThan(9);
        expressions.addAll(dashboard.findValuesAsText("expr"));
        expressions.addAll(dashboard.path("templating").findValuesAsText("query"));
        Set<String> named = names(METRIC, String.join("\n", expressions));
        assertThat(live).containsAll(named);
        assertThat(named).hasSizeGreaterThan(9);
        // Reasons are types of problems, which the server's source names.
        String problems = Files.readString(Path.of("src/main/java/io/abacusdp/ledger/rest/Problems.java"))
                + Files.readString(Path.of("src/main/java/io/abacusdp/ledger/rest/ChargeOperations.java"))
                + Files.readString(Path.of("src/main/java/io/abacusdp/ledger/rest/QueueOperations.java"));
        for (String reasons : names(REASON, String.join("\n", expressions))) {
            for (String reason : reasons.replaceAll(".*\"(.*)\"", "$1").split("\\|", -1)) {
                assertThat(problems).contains('"' + reason + '"');
            }
        }
    }

    private static Set<String> names(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(MatchResult::group).collect(Collectors.toCollection(TreeSet::new));
    }

    /** A receiver that keeps what it is sent, and answers with these codes one after the other. */
    private static HttpServer receiver(BlockingQueue<String> bodies, String header, int... codes) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        AtomicInteger calls = new AtomicInteger();
        server.createContext("/", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            bodies.add(exchange.getRequestHeaders().getFirst(header) + " " + body);
            int code = codes[Math.min(calls.getAndIncrement(), codes.length - 1)];
            if (code == 302) {
                exchange.getResponseHeaders().add("Location", "/inner");
            }
            exchange.sendResponseHeaders(code, -1);
            exchange.close();
        });
        server.start();
        return server;
    }

    private static URI address(HttpServer server) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/hook");
    }

    @Test
    void webhook_isToldOnceForEachThreshold_signed_andAgainIfItFailed() throws Exception {
        BlockingQueue<String> got = new LinkedBlockingQueue<>();
        HttpServer receiver = receiver(got, "Abacus-Signature", 500, 204);
        Webhook webhook =
                new Webhook(new WebhookSettings(address(receiver), List.of(0.9, 0.5), "s3cret"), Duration.ofMillis(10));
        try (BudgetWatch watch = new BudgetWatch(served.ledger, Clock.systemUTC(), Duration.ofMillis(20), webhook)) {
            assertThat(spend("k1", "block:visits/jan", 0.3).status()).isEqualTo(201);
            String first = got.poll(20, TimeUnit.SECONDS);
            String again = got.poll(20, TimeUnit.SECONDS);
            assertThat(again).isEqualTo(first);
            String body = first.substring(first.indexOf(' ') + 1);
            JsonNode message = StrictJson.parse(body);
            assertThat(message.path("scope").asText()).isEqualTo("block:visits/jan");
            assertThat(message.path("threshold").doubleValue()).isEqualTo(0.5);
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec("s3cret".getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            assertThat(first)
                    .startsWith("sha256="
                            + java.util.HexFormat.of().formatHex(mac.doFinal(body.getBytes(StandardCharsets.UTF_8))));
            assertThat(spend("k2", "block:visits/jan", 0.17).status()).isEqualTo(201);
            String second = got.poll(20, TimeUnit.SECONDS);
            assertThat(second).contains("\"threshold\":0.9");
            assertThat(got).isEmpty();
            assertThat(webhook.failures()).isZero();
            assertThat(watch.standings()).isNotEmpty();
        } finally {
            receiver.stop(0);
        }
    }

    /** A receiver that answers "go there" could otherwise have the server call hosts that only the server reaches. */
    @Test
    void webhook_followsNoRedirection_andGivesUpAfterFiveAttempts() throws Exception {
        BlockingQueue<String> got = new LinkedBlockingQueue<>();
        HttpServer receiver = receiver(got, "Abacus-Signature", 302);
        try (Webhook webhook =
                new Webhook(new WebhookSettings(address(receiver), List.of(0.5), null), Duration.ofMillis(1))) {
            webhook.send("{}".getBytes(StandardCharsets.UTF_8));
            for (int i = 0; i < 5; i++) {
                assertThat(got.poll(20, TimeUnit.SECONDS)).isEqualTo("null {}");
            }
            for (int i = 0; i < 200 && webhook.failures() == 0; i++) {
                TimeUnit.MILLISECONDS.sleep(50);
            }
            assertThat(webhook.failures()).isEqualTo(1);
            assertThat(got).isEmpty();
        } finally {
            receiver.stop(0);
        }
    }

    @Test
    void webhook_thatNobodyTakes_holdsUpNoCharge() throws Exception {
        // A port at which nobody listens.
        try (Webhook webhook = new Webhook(
                        new WebhookSettings(URI.create("http://127.0.0.1:1/x"), List.of(0.01), null),
                        Duration.ofSeconds(60));
                BudgetWatch watch = new BudgetWatch(served.ledger, Clock.systemUTC(), Duration.ofMillis(10), webhook)) {
            for (int i = 0; i < 20; i++) {
                assertThat(spend("k" + i, "dataset:visits", 0.01).status()).isEqualTo(201);
            }
            for (int i = 0; i < 2000; i++) {
                webhook.send(new byte[0]);
            }
            assertThat(webhook.failures()).isGreaterThan(0);
            assertThat(watch).isNotNull();
        }
    }

    @Test
    void webhookSettings_takeNoOtherAddresses_andShowNoSecret() {
        for (String url : List.of("file:///etc/passwd", "ftp://a/b", "http:///x", "https://user:pw@host/", "x")) {
            assertThatThrownBy(() -> new WebhookSettings(URI.create(url), List.of(0.5), null))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> new WebhookSettings(URI.create("http://a/"), List.of(1.5), null))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(new WebhookSettings(URI.create("http://a/token"), List.of(0.5), "s3cret").toString())
                .doesNotContain("s3cret", "token");
    }
}
