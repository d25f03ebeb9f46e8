package io.abacusdp.training.audit;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.training.sampling.Sampler;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.LongFunction;

/** Lots without the rows that are to count as absent; all else, the cost included, is that of the sampler it draws from. */
final class PresentSampler implements Sampler {
    private final Sampler sampler;
    private final BitSet absent;

    PresentSampler(Sampler sampler, BitSet absent) {
        this.sampler = sampler;
        this.absent = absent;
    }

    @Override
    public int[] next() {
        return Arrays.stream(sampler.next()).filter(row -> !absent.get(row)).toArray();
    }

    @Override
    public int expectedSize() {
        return sampler.expectedSize();
    }

    @Override
    public boolean isSecure() {
        return sampler.isSecure();
    }

    @Override
    public List<Adjacency> adjacencies() {
        return sampler.adjacencies();
    }

    @Override
    public DpEvent charge(long step, LongFunction<DpEvent> releases) {
        return sampler.charge(step, releases);
    }

    @Override
    public DpEvent plan(long steps, LongFunction<DpEvent> releases) {
        return sampler.plan(steps, releases);
    }
}
