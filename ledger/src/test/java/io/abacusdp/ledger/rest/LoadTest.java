package io.abacusdp.ledger.rest;

import static io.abacusdp.ledger.rest.Served.GAUSSIAN;
import static io.abacusdp.ledger.rest.Served.charge;
import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.ledger.rest.Api.Answer;
import io.abacusdp.ledger.security.Permission;
import io.abacusdp.ledger.store.Postgres;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One key cannot hold the server, however many connections it opens. */
class LoadTest {
    private static final int CONNECTIONS = 300;

    @TempDir
    Path folder;

    private Served serve(String store) {
        Served served = Served.at(
                store.equals("postgresql")
                        ? Postgres.newSchema(Postgres.newDatabase())
                        : "jdbc:sqlite:" + folder.resolve("ledger.db"));
        served.openAccount(1);
        return served;
    }

    /** A request of so many bytes of body, of which these come. */
    private static Socket begin(Served served, String path, String key, int length, String body) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), served.server.port());
        socket.getOutputStream()
                .write(("POST " + path + " HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + key
                                + "\r\nIdempotency-Key: k\r\nContent-Length: " + length + "\r\n\r\n" + body)
                        .getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static void assertOthersAreServed(Served served, Api other, String key) {
        assertThat(served.anonymous().get("/livez").status()).isEqualTo(200);
        assertThat(served.anonymous().get("/readyz").status()).isEqualTo(200);
        assertThat(other.get("/metrics").status()).isEqualTo(200);
        assertThat(other.keyed(key)
                        .post("/v1/charges", charge("acme", GAUSSIAN))
                        .status())
                .isEqualTo(201);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "postgresql"})
    @Tag("slow")
    void bodiesThatDoNotCome_holdNobodyElseAndAreCutOff(String store) throws Exception {
        try (Served served = serve(store)) {
            String slow = served.keys.issue("slow", Set.of(Permission.QUOTE)).text();
            Api other = served.as("other", Permission.CHARGE, Permission.READ);
            List<Socket> sockets = new ArrayList<>();
            for (int i = 0; i < CONNECTIONS; i++) {
                sockets.add(begin(served, "/v1/quote", slow, 10_000, "{"));
            }
            assertOthersAreServed(served, other, "1");
            // A byte now and then is not enough: each gets an answer that is a refusal, and its connection ends.
            int refused = 0;
            for (Socket socket : sockets) {
                socket.setSoTimeout(60_000);
                InputStream in = socket.getInputStream();
                byte[] head = in.readNBytes(12);
                assertThat(new String(head, StandardCharsets.US_ASCII)).isIn("HTTP/1.1 400", "HTTP/1.1 503");
                refused++;
                socket.close();
            }
            assertThat(refused).isEqualTo(CONNECTIONS);
            assertOthersAreServed(served, other, "2");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "postgresql"})
    @Tag("slow")
    void expensivePrice_askedForByMany_holdsNobodyElse(String store) throws Exception {
        try (Served served = serve(store)) {
            String greedy =
                    served.keys.issue("greedy", Set.of(Permission.QUOTE)).text();
            Api other = served.as("other", Permission.CHARGE, Permission.READ);
            String body = charge("acme", expensive(12));
            List<Socket> sockets = new ArrayList<>();
            for (int i = 0; i < CONNECTIONS; i++) {
                sockets.add(begin(served, "/v1/quote", greedy, body.length(), body));
            }
            assertOthersAreServed(served, other, "1");
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    /** An answer keeps its place until it is written, which takes as long as its reader likes. */
    @Test
    void contract_hardlyReadByMany_keepsItsOwnPlacesOnly() throws Exception {
        try (Served served = serve("sqlite")) {
            Api other = served.as("other", Permission.CHARGE, Permission.READ);
            // More answers at a time than lie between the two: some 3 MB.
            byte[] requests =
                    "GET /openapi.html HTTP/1.1\r\nHost: x\r\n\r\n".repeat(100).getBytes(StandardCharsets.US_ASCII);
            List<Socket> sockets = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                Socket socket = new Socket();
                socket.setReceiveBufferSize(1024);
                socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), served.server.port()));
                socket.getOutputStream().write(requests);
                sockets.add(socket);
            }
            Answer answer = served.anonymous().get("/openapi.html");
            long end = System.nanoTime() + 60_000_000_000L;
            while (answer.status() == 200 && System.nanoTime() < end) {
                answer = served.anonymous().get("/openapi.html");
            }
            assertThat(answer.isProblem("busy")).isTrue();
            assertOthersAreServed(served, other, "1");
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    /** Otherwise one key could have the server make an answer of half a gigabyte, of a thousand charges of its own. */
    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "postgresql"})
    void page_ofLargeEvents_endsEarly_andTheNextGoesOn(String store) {
        try (Served served = serve(store)) {
            served.setBudget("account:acme", 1e6);
            Api api = served.as("large", Permission.CHARGE, Permission.READ);
            for (int i = 0; i < 12; i++) {
                String one = GAUSSIAN.replace("10", Integer.toString(10 + i));
                String large = "{\"type\":\"composed\",\"events\":[" + (one + ",").repeat(12_000) + one + "]}";
                assertThat(api.keyed("k" + i)
                                .post("/v1/charges", charge("acme", large))
                                .status())
                        .isEqualTo(201);
            }
            assertThat(follow(api, "/v1/accounts/acme/history?limit=1000", "charges"))
                    .isEqualTo(12);
            assertThat(follow(api, "/v1/journal?limit=1000", "entries"))
                    .isEqualTo(served.ledger.journal().head().size());
        }
    }

    /** How many there are on all pages, of which there are several. */
    private static long follow(Api api, String path, String list) {
        long count = 0;
        int pages = 0;
        Answer answer = api.get(path);
        while (true) {
            assertThat(answer.body().length()).isLessThan(6_000_000);
            count += answer.json().path(list).size();
            pages++;
            if (!answer.json().has("next")) {
                assertThat(pages).isGreaterThan(1);
                return count;
            }
            answer = api.get(path + "&after=" + answer.json().path("next").asLong());
        }
    }

    @Test
    void price_thatWouldTakeMinutes_isRefusedBeforeItIsTried() {
        try (Served served = serve("sqlite")) {
            Api api = served.as("greedy", Permission.QUOTE);
            Answer answer = api.post("/v1/quote", charge("acme", expensive(1000)));
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.text("path")).isEqualTo("$.event");
            assertThat(answer.text("detail")).contains("so many different parts");
        }
    }

    @Test
    void database_thatIsFull_isNotReady() {
        try (Served served = Served.at("jdbc:sqlite:" + folder.resolve("small.db") + "?max_page_count=90")) {
            served.openAccount(1);
            Api api = served.as("writer", Permission.CHARGE);
            assertThat(served.anonymous().get("/readyz").status()).isEqualTo(200);
            int status = 201;
            for (int i = 0; status == 201; i++) {
                assertThat(i).as("charges until the disk is full").isLessThan(1000);
                status = api.keyed("k" + i)
                        .post("/v1/charges", charge("acme", GAUSSIAN.replace("10", Integer.toString(1000 + i))))
                        .status();
            }
            assertThat(status).isEqualTo(503);
            assertThat(awaitUnready(served)).contains("full");
            assertThat(served.anonymous().get("/livez").status()).isEqualTo(200);
        }
    }

    /** The reason, once what was found out within the last second is no longer told. */
    private static String awaitUnready(Served served) {
        long end = System.nanoTime() + 5_000_000_000L;
        Answer ready = served.anonymous().get("/readyz");
        while (ready.status() == 200 && System.nanoTime() < end) {
            ready = served.anonymous().get("/readyz");
        }
        assertThat(ready.isProblem("unready")).isTrue();
        return ready.text("detail");
    }

    /** Sampled Gaussians of so little noise that their integrals take long, all of them different. */
    private static String expensive(int parts) {
        StringBuilder events = new StringBuilder("{\"type\":\"composed\",\"events\":[");
        for (int i = 0; i < parts; i++) {
            events.append(i == 0 ? "" : ",")
                    .append("{\"type\":\"poisson_sampled\",\"rate\":0.5,\"event\":")
                    .append("{\"type\":\"gaussian\",\"noise_multiplier\":")
                    .append(0.01 + i * 1e-6)
                    .append("}}");
        }
        return events + "]}";
    }
}
