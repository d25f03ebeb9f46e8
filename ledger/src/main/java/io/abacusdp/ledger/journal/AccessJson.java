package io.abacusdp.ledger.journal;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.abacusdp.ledger.api.data.AccessRow;
import java.util.Arrays;
import java.util.Locale;

/** Rows of who may ask as JSON, as the journal's facts are. */
public final class AccessJson {
    private AccessJson() {}

    /** The word for a kind of row. */
    public static String kind(AccessRow row) {
        return kind(row.getClass());
    }

    private static String kind(Class<?> type) {
        return type.getSimpleName().toLowerCase(Locale.ROOT);
    }

    /** The text of a row. */
    public static String write(AccessRow row) {
        try {
            return FactJson.MAPPER.writeValueAsString(row);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a row has no JSON", e);
        }
    }

    /**
     * The row of this kind that the text holds, and nothing else.
     *
     * @throws IllegalArgumentException if it is not one
     */
    public static AccessRow read(String kind, String text) {
        Class<?> type = Arrays.stream(AccessRow.class.getPermittedSubclasses())
                .filter(one -> kind(one).equals(kind))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there are no rows of kind " + kind));
        try {
            return (AccessRow) FactJson.MAPPER.readValue(text, type);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not a row of who may ask: " + e.getOriginalMessage(), e);
        }
    }
}
