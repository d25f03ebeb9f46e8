package io.abacusdp.training.sampling;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.DpEvent;
import java.util.List;
import java.util.function.LongFunction;

/**
 * Draws the lots of a run, and says what releases from them cost. How a lot was drawn decides what it costs: a sampler that
 * claimed another's event would report less than was spent.
 *
 * <p>Releases are given as a function of the step's number, from 0: what is released of the lot of that step, as if the lot
 * were the whole data. For DP-SGD this is a Gaussian of noise multiplier σ/C, C the bound on one example's norm; the factor
 * between adjacencies is the accountant's, not the sampler's.
 *
 * <p>A sampler has a state and is not safe for use by several threads. The state is never stored: a resumed run takes a new
 * sampler, and pays for its lots as they are drawn.
 */
public interface Sampler {
    /** Rows of the next lot, no row twice. A lot may be empty; it is a step all the same, and never drawn again. */
    int[] next();

    /** The public number to divide a lot's sum by, whatever number of examples the lot has. */
    int expectedSize();

    /** Whether nobody can repeat the lots. */
    boolean isSecure();

    /** The adjacencies under which the events hold; the usual one first. */
    List<Adjacency> adjacencies();

    /**
     * What the next lot costs beyond those that were drawn. To be paid before it is drawn. Asking does not change
     * the sampler.
     *
     * @param step the number of the step that the next lot is for
     */
    DpEvent charge(long step, LongFunction<DpEvent> releases);

    /** What steps 0 to steps − 1 cost in all with a new sampler of this kind: its charges together. */
    DpEvent plan(long steps, LongFunction<DpEvent> releases);
}
