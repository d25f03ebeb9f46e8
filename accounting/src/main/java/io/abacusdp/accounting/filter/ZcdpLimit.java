package io.abacusdp.accounting.filter;

import java.util.OptionalDouble;

/**
 * A limit on ρ of zero-concentrated privacy. The sum of the ρ of adaptively chosen releases is itself a valid bound, as long
 * as each next release is refused that would exceed it (Feldman, Zrnic 2021, arXiv:2008.11193; Whitehouse et al. 2023,
 * arXiv:2203.05481). A release with a failure probability apart from its curve is not admitted.
 *
 * @param rho finite, above 0
 */
public record ZcdpLimit(double rho) implements Limit {
    public ZcdpLimit {
        if (!(rho > 0 && rho < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("rho must be finite and above 0, got " + rho);
        }
    }

    @Override
    public boolean admits(RenyiCost total) {
        return total.zcdp() <= rho && total.deltaApart() == 0;
    }

    @Override
    public Binding binding(RenyiCost total) {
        double used = total.deltaApart() == 0 ? total.zcdp() : Double.POSITIVE_INFINITY;
        return new Binding("rho", used, rho, OptionalDouble.empty());
    }
}
