package io.abacusdp.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.abacusdp.accounting.rdp.Orders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.TypeConversionException;

class OrdersConverterTest {
    private final OrdersConverter converter = new OrdersConverter();

    @Test
    void orders_rangesOfTheClassicGrid_areTheClassicGrid() {
        assertThat(converter.convert("1.1..10.9:0.1,11..63").grid())
                .containsExactly(Orders.classicGrid().grid());
        assertThat(converter.convert("classic")).isSameAs(Orders.classicGrid());
        assertThat(converter.convert("continuous").isContinuous()).isTrue();
    }

    @Test
    void orders_listed_areSorted() {
        assertThat(converter.convert("8,2..4,1.5").grid()).containsExactly(1.5, 2, 3, 4, 8);
        assertThat(converter.convert("2..2").grid()).containsExactly(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "x|orders above 1",
                "2,,3|orders above 1",
                "1..4|orders above 1",
                "2..Infinity|orders above 1",
                "4..2|ranges of orders that rise, got 4..2",
                "2..4:0|a step above 0, got 0",
                "2..4:-1|a step above 0, got -1",
                "2..20002|at most 10000 orders",
            })
    void orders_wrong_areRefused(String text, String message) {
        assertThatThrownBy(() -> converter.convert(text))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageContaining(message);
    }
}
