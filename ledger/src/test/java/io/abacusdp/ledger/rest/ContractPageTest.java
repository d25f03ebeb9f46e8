package io.abacusdp.ledger.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.ledger.rest.Api.Answer;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** The contract as a page for people. */
class ContractPageTest {
    @TempDir
    static Path folder;

    private static Served served;
    private static HttpResponse<String> answer;
    private static Document page;
    private static final Contract CONTRACT = new Contract();

    @BeforeAll
    static void fetch() throws Exception {
        served = Served.at("jdbc:sqlite:" + folder.resolve("ledger.db"));
        answer = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + served.server.port() + "/openapi.html"))
                                .build(),
                        BodyHandlers.ofString());
        page = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(answer.body().getBytes(StandardCharsets.UTF_8)));
    }

    @AfterAll
    static void stop() {
        served.close();
    }

    private static List<Element> elements(String name) {
        NodeList found = page.getElementsByTagName(name);
        return IntStream.range(0, found.getLength())
                .mapToObj(i -> (Element) found.item(i))
                .toList();
    }

    private static Map<String, Element> byId() {
        Map<String, Element> ids = new TreeMap<>();
        for (Element element : elements("*")) {
            if (element.hasAttribute("id")) {
                assertThat(ids.put(element.getAttribute("id"), element)).isNull();
            }
        }
        return ids;
    }

    private static String text(String id) {
        return Objects.requireNonNull(byId().get(id)).getTextContent();
    }

    @Test
    void page_withoutAKey_isServed() {
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("text/html;charset=utf-8");
        assertThat(page.getDocumentElement().getTagName()).isEqualTo("html");
    }

    @Test
    void page_hasEveryOperationAndEverySchema() {
        Map<String, Element> ids = byId();
        assertThat(CONTRACT.operationIds()).hasSizeGreaterThan(35);
        CONTRACT.operationIds().forEach((id, methodAndPath) -> {
            assertThat(ids).containsKey("operation-" + id);
            Element article = Objects.requireNonNull(ids.get("operation-" + id));
            assertThat(article.getElementsByTagName("h3").item(0).getTextContent())
                    .isEqualTo(methodAndPath);
            assertThat(article.getTextContent()).contains("Name in generated clients: " + id + ".");
        });
        Set<String> schemas = new TreeSet<>();
        CONTRACT.schemas().forEach(name -> schemas.add("schema-" + name));
        assertThat(ids.keySet()).containsAll(schemas);
    }

    @Test
    void operation_hasParametersFieldsAnswersAndAnExample() {
        String queue = text("operation-queue");
        assertThat(queue)
                .contains(
                        "Idempotency-Key",
                        "max_wait",
                        "at least 1, at most 604800",
                        "Seconds after which it is refused")
                .contains("201", "It is held", "202", "It waits", "409", "application/problem+json")
                .contains("curl", "\"max_wait\":3600", "Authorization: Bearer $KEY", "/v1/queue");
        assertThat(text("operation-live")).doesNotContain("$KEY");
    }

    @Test
    void links_leadSomewhere() {
        Set<String> ids = byId().keySet();
        Set<String> targets = new HashSet<>();
        elements("a").forEach(link -> targets.add(link.getAttribute("href")));
        assertThat(targets).hasSizeGreaterThan(50).contains("openapi.yaml");
        targets.remove("openapi.yaml");
        assertThat(targets).allMatch(target -> target.startsWith("#") && ids.contains(target.substring(1)));
    }

    /** No script, nothing from elsewhere, and a policy that allows its one style only. */
    @Test
    void page_loadsNothing() throws Exception {
        for (String name : List.of("script", "link", "img", "iframe", "object", "form", "base")) {
            assertThat(elements(name)).as(name).isEmpty();
        }
        for (Element element : elements("*")) {
            for (int i = 0; i < element.getAttributes().getLength(); i++) {
                String name = element.getAttributes().item(i).getNodeName();
                assertThat(name.matches("on.*|src.*|style")).as(name).isFalse();
            }
        }
        String style = elements("style").get(0).getTextContent();
        assertThat(style).doesNotContain("url(", "@import").contains("max-width: 40rem");
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(style.getBytes(StandardCharsets.UTF_8));
        assertThat(answer.headers().firstValue("Content-Security-Policy"))
                .hasValue("default-src 'none'; style-src 'sha256-"
                        + Base64.getEncoder().encodeToString(hash)
                        + "'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
        assertThat(answer.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
    }

    /** Every example of a body is one that the server takes, made in this order by two persons. */
    @Test
    void examples_areTakenByTheServer() {
        Api alice = served.asMaster("alice");
        Api bob = served.asMaster("bob");
        Set<String> tried = new HashSet<>();
        for (String id : List.of("addAccount", "addDataset", "setBudget", "addPerson", "mapSubject")) {
            Answer given = post(alice, id, "", tried);
            if (given.status() == 202) {
                assertThat(post(bob, "approve", given.text("proposal"), tried).status())
                        .as(id)
                        .isEqualTo(200);
            }
        }
        // The first window lasts a month, so that nobody can approve this now.
        assertThat(post(alice, "openWindow", "", tried).status()).isEqualTo(202);
        assertThat(post(alice, "addKey", "", tried).status()).isEqualTo(201);
        assertThat(post(alice, "withdrawKey", "trainer", tried).status()).isEqualTo(200);
        assertThat(post(alice, "quote", "", tried).json().path("fits").asBoolean())
                .isTrue();
        assertThat(post(alice, "charge", "", tried).status()).isEqualTo(201);
        assertThat(post(alice, "queue", "", tried).status()).isEqualTo(201);
        String held = post(alice, "reserve", "", tried).text("reservation");
        for (String id : List.of("extend", "start", "commit")) {
            assertThat(post(alice, id, held, tried).text("reservation")).as(id).isEqualTo(held);
        }
        String other = post(alice, "reserve", "", tried).text("reservation");
        assertThat(post(alice, "release", other, tried).status()).isEqualTo(200);
        // Nobody waits, and the dataset has blocks of another kind: both are understood, and refused for that.
        assertThat(post(alice, "cancelWaiting", "nobody", tried).status()).isEqualTo(404);
        assertThat(post(alice, "declareBlocks", "", tried).status()).isIn(202, 409);
        Set<String> withBody = new TreeSet<>(CONTRACT.operationIds().keySet());
        withBody.removeIf(id -> CONTRACT.example(id).isMissingNode());
        assertThat(tried).containsAll(withBody);
    }

    private static Answer post(Api api, String id, String part, Set<String> tried) {
        tried.add(id);
        String path = Objects.requireNonNull(CONTRACT.operationIds().get(id))
                .replace("POST ", "")
                .replace("{id}", part);
        return api.keyed(id + tried.size() + part)
                .post(path, CONTRACT.example(id).toString());
    }
}
