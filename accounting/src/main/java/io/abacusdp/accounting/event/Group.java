package io.abacusdp.accounting.event;

import java.util.Objects;

/**
 * The event seen by a group: the loss of size records that are all present or all absent (or all replaced, or all zeroed
 * out) together. Around a sampled event, each record of the group is sampled by itself; inside one, the group is what is
 * sampled, as a whole.
 *
 * @param size of the group, at least 1
 * @param event what is run on data that holds the group
 */
public record Group(long size, DpEvent event) implements DpEvent {
    public Group {
        Require.count("size", size, 1);
        Objects.requireNonNull(event, "event");
    }
}
