package io.abacusdp.accounting;

import io.abacusdp.accounting.event.DpEvent;
import java.util.Optional;

/** An accountant has no bound for a part of an event. Nothing was changed by the call that threw it. */
public final class UnsupportedEventException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Histories of thousands of events are named by their beginning: the message goes into notes and answers. */
    private static final int MAX_NAME = 500;

    private final transient DpEvent event;

    /**
     * Names the part and why it is refused.
     *
     * @param accountant name of the accountant that refuses
     * @param event the smallest part of the event that it has no bound for
     * @param reason why, and what would be accepted instead
     */
    public UnsupportedEventException(String accountant, DpEvent event, String reason) {
        super("the %s accountant cannot account %s: %s".formatted(accountant, name(event), reason));
        this.event = event;
    }

    /** The refusal of what is looked up, if it is refused. */
    public static Optional<UnsupportedEventException> of(Runnable lookUp) {
        try {
            lookUp.run();
            return Optional.empty();
        } catch (UnsupportedEventException refusal) {
            return Optional.of(refusal);
        }
    }

    /** The part of the event that is refused. */
    public DpEvent event() {
        return event;
    }

    private static String name(DpEvent event) {
        String name = event.toString();
        return name.length() <= MAX_NAME ? name : name.substring(0, MAX_NAME) + "…";
    }
}
