package io.abacusdp.accounting.calibrate;

import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.event.DpEvent;

/**
 * A limit on one figure of privacy loss that falls with noise and rises with steps and sampling rate.
 *
 * <p>Example: {@code new Calibration(new EpsilonTarget(accountant, adjacency, 2, 1e-5))} finds the noise for it.
 */
public interface Target {
    /** The greatest value of the figure that is allowed. */
    double limit();

    /** An upper bound of the figure for the event, possibly infinite. */
    double cost(DpEvent event);

    /** A guarantee that holds for the event: the one asked for if the target is one, (0, advantage) otherwise. */
    Guarantee guarantee(DpEvent event);

    /** The figure with the given value in words, such as 'epsilon 1.0 at delta 1.0E-5 by the rdp accountant'. */
    String describe(double value);

    /** What to say if the figure is infinite whatever is tried. */
    String remedy();
}
