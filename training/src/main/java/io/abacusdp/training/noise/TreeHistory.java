package io.abacusdp.training.noise;

/** The noise of the nodes of the sum so far, one for each 1 of the number of steps in binary, for {@link NoiseMatrix.Tree}. */
final class TreeHistory implements NoiseHistory {
    private final int levels;
    private final long[] nodes;
    private long steps;

    TreeHistory(int coordinates, long steps) {
        this.levels = Long.SIZE - Long.numberOfLeadingZeros(steps);
        this.nodes = new long[Math.multiplyExact(levels, coordinates)];
    }

    @Override
    public long next(int coordinate, double fresh) {
        int from = coordinate * levels;
        int level = Long.numberOfTrailingZeros(steps + 1);
        long node = (long) Math.rint(fresh);
        long noise = node;
        for (int smaller = 0; smaller < level; smaller++) {
            noise -= nodes[from + smaller];
        }
        nodes[from + level] = node;
        return noise;
    }

    @Override
    public void stepDone() {
        steps++;
    }
}
