package io.abacusdp.cli.account;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.cli.output.Answer;
import io.abacusdp.cli.output.AnswerJson;
import io.abacusdp.cli.output.CommandFailures;
import io.abacusdp.cli.output.Timed;
import io.abacusdp.storage.StrictJson;
import java.util.function.Supplier;

/** Answers queries that are lines of JSON. Nothing that a line holds can end the batch. */
final class Batch {
    private final int repeat;

    /**
     * A batch that runs each query several times, for measuring.
     *
     * @param repeat at least 1
     */
    Batch(int repeat) {
        this.repeat = repeat;
    }

    /** The answer to one line, or the error that it is answered with. */
    ObjectNode answer(String line) {
        JsonNode id = NullNode.getInstance();
        try {
            JsonNode node = StrictJson.parse(line);
            QueryFields fields = new QueryFields(node);
            id = fields.id();
            Supplier<Answer> query = BatchQueries.of(fields);
            Timed<Answer> answer = Timed.median(repeat, query);
            return AnswerJson.write(id, answer.result(), answer.micros());
        } catch (IllegalArgumentException e) {
            return AnswerJson.error(id, CommandFailures.message(e));
        } catch (RuntimeException e) {
            return AnswerJson.error(id, CommandFailures.isRefusal(e) ? CommandFailures.message(e) : internal(e));
        } catch (StackOverflowError | OutOfMemoryError e) {
            return AnswerJson.error(id, internal(e));
        }
    }

    private static String internal(Throwable e) {
        return "internal error, please report it: " + e;
    }
}
