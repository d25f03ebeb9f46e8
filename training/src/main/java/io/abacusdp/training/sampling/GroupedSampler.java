package io.abacusdp.training.sampling;

import io.abacusdp.training.noise.NoiseSource;

/** Draws {@link GroupedLots}. */
final class GroupedSampler implements Sampler {
    private final int[][] groups;
    private final PoissonSampler[] samplers;
    private int next;

    GroupedSampler(GroupedLots lots, int datasetSize, NoiseSource source) {
        DealtRows dealt = new DealtRows(datasetSize, lots.groups(), source);
        this.groups = new int[lots.groups()][];
        this.samplers = new PoissonSampler[lots.groups()];
        for (int group = 0; group < groups.length; group++) {
            groups[group] = dealt.part(group);
            samplers[group] = new PoissonSampler(lots.rate(), lots.size(), groups[group].length, source);
        }
    }

    @Override
    public int[] next() {
        int[] lot = samplers[next].next();
        for (int i = 0; i < lot.length; i++) {
            lot[i] = groups[next][lot[i]];
        }
        next = next + 1 == groups.length ? 0 : next + 1;
        return lot;
    }
}
