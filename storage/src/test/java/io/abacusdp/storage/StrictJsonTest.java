package io.abacusdp.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StrictJsonTest {
    @Test
    void parse_ofJson_givesItsTree() {
        assertThat(StrictJson.parse(" {\"a\":[1,{\"b\":null}]} ")).hasToString("{\"a\":[1,{\"b\":null}]}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``|$|must be JSON, got nothing",
                "1 2|$|must be one JSON value, got more after it",
                "{\"a\":{\"b c\":NaN}}|$.a[\"b c\"]|must be valid JSON, got at line 1",
                "{\"a\":[0,{\"b\":1,\"b\":2}]}|$.a[1].b|must be valid JSON, got at line 1",
            })
    void parse_ofAnythingElse_saysWhereAndWhy(String text, String path, String problem) {
        assertThatThrownBy(() -> StrictJson.parse(text)).isInstanceOfSatisfying(InvalidJsonException.class, e -> {
            assertThat(e.path()).isEqualTo(path);
            assertThat(e.problem()).startsWith(problem);
            assertThat(e).hasMessage(e.path() + ": " + e.problem());
        });
    }

    @Test
    void parse_ofHostileNesting_isRefusedWithoutStackOverflow() {
        assertThat(StrictJson.parse("[".repeat(220) + "]".repeat(220)).isArray())
                .isTrue();
        assertThatThrownBy(() -> StrictJson.parse("[".repeat(100_000)))
                .isInstanceOf(InvalidJsonException.class)
                .hasMessageEndingWith("must not be nested deeper than 220 levels");
    }
}
