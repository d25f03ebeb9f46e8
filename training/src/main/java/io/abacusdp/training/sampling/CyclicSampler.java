package io.abacusdp.training.sampling;

/** Takes the lots of {@link CyclicLots} in turn. */
final class CyclicSampler implements Sampler {
    private final DealtRows rows;
    private final int lots;
    private int next;

    CyclicSampler(DealtRows rows, int lots) {
        this.rows = rows;
        this.lots = lots;
    }

    @Override
    public int[] next() {
        int[] lot = rows.part(next);
        next = next + 1 == lots ? 0 : next + 1;
        return lot;
    }
}
