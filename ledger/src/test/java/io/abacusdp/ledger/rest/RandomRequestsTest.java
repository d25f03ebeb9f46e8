package io.abacusdp.ledger.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.ledger.rest.Api.Answer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random requests, most of them nearly right: no answer has status 500, every answer is as the contract says, every answer comes,
 * and in the end no budget is overspent and the journal verifies. The number is the system property fuzz.requests.
 */
@Tag("slow")
class RandomRequestsTest {
    private static final int REQUESTS = Integer.getInteger("fuzz.requests", 1500);
    private static final long SEED = Long.getLong("fuzz.seed", 5);

    private static final List<String> NUMBERS = List.of(
            "0",
            "1",
            "-1",
            "0.5",
            "10",
            "1e-300",
            "1e300",
            "1e308",
            "1e999",
            "5e-324",
            "9007199254740993",
            "0.1",
            "1000000",
            "-0.0",
            "100",
            "0.999999999",
            "2",
            "NaN",
            "\"x\"",
            "null",
            "true",
            "[]",
            "{}",
            "9223372036854775808");
    private static final List<String> PATHS = Stream.concat(
                    Api.PATHS_WITH_A_BODY.stream(),
                    Stream.of("start", "commit", "release", "extend").map(verb -> "/v1/reservations/r%d/" + verb))
            .toList();

    private final Random random = new Random(SEED);

    @Test
    @Timeout(1200)
    void requests_ofAnyShape_areAnsweredWithoutAFaultOfTheServer(@TempDir Path folder) {
        try (Served served = Served.at("jdbc:sqlite:" + folder.resolve("ledger.db"))) {
            Api api = served.asMaster("fuzz");
            served.openAccount(1);
            int accepted = 0;
            for (int i = 0; i < REQUESTS; i++) {
                String path = pick(PATHS).formatted(random.nextInt(400));
                byte[] body = mutated(body(path));
                Answer answer = api.keyed("k" + random.nextInt(REQUESTS)).post(path, body);
                assertThat(answer.status())
                        .as("seed %d, request %d: %s %s", SEED, i, path, new String(body, StandardCharsets.UTF_8))
                        .isIn(200, 201, 202, 400, 404, 409, 422);
                accepted += answer.status() < 300 ? 1 : 0;
            }
            assertThat(accepted).as("some requests are right").isGreaterThan(REQUESTS / 100);
            var audit = served.ledger.journal().verify(List.of(served.signer.publicKey()), List.of());
            assertThat(audit.journal().finding()).isEmpty();
            assertThat(audit.differences()).isEmpty();
            assertThat(api.get("/v1/accounts/acme/balance?delta=1e-6")
                            .json()
                            .path("budget")
                            .path("taken")
                            .asDouble())
                    .isLessThanOrEqualTo(1);
        }
    }

    private String body(String path) {
        if (path.endsWith("start") || path.endsWith("release")) {
            return "{}";
        }
        if (path.endsWith("extend")) {
            return "{\"ttl\":" + number("60") + "}";
        }
        if (path.endsWith("commit")) {
            return "{\"event\":" + event(3) + "}";
        }
        return switch (path) {
            case "/v1/accounts" -> "{\"account\":\"" + name() + "\",\"parent\":\"acme\"}";
            case "/v1/datasets" ->
                "{\"dataset\":\"" + name()
                        + "\",\"unit\":{\"name\":\"patient\",\"adjacency\":\"add_or_remove_one\"},\"blocks\":[\""
                        + name()
                        + "\"]}";
            case "/v1/budgets" -> "{\"scope\":\"" + scope() + "\",\"limit\":" + limit() + ",\"reason\":\"fuzz\"}";
            case "/v1/windows" -> "{\"scope\":\"" + scope() + "\",\"number\":" + number("2") + ",\"reason\":\"fuzz\"}";
            default ->
                "{\"account\":\"" + (random.nextInt(4) == 0 ? name() : "acme") + "\",\"scopes\":["
                        + (random.nextInt(3) == 0 ? "\"" + scope() + "\"" : "") + "],\"event\":" + event(4)
                        + (path.equals("/v1/reservations") ? ",\"ttl\":" + number("60") : "") + "}";
        };
    }

