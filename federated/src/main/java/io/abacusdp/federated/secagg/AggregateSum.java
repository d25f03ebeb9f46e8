package io.abacusdp.federated.secagg;

/** The sum of the survivors' vectors modulo 2^32, and who they are. */
public final class AggregateSum {
    private final int[] values;
    private final Members survivors;

    AggregateSum(int[] values, Members survivors) {
        this.values = values;
        this.survivors = survivors;
    }

    /** A copy of the sum; each number stands for all that differ from it by a multiple of 2^32. */
    public int[] values() {
        return values.clone();
    }

    public Members survivors() {
        return survivors;
    }
}
