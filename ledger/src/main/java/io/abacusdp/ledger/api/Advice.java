package io.abacusdp.ledger.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.filter.RenyiCost;
import io.abacusdp.accounting.numeric.Search;
import io.abacusdp.format.EventJson;
import io.abacusdp.ledger.api.data.BudgetCheck;
import io.abacusdp.ledger.api.data.Price;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What would fit instead of an event that does not. Both were seen to fit when the event was refused. There is none for an event
 * that takes long to price.
 *
 * @param fewerSteps the event with fewer repetitions, if it is a repetition and one of it fits
 * @param moreNoise the event with all its noise multipliers raised by one factor, to within a thousandth of the least, if it
 *     has any and a factor of up to 2^20 suffices
 */
public record Advice(Optional<DpEvent> fewerSteps, Optional<DpEvent> moreNoise) {
    private static final String NOISE = "noise_multiplier";
    private static final double MAX_FACTOR = 0x1p20;

    public Advice {
        Objects.requireNonNull(fewerSteps, "fewerSteps");
        Objects.requireNonNull(moreNoise, "moreNoise");
    }

    /** Beyond this, in seconds, a price is too expensive to be worked out some forty times. */
    private static final double MAX_EFFORT = 0.05;

    static Advice of(Price price, List<BudgetCheck> over) {
        if (PricingEffort.seconds(price.event()) > MAX_EFFORT) {
            return new Advice(Optional.empty(), Optional.empty());
        }
        return new Advice(fewerSteps(price, over), moreNoise(price, over));
    }

    private static Optional<DpEvent> fewerSteps(Price price, List<BudgetCheck> over) {
        if (!(price.event() instanceof Repeated repeated) || repeated.count() < 2) {
            return Optional.empty();
        }
        long count = Search.greatest(
                1, repeated.count() - 1, steps -> fits(new Repeated(steps, repeated.event()), price, over));
        return count < 1 ? Optional.empty() : Optional.of(new Repeated(count, repeated.event()));
    }

    private static Optional<DpEvent> moreNoise(Price price, List<BudgetCheck> over) {
        ObjectNode event = EventJson.toNode(price.event());
        if (event.findValue(NOISE) == null) {
            return Optional.empty();
        }
        double factor = 2;
        while (factor < MAX_FACTOR && !fits(louder(event, factor), price, over)) {
            factor *= 2;
        }
        double least = Search.least(factor / 2, factor, 1e-3, by -> fits(louder(event, by), price, over));
        return Double.isNaN(least) ? Optional.empty() : Optional.of(louder(event, least));
    }

    private static boolean fits(DpEvent event, Price price, List<BudgetCheck> over) {
        try {
            RenyiCost cost = RenyiCost.of(event, price.adjacency());
            return over.stream().allMatch(check -> check.admits(cost));
        } catch (UnsupportedEventException e) {
            return false;
        }
    }

    private static DpEvent louder(ObjectNode event, double factor) {
        ObjectNode copy = event.deepCopy();
        for (JsonNode holder : copy.findParents(NOISE)) {
            ObjectNode mechanism = (ObjectNode) holder;
            mechanism.put(NOISE, mechanism.get(NOISE).doubleValue() * factor);
        }
        return EventJson.read(copy);
    }
}
