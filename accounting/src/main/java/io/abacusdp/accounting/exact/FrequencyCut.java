package io.abacusdp.accounting.exact;

import java.util.ArrayList;
import java.util.List;

/**
 * Where the sum over frequencies ends, and what may be left out beyond, by bounds that fall with the frequency.
 *
 * @param loss whose characteristic function it is
 * @param decays one for each factor
 * @param omega Ω, the last frequency
 */
record FrequencyCut(ComposedLoss loss, List<Decay> decays, double omega) {
    private static final int MAX_DOUBLINGS = 100;

    /**
     * The first of a sequence of frequencies at which what is left out is below e^{−need}: B(Ω) itself, or with the kernel
     * of δ its integral B(Ω)/πΩ. The logarithm of the bound grows as a power of the frequency, the square at first and less
     * where a few large losses do not matter any more; the next frequency is where the power seen last leads.
     *
     * @throws SlowDecayException if that is not so below the limit
     */
    static FrequencyCut after(ComposedLoss loss, double t, double need, boolean onlyDelta, double limit) {
        List<Decay.Family> families = new ArrayList<>();
        double square = 0;
        for (MechanismLoss factor : loss.factors()) {
            Decay.Family family = factor.decays(t);
            families.add(family);
            square += factor.count() * family.guess() * family.guess();
        }
        double omega = Math.sqrt(2 * need / square);
        double power = 2;
        double before = 0;
        double boundBefore = 0;
        while (omega <= limit) {
            List<Decay> decays = new ArrayList<>();
            for (Decay.Family family : families) {
                decays.add(family.at(omega));
            }
            FrequencyCut cut = new FrequencyCut(loss, decays, omega);
            double bound = cut.logBound(omega);
            double enough = -need + (onlyDelta ? Math.log(Math.PI * omega) : Math.min(0, Math.log(omega)));
            if (bound <= enough) {
                return cut;
            }
            if (bound < boundBefore && boundBefore < 0) {
                power = Math.min(2, Math.max(0.5, Math.log(bound / boundBefore) / Math.log(omega / before)));
            }
            before = omega;
            boundBefore = bound;
            omega *= Math.min(1.6, Math.max(1.02, 1.01 * Math.pow(enough / bound, 1 / power)));
        }
        throw new SlowDecayException("its characteristic function is not small at frequency " + limit);
    }

    /** An upper bound of the logarithm of the modulus of the characteristic function. */
    private double logBound(double at) {
        double bound = 0;
        for (int i = 0; i < decays.size(); i++) {
            bound += loss.factors().get(i).count() * decays.get(i).logBound(at);
        }
        return bound;
    }

    /** ∫_Ω^∞ B(ω)/ω² dω is at most B(Ω)/Ω. */
    double sumOfSquares() {
        return Math.exp(logBound(omega)) / omega;
    }

    /**
     * ∫_Ω^∞ B(ω)/ω dω is at most Σ_j B(2^jΩ)·log 2. The sum ends when B has become e^{−30} times smaller than at Ω; what
     * follows is taken to be 64 times the last term, as frequencies 2^92 times higher resolve differences of the loss that
     * its density gives no weight to.
     */
    double sum() {
        double first = logBound(omega);
        double sum = 0;
        double at = omega;
        for (int i = 0; i < MAX_DOUBLINGS; i++) {
            double bound = logBound(at);
            sum += Math.exp(bound) * Math.log(2);
            if (bound < first - 30) {
                return sum + 64 * Math.exp(bound);
            }
            at *= 2;
        }
        return Double.POSITIVE_INFINITY;
    }
}
