package io.abacusdp.federated.report;

import java.util.List;

/** What no figure of a federated run covers, in words. */
public final class NotCovered {
    private NotCovered() {}

    /** All of it, for a run whose clients are sampled or not. */
    public static List<String> of(boolean areClientsSampled) {
        return List.of(
                "Choosing settings by other runs on the same data: each of those runs has a cost of its own.",
                "People with records at several clients, or several records at one: the guarantee for records is for one.",
                "The number of records of each client, the clients' names and weights, and all settings: they are taken as public.",
                "The test set, if there is one: accuracy is measured on it without noise, as if it were public.",
                "Who answered, declined or dropped out, and how often a round was tried: taken not to depend on private data."
                        + " Budgets hold all the same, as every attempt is charged.",
                "Time and memory that the training took, which may depend on the data. Who sees when a model is released knows how"
                        + " long the slowest client took that was waited for: no longer than the patience, and no longer than the"
                        + " grace after enough had answered, neither of which depends on data. "
                        + (areClientsSampled
                                ? "Where clients are sampled, that time also tells about who was sampled: the amplified figure is for"
                                        + " those who see models and not when they came."
                                : "Which clients were too late is taken not to depend on private data."));
    }
}
