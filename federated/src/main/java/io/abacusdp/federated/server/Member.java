package io.abacusdp.federated.server;

import io.abacusdp.federated.message.LocalTraining;

/**
 * A client as it was enrolled. All of it is public.
 *
 * @param records how many it has
 * @param weight of its update, fixed beforehand
 * @param local what it does in every round
 */
public record Member(String name, int records, double weight, LocalTraining local) {
    public Member {
        if (name.isEmpty() || records < 1) {
            throw new IllegalArgumentException(
                    "a client must have a name and at least 1 record, got '" + name + "' and " + records);
        }
        if (local.lot() > records) {
            throw new IllegalArgumentException(
                    "the lot of %s must be at most its %d records, got %d".formatted(name, records, local.lot()));
        }
    }
}
