package io.abacusdp.ledger.journal;

import io.abacusdp.ledger.core.Fact;
import java.lang.reflect.RecordComponent;
import java.util.Set;
import java.util.TreeSet;

/** Who is named in a fact: by whom it was asked for, who approved it, and under whose idempotency key. */
final class NamedIn {
    private static final Set<String> PERSONS = Set.of("by", "approvedBy");
    private static final String KEY = "key";

    private NamedIn() {}

    static Set<String> names(Fact fact) {
        Set<String> names = new TreeSet<>();
        for (RecordComponent component : fact.getClass().getRecordComponents()) {
            try {
                boolean isPerson = PERSONS.contains(component.getName());
                if ((isPerson || component.getName().equals(KEY))
                        && component.getAccessor().invoke(fact) instanceof String text) {
                    // The server puts the holder's name before an idempotency key.
                    int colon = text.indexOf(':');
                    if (isPerson) {
                        names.add(text);
                    } else if (colon > 0) {
                        names.add(text.substring(0, colon));
                    }
                }
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("facts are public records", e);
            }
        }
        return names;
    }
}
