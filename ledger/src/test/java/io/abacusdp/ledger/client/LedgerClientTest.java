package io.abacusdp.ledger.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers of something that stands where the ledger should be. */
class LedgerClientTest {
    private static final DpEvent EVENT = new Gaussian(10);

    private HttpServer other;
    private LedgerClient client;
    private volatile int status;
    private volatile String body = "";
    private final AtomicInteger asked = new AtomicInteger();

    @BeforeEach
    void start() throws IOException {
        other = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        other.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(
                    asked.incrementAndGet() == 1 ? status : 200, bytes.length == 0 ? -1 : bytes.length);
            if (bytes.length > 0) {
                exchange.getResponseBody().write(bytes);
            }
            exchange.close();
        });
        other.start();
        client = new LedgerClient(
                HttpClient.newHttpClient(),
                URI.create("http://127.0.0.1:" + other.getAddress().getPort()),
                "key",
                new Patience(Duration.ofSeconds(10), Duration.ofMinutes(1), Duration.ofMillis(1)));
    }

    @AfterEach
    void stop() {
        other.stop(0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"200|<html>Welcome to the hotel</html>", "200|{}", "201|{\"reservation\":7}", "204|''", "302|moved"
            })
    void charge_answeredByNoLedger_isNotTakenForRecorded(int given, String text) {
        status = given;
        body = given == 204 ? "" : text;

        assertThatThrownBy(() -> client.charge("k", "acme", List.of(), EVENT))
                .isInstanceOf(LedgerRefusedException.class)
                .hasMessageContaining("nothing is known to be recorded");
    }

    @Test
    void everyChange_answeredByNoLedger_isRefused() {
        status = 200;
        body = "{\"ok\":true}";

        assertThatThrownBy(() -> client.reserve("k", "acme", List.of(), EVENT, Duration.ofMinutes(1)))
                .isInstanceOf(LedgerRefusedException.class);
        assertThatThrownBy(() -> client.start("r1")).isInstanceOf(LedgerRefusedException.class);
        assertThatThrownBy(() -> client.commit("r1", EVENT)).isInstanceOf(LedgerRefusedException.class);
        assertThatThrownBy(() -> client.release("r1")).isInstanceOf(LedgerRefusedException.class);
        assertThatThrownBy(() -> client.extend("r1", Duration.ofMinutes(1))).isInstanceOf(LedgerRefusedException.class);
    }

    @ParameterizedTest
    @CsvSource({"429", "502", "503", "504"})
    void charge_whenTheServerCannotAnswerNow_asksAgain(int given) {
        status = given;
        body = "{\"reservation\":\"r1\"}";

        assertThat(client.charge("k", "acme", List.of(), EVENT)
                        .path("reservation")
                        .textValue())
                .isEqualTo("r1");
        assertThat(asked).hasValue(2);
    }
}
