package io.abacusdp.ledger.rest;

import static io.abacusdp.ledger.rest.Served.GAUSSIAN;
import static io.abacusdp.ledger.rest.Served.charge;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.abacusdp.ledger.api.Ledger;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.client.LedgerClient;
import io.abacusdp.ledger.client.LedgerUnreachableException;
import io.abacusdp.ledger.client.Patience;
import io.abacusdp.ledger.journal.SigningKey;
import io.abacusdp.ledger.rest.Api.Answer;
import io.abacusdp.ledger.security.Permission;
import io.abacusdp.ledger.store.Postgres;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumSet;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens when the server stops, when its database does, and when nobody else may listen. */
@Tag("slow")
class StopTest {
    @TempDir
    Path folder;

    private String url() {
        return "jdbc:sqlite:" + folder.resolve("ledger.db");
    }

    @Test
    void server_closedWhileARequestArrives_answersItFirst() throws Exception {
        Served served = Served.at(url());
        Api anonymous = served.anonymous();
        String key = served.keys.issue("slow", EnumSet.allOf(Permission.class)).text();
        served.openAccount(1);
        byte[] body = charge("acme", GAUSSIAN).getBytes(StandardCharsets.UTF_8);
        Thread stop = new Thread(served.server::close);
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), served.server.port())) {
            OutputStream out = socket.getOutputStream();
            out.write(("POST /v1/charges HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + key
                            + "\r\nIdempotency-Key: k\r\nExpect: 100-continue\r\nContent-Length: " + body.length
                            + "\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            // The request is under way once the server asks for its body.
            InputStream in = socket.getInputStream();
            String goOn = "HTTP/1.1 100 Continue\r\n\r\n";
            assertThat(new String(in.readNBytes(goOn.length()), StandardCharsets.US_ASCII))
                    .isEqualTo(goOn);
            out.write(body, 0, 10);
            out.flush();
            stop.start();
            awaitRefusal(served.server.port());
            out.write(body, 10, body.length - 10);
            out.flush();
            assertThat(new String(in.readNBytes(12), StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 201");
        }
        stop.join();
        assertThat(served.ledger.scope(Scope.account("acme")).charges()).isEqualTo(1);
        assertThatThrownBy(() -> anonymous.get("/livez")).hasRootCauseInstanceOf(IOException.class);
        served.ledger.close();
    }

    /** Waits until the server takes no more connections. */
    private static void awaitRefusal(int port) throws InterruptedException {
        while (true) {
            try {
                new Socket(InetAddress.getLoopbackAddress(), port).close();
                Thread.sleep(5);
            } catch (IOException refused) {
                return;
            }
        }
    }

    @Test
    void database_gone_is503AndNeverAYes() throws Exception {
        EmbeddedPostgres postgres = Postgres.start();
        SigningKey signer = SigningKey.generate();
        Clock clock = Clock.systemUTC();
        Ledger ledger = Ledger.open(postgres.getJdbcUrl("postgres", "postgres"), signer, clock, Duration.ofSeconds(1));
        try (Served served = new Served(ledger, signer, ServerSettings.local(), clock)) {
            Api master = served.asMaster("master");
            served.openAccount(1);
            assertThat(master.keyed("1")
                            .post("/v1/charges", charge("acme", GAUSSIAN))
                            .status())
                    .isEqualTo(201);
            postgres.close();
            // Both wait for a connection, and so at the same time.
            CompletableFuture<Answer> ready =
                    CompletableFuture.supplyAsync(() -> served.anonymous().get("/readyz"));
            Answer answer = master.keyed("2").post("/v1/charges", charge("acme", GAUSSIAN));
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.isProblem("unavailable")).isTrue();
            assertThat(ready.join().status()).isEqualTo(503);
            assertThat(served.anonymous().get("/livez").status()).isEqualTo(200);
        }
    }

    @Test
    void keystore_given_encrypts() throws Exception {
        Path store = folder.resolve("server.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "server",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "san=ip:127.0.0.1",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        "password")
                .inheritIO()
                .start();
        assertThat(keytool.waitFor()).isZero();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, "password".toCharArray());
        }
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("server", keys.getCertificate("server"));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        ServerSettings settings = new ServerSettings("0.0.0.0", 0, new ServerSettings.Tls(store, "password"), null);
        try (Served served = new Served(url(), SigningKey.generate(), settings, Clock.systemUTC())) {
            HttpClient client = HttpClient.newBuilder().sslContext(context).build();
            HttpRequest request = HttpRequest.newBuilder(
                            URI.create("https://127.0.0.1:" + served.server.port() + "/readyz"))
                    .build();
            assertThat(client.send(request, BodyHandlers.ofString()).statusCode())
                    .isEqualTo(200);
            assertThatThrownBy(() -> served.anonymous().get("/readyz")).hasRootCauseInstanceOf(IOException.class);
            LedgerClient stranger = new LedgerClient(
                    HttpClient.newHttpClient(),
                    URI.create("https://127.0.0.1:" + served.server.port()),
                    "abacus_",
                    Patience.DEFAULT);
            assertThatThrownBy(() -> stranger.get("/v1/accounts"))
                    .as("at once, and not after two minutes of attempts")
                    .isInstanceOf(LedgerUnreachableException.class)
                    .hasMessageContaining("is not one that is trusted");
            ServerSettings wrong = new ServerSettings("0.0.0.0", 0, new ServerSettings.Tls(store, "other"), null);
            assertThatThrownBy(() -> LedgerServer.start(served.ledger, wrong, Clock.systemUTC()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("cannot open the keystore: its password is another");
            ServerSettings taken =
                    new ServerSettings("127.0.0.1", served.server.port(), new ServerSettings.PlainOnLoopback(), null);
            assertThatThrownBy(() -> LedgerServer.start(served.ledger, taken, Clock.systemUTC()))
                    .hasMessageMatching("cannot listen on 127.0.0.1 port [0-9]+: Address already in use.*");
        }
    }

    @Test
    void request_brokenOff_isNoFaultOfTheServer() throws Exception {
        try (Served served = Served.at(url())) {
            String key = served.keys.issue("x", EnumSet.allOf(Permission.class)).text();
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), served.server.port())) {
                socket.getOutputStream()
                        .write(("POST /v1/charges HTTP/1.1\r\nHost: x\r\nIdempotency-Key: k\r\nAuthorization: Bearer "
                                        + key + "\r\nContent-Length: 100\r\n\r\n{")
                                .getBytes(StandardCharsets.US_ASCII));
                socket.shutdownOutput();
                socket.getInputStream().readAllBytes();
            }
            assertThat(served.anonymous().as(key).get("/metrics").body())
                    .contains("route=\"/v1/charges\",status=\"400\"")
                    .doesNotContain("status=\"500\"");
        }
    }

    @Test
    void request_thatIsNotHttp_isAProblem() throws Exception {
        try (Served served = Served.at(url());
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), served.server.port())) {
            socket.getOutputStream()
                    .write("GET /livez HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(answer).startsWith("HTTP/1.1 400").contains("application/problem+json", "urn:abacus:problem:");
        }
    }
}
