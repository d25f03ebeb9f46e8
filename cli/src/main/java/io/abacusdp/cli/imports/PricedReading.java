package io.abacusdp.cli.imports;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.accounting.auto.AutoAccountant;
import io.abacusdp.cli.option.AnswerOutput;
import io.abacusdp.cli.output.Answer;
import io.abacusdp.cli.output.AnswerJson;
import io.abacusdp.cli.output.Timed;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A reading with what it cost.
 *
 * @param reading what may have run
 * @param found its guarantee, if it has one
 * @param refusal why it has none
 */
record PricedReading(Reading reading, Optional<Timed<Guarantee>> found, Optional<String> refusal) {
    private static final String NONE = "-";

    static PricedReading of(Reading reading, double delta) {
        try {
            Timed<Guarantee> found =
                    Timed.once(() -> AutoAccountant.best().epsilon(reading.event(), reading.adjacency(), delta));
            return new PricedReading(reading, Optional.of(found.map(it -> fitted(reading, it))), Optional.empty());
        } catch (UnsupportedEventException e) {
            return new PricedReading(reading, Optional.empty(), Optional.of(String.valueOf(e.getMessage())));
        }
    }

    /** What costs no less than what ran says nothing of what that cost at least. */
    private static Guarantee fitted(Reading reading, Guarantee found) {
        return reading.fit() == Reading.Fit.AS_RUN
                ? found
                : new Guarantee(
                        found.epsilon(),
                        found.delta(),
                        OptionalDouble.empty(),
                        found.order(),
                        found.adjacency(),
                        found.accountant(),
                        found.notes());
    }

    String epsilon(AnswerOutput output) {
        return found.map(it -> output.up(it.result().epsilon())).orElse("none");
    }

    String lower(AnswerOutput output) {
        OptionalDouble lower = found.map(it -> it.result().lower()).orElse(OptionalDouble.empty());
        return lower.isPresent() ? output.down(lower.getAsDouble()) : NONE;
    }

    ObjectNode json(JsonNode id) {
        ObjectNode node = found.map(
                        it -> AnswerJson.write(id, Answer.epsilon(it.result()).about(reading.event()), it.micros()))
                .orElseGet(() -> AnswerJson.error(id, refusal.orElse("")));
        return node.put("condition", reading.condition());
    }
}
