package io.abacusdp.accounting.event;

/**
 * Skellam noise on an integer-valued sum: the difference of two independent Poisson variables of mean variance/2, in
 * every coordinate.
 *
 * <p>Source: Agarwal, Kairouz, Liu 2021, arXiv:2110.04995.
 *
 * @param variance of the noise in one coordinate, positive
 * @param l1Sensitivity bound on the L1 norm of one record's contribution, positive
 * @param l2Sensitivity bound on the L2 norm of one record's contribution, positive
 */
public record Skellam(double variance, double l1Sensitivity, double l2Sensitivity) implements DpEvent {
    public Skellam {
        Require.positive("variance", variance, "use non_private for a release without noise");
        Require.positive("l1_sensitivity", l1Sensitivity, "use no_op for a release that no record touches");
        Require.positive("l2_sensitivity", l2Sensitivity, "use no_op for a release that no record touches");
    }
}
