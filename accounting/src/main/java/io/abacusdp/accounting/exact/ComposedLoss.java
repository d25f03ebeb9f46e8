package io.abacusdp.accounting.exact;

import io.abacusdp.accounting.numeric.Cumulants;
import java.util.List;

/** The privacy loss of a composition in one direction, for one query by one thread: its moments at real tilts. */
record ComposedLoss(List<MechanismLoss> factors) {
    Cumulants cumulants(double t) {
        Cumulants sum = Cumulants.ZERO;
        for (MechanismLoss factor : factors) {
            sum = sum.plus(factor.count(), factor.cumulants(t));
        }
        return sum;
    }

    /**
     * A bound on the error of the logarithm of M(t) as the moments give it.
     *
     * <p>Formula: 0.01 + 10^−6·|log M| + Σ the errors by method of the factors ({@link MechanismLoss#cumulantError}). What is left is
     * round-off, which is a relative one of each factor's logarithm: a sum of at most 40,000 positive terms, or of terms that
     * cancel no further than to {@code expm1mx}, errs by less than 40,000·2^−50 &lt; 4e-11 of itself, and the logarithms of all
     * factors have the same sign.
     */
    double slack(double log, double t) {
        double byMethod = 0;
        for (MechanismLoss factor : factors) {
            byMethod += factor.cumulantError(t);
        }
        return 0.01 + 1e-6 * Math.abs(log) + byMethod;
    }
}
