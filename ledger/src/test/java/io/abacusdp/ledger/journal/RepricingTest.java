package io.abacusdp.ledger.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.NonPrivate;
import io.abacusdp.accounting.filter.RenyiCost;
import io.abacusdp.ledger.api.data.Price;
import java.util.List;
import org.junit.jupiter.api.Test;

class RepricingTest {
    @Test
    void priceThatIsTooLow_atOneOrder_isFound() {
        Price fair = Price.of(new Gaussian(2), Adjacency.ZERO_OUT);
        long[] units = fair.cost().units();
        units[7] -= 10;
        Price low = Price.recorded(fair.event(), fair.adjacency(), RenyiCost.ofUnits(units), fair.terms());
        Price free = Price.recorded(new NonPrivate(), Adjacency.ZERO_OUT, RenyiCost.ZERO, List.of());
        Price open = Price.of(new NonPrivate(), Adjacency.ZERO_OUT);
        assertThat(Repricing.underpriced(List.of(fair, low, free, open))).containsExactly(low, free);
    }
}
