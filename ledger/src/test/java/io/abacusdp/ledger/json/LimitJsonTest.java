package io.abacusdp.ledger.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.abacusdp.accounting.filter.CurveLimit;
import io.abacusdp.accounting.filter.EpsilonDeltaLimit;
import io.abacusdp.accounting.filter.Limit;
import io.abacusdp.accounting.filter.ZcdpLimit;
import io.abacusdp.storage.CanonicalJson;
import java.io.UncheckedIOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class LimitJsonTest {
    private static Limit read(String json) throws JsonProcessingException {
        return LimitJson.read(new ObjectMapper().readTree(json), "$.limit");
    }

    @Test
    void limits_areReadAsTheyWereWritten() throws JsonProcessingException {
        for (Limit limit : List.of(
                new EpsilonDeltaLimit(3, 1e-6),
                new ZcdpLimit(0.5),
                new CurveLimit(List.of(2.0, 8.5), List.of(1.0, 2.0)))) {
            assertThat(read(LimitJson.toNode(limit).toString())).isEqualTo(limit);
        }
        assertThat(read("{\"type\":\"epsilon_delta\",\"epsilon\":3,\"delta\":1e-6}"))
                .isEqualTo(new EpsilonDeltaLimit(3, 1e-6));
    }

    @Test
    void whatIsNoLimit_isRefusedWithItsPath() {
        for (String json : List.of(
                "{}",
                "[]",
                "{\"type\":\"other\"}",
                "{\"type\":\"zcdp\"}",
                "{\"type\":\"zcdp\",\"rho\":\"1\"}",
                "{\"type\":\"zcdp\",\"rho\":-1}",
                "{\"type\":\"zcdp\",\"rho\":1e999}",
                "{\"type\":\"zcdp\",\"rho\":1,\"more\":2}",
                "{\"type\":\"epsilon_delta\",\"epsilon\":1,\"delta\":0}",
                "{\"type\":\"rdp_curve\",\"orders\":2,\"values\":[1]}",
                "{\"type\":\"rdp_curve\",\"orders\":[2],\"values\":[null]}")) {
            assertThatThrownBy(() -> read(json))
                    .as(json)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("$.limit: ");
        }
    }

    @Test
    void textThatIsNotJson_hasNoCanonicalForm() {
        assertThatThrownBy(() -> CanonicalJson.text("{")).isInstanceOf(UncheckedIOException.class);
        // Order of names and form of numbers by RFC 8785.
        assertThat(CanonicalJson.text("{\"b\":1e2,\"a\":[0.10]}")).isEqualTo("{\"a\":[0.1],\"b\":100}");
    }
}
