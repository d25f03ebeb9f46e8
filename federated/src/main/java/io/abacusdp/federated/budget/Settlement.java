package io.abacusdp.federated.budget;

import java.util.Locale;

/** How an attempt ended. Whatever it was, all that was reserved is spent. */
public enum Settlement {
    /** A model was released. */
    COMMITTED,
    /** No model was released; clients may have sent what they had. */
    ABORTED;

    String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
