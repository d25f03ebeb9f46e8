package io.abacusdp.accounting.filter;

/** The answer of a filter. */
public sealed interface Decision {
    /** The release may be made; its cost is spent. */
    record Granted() implements Decision {}

    /**
     * The release must not be made; nothing was spent.
     *
     * @param reason for people
     */
    record Refused(String reason) implements Decision {}
}
