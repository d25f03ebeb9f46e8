package io.abacusdp.accounting;

import io.abacusdp.accounting.event.DpEvent;

/** An accountant has no bound for a part of an event. Nothing was changed by the call that threw it. */
public final class UnsupportedEventException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient DpEvent event;

    /**
     * Names the part and why it is refused.
     *
     * @param accountant name of the accountant that refuses
     * @param event the smallest part of the event that it has no bound for
     * @param reason why, and what would be accepted instead
     */
    public UnsupportedEventException(String accountant, DpEvent event, String reason) {
        super("the %s accountant cannot account %s: %s".formatted(accountant, event, reason));
        this.event = event;
    }

    /** The part of the event that is refused. */
    public DpEvent event() {
        return event;
    }
}