    private String event(int depth) {
        String inner = depth == 0 ? "{\"type\":\"gaussian\",\"noise_multiplier\":30}" : event(depth - 1);
        return switch (random.nextInt(depth == 0 ? 10 : 20)) {
            case 0, 1 -> "{\"type\":\"gaussian\",\"noise_multiplier\":" + number("20") + "}";
            case 2 -> "{\"type\":\"laplace\",\"noise_multiplier\":" + number("20") + "}";
            case 3 ->
                "{\"type\":\"discrete_gaussian\",\"sigma\":" + number("20") + ",\"sensitivity\":" + number("1") + "}";
            case 4 ->
                "{\"type\":\"discrete_laplace\",\"parameter\":" + number("0.1") + ",\"sensitivity\":" + number("1")
                        + "}";
            case 5 -> "{\"type\":\"pure_dp\",\"epsilon\":" + number("0.1") + "}";
            case 6 ->
                "{\"type\":\"approximate_dp\",\"epsilon\":" + number("0.1") + ",\"delta\":" + number("1e-9") + "}";
            case 7 -> "{\"type\":\"zcdp\",\"xi\":" + number("0") + ",\"rho\":" + number("0.001") + "}";
            case 8 ->
                "{\"type\":\"tree_aggregation\",\"noise_multiplier\":" + number("20") + ",\"steps\":" + number("10")
                        + "}";
            case 9 -> "{\"type\":\"" + pick(List.of("no_op", "non_private", "mystery")) + "\"}";
            case 10 ->
                "{\"type\":\"rdp_curve\",\"orders\":[2," + number("8") + "],\"values\":[0.01," + number("0.1") + "]}";
            case 11 ->
                "{\"type\":\"mixture_of_gaussians\",\"standard_deviation\":" + number("20") + ",\"sensitivities\":[0,"
                        + number("1") + "],\"probabilities\":[0.5," + number("0.5") + "]}";
            case 12 ->
                "{\"type\":\"skellam\",\"variance\":" + number("400") + ",\"l1_sensitivity\":" + number("1")
                        + ",\"l2_sensitivity\":" + number("1") + "}";
            case 13, 14 -> "{\"type\":\"repeated\",\"count\":" + number("3") + ",\"event\":" + inner + "}";
            case 15 -> "{\"type\":\"composed\",\"events\":[" + inner + "," + event(0) + "]}";
            case 16 -> "{\"type\":\"poisson_sampled\",\"rate\":" + number("0.01") + ",\"event\":" + inner + "}";
            case 17 ->
                "{\"type\":\"sampled_without_replacement\",\"dataset_size\":" + number("100") + ",\"sample_size\":"
                        + number("10") + ",\"event\":" + inner + "}";
            case 18 ->
                "{\"type\":\"repeat_and_select\",\"mean\":" + number("2") + ",\"shape\":" + number("1") + ",\"event\":"
                        + inner + "}";
            default -> "{\"type\":\"group\",\"size\":" + number("2") + ",\"event\":" + inner + "}";
        };
    }

    private String limit() {
        return switch (random.nextInt(3)) {
            case 0 -> "{\"type\":\"zcdp\",\"rho\":" + number("0.5") + "}";
            case 1 -> "{\"type\":\"epsilon_delta\",\"epsilon\":" + number("3") + ",\"delta\":" + number("1e-6") + "}";
            default -> "{\"type\":\"rdp_curve\",\"orders\":[2,8],\"values\":[0.1," + number("0.5") + "]}";
        };
    }

    private String number(String usual) {
        return random.nextInt(6) == 0 ? pick(NUMBERS) : usual;
    }

    private String name() {
        return random.nextInt(20) == 0
                ? pick(List.of("", "a b", "../x", "\\u0000", "é", "x".repeat(65)))
                : "n" + random.nextInt(9);
    }

    private String scope() {
        return pick(List.of("account:", "dataset:", "dataset:", "x:")) + name();
    }

    /** Now and then a byte is changed, lost or doubled. */
    private byte[] mutated(String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        if (bytes.length == 0 || random.nextInt(5) > 0) {
            return bytes;
        }
        int place = random.nextInt(bytes.length);
        switch (random.nextInt(3)) {
            case 0 -> bytes[place] = (byte) random.nextInt(256);
            case 1 -> bytes = java.util.Arrays.copyOf(bytes, place);
            default ->
                bytes = (body.substring(0, Math.min(place, body.length())) + body).getBytes(StandardCharsets.UTF_8);
        }
        return bytes;
    }

    private <T> T pick(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
