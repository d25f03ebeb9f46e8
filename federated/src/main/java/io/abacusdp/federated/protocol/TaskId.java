package io.abacusdp.federated.protocol;

/**
 * Names one thing that a client is asked to do, once in the life of a run.
 *
 * @param round from 1
 * @param attempt at the round, from 0; every attempt has its own reservation, keys and noise
 * @param step within the attempt, from 0, ascending for each client
 */
public record TaskId(int round, int attempt, int step) {
    public TaskId {
        require("round", round, 1);
        require("attempt", attempt, 0);
        require("step", step, 0);
    }

    private static void require(String name, int value, int least) {
        if (!(value >= least)) {
            throw new IllegalArgumentException(name + " must be at least " + least + ", got " + value);
        }
    }
}
