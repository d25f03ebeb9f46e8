package io.abacusdp.accounting.event;

/**
 * Discrete Laplace noise on an integer-valued sum: the mass at the integer x is tanh(a/2)·exp(−a|x|), independently in
 * every coordinate.
 *
 * @param parameter a, positive: the larger, the less noise; one record costs pure ε = a·sensitivity
 * @param sensitivity bound on the L1 norm of one record's contribution, at least 1
 */
public record DiscreteLaplace(double parameter, long sensitivity) implements DpEvent {
    public DiscreteLaplace {
        Require.positive("parameter", parameter, "use no_op for a release that no record touches");
        Require.count("sensitivity", sensitivity, 1);
    }
}
