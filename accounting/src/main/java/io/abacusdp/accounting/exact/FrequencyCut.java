package io.abacusdp.accounting.exact;

import java.util.ArrayList;
import java.util.List;

/**
 * Where the sum over frequencies ends, and a bound on what is left out beyond.
 *
 * <p>Formula: with n_i runs of factor i, |φ| = Π |φ_i|^{n_i}. Beyond Ω, what is known at a few frequencies ({@link Modulus}) bounds |φ|
 * everywhere:
 *
 * <ul>
 *   <li>between two of them, a distance d apart: if |S''| ≤ M, the second derivative of |S|² is at least −2M·|S|; with m the larger |S| at both
 *       ends and u the largest between them, u² ≤ m² + uMd²/4, hence u ≤ m + Md²/4, and u² ≤ m² + min(1, m + Md²/4)·Md²/4. Such an
 *       interval [α, β], with B the largest Π u_i^{n_i} of it and of all that follow, adds B·(1/α − 1/β) to ∫ B/ω² dω and B·log(β/α) to
 *       ∫ B/ω dω;
 *   <li>beyond the last of them, Ω', by a bound B that holds at all higher frequencies: ∫ B/ω² dω is at most B/Ω'. And as |φ_i| ≤ C_i/ω,
 *       with N = Σ n_i and W the frequency at which Π (C_i/W)^{n_i} = B, ∫ min(B, Π (C_i/ω)^{n_i})/ω dω is at most B·(log(W/Ω') + 1/N).
 * </ul>
 *
 * These B never rise, so that the integrals bound h·Σ |φ(kh)|/(kh)² and h·Σ |φ(kh)|/kh over all kh beyond Ω for every step h.
 *
 * <p>Accuracy: all bounds are raised by one part in a thousand for round-off, which is below 10^−12 of their logarithms.
 *
 * @param omega Ω, the last frequency
 * @param sumOfSquares ∫_Ω^∞ B(ω)/ω² dω
 * @param sum ∫_Ω^∞ B(ω)/ω dω
 */
record FrequencyCut(double omega, double sumOfSquares, double sum) {

    private static final int MAX_RUNGS = 20_000;

    /** By how much more than needed the bound is to be lower at Ω, as between frequencies it is higher. */
    private static final double SPARE = 1;

    /** By how much, in logarithm, the bound between two frequencies may be higher than that at both. */
    private static final double MAX_RISE = 1.5;

    /** By how much more than needed the bound beyond all is to be lower, as the logarithm of W/Ω' is a factor. */
    private static final double LAST = 4;

    /** What is known at the last frequency, and what was since Ω. */
    private static final class Ladder {
        private final List<MechanismLoss> factors;
        private final Modulus[] moduli;
        private final double runs;
        private double at;
        private Modulus.Rung[] rungs = new Modulus.Rung[0];
        /** Begin, end and bound of log|φ| of each interval since. */
        private final List<double[]> intervals = new ArrayList<>();

        Ladder(List<MechanismLoss> factors, double t, double need) {
            this.factors = factors;
            double total = 0;
            for (MechanismLoss factor : factors) {
                total += factor.count();
            }
            runs = total;
            moduli = new Modulus[factors.size()];
            for (int i = 0; i < moduli.length; i++) {
                moduli[i] = factors.get(i).modulus(t, (need + LAST) / runs);
            }
        }

        /** Goes to a frequency from which a sum is to begin. */
        void beginAt(double omega) {
            at = omega;
            rungs = known(omega);
            intervals.clear();
        }

        private Modulus.Rung[] known(double omega) {
            Modulus.Rung[] known = new Modulus.Rung[moduli.length];
            for (int i = 0; i < moduli.length; i++) {
                known[i] = moduli[i].at(omega);
            }
            return known;
        }

        /** A bound of log|φ| here. */
        double log() {
            double log = 0;
            for (int i = 0; i < rungs.length; i++) {
                log += factors.get(i).count() * Math.min(rungs[i].log(), rungs[i].logBeyond());
            }
            return log;
        }

        /** A bound of log|φ| here and beyond. */
        double logBeyond() {
            double log = 0;
            for (int i = 0; i < rungs.length; i++) {
                log += factors.get(i).count() * Math.min(0, rungs[i].logBeyond());
            }
            return log;
        }

        /** How far the next frequency may be if the bound between is to be higher than here by no more than about a rise. */
        double reach(double rise) {
            double sum = 0;
            for (int i = 0; i < rungs.length; i++) {
                sum += factors.get(i).count() * rungs[i].bend() * Math.exp(-rungs[i].log());
            }
            return Math.sqrt(8 * rise / sum);
        }

        /** Goes on to the next frequency, and returns the bound of log|φ| between, if that is no larger than the most; else stays. */
        double climb(double next, double most) {
            Modulus.Rung[] there = known(next);
            double distance = next - at;
            double log = 0;
            for (int i = 0; i < rungs.length; i++) {
                log += factors.get(i).count() * logBetween(rungs[i], there[i], distance);
            }
            if (log <= most) {
                intervals.add(new double[] {at, next, log});
                at = next;
                rungs = there;
            }
            return log;
        }

        private static double logBetween(Modulus.Rung one, Modulus.Rung other, double distance) {
            double log = Math.max(one.log(), other.log());
            double rise = 0.25 * one.bend() * distance * distance;
            if (rise == 0) {
                return log;
            }
            // (√(m² + P) + e)² is at most (m + e)² + P + 2e·Md²/4, as √(m² + P) ≤ m + Md²/4; and e may be larger at the
            // other end.
            double product = rise * Math.min(1 + other.error(), Math.exp(log) + rise)
                    + 2 * other.error() * rise
                    + 4 * Math.max(0, other.error() - one.error());
            double change = Math.expm1(2 * log) + product;
            double between =
                    change > -0.5 ? 0.5 * Math.log1p(Math.min(0, change)) : 0.5 * Math.log(Math.exp(2 * log) + product);
            return Math.min(between, one.logBeyond());
        }

        FrequencyCut cut(double omega) {
            double log = logBeyond();
            double logFall = 0;
            for (int i = 0; i < moduli.length; i++) {
                logFall += factors.get(i).count() / runs * moduli[i].logFall();
            }
            double farther = Math.max(0, logFall - log / runs - Math.log(at)) * 1.001;
            double bound = 1.001 * Math.exp(log);
            double sumOfSquares = bound / at;
            double sum = bound * (farther + 1 / runs);
            for (int i = intervals.size() - 1; i >= 0; i--) {
                double[] interval = intervals.get(i);
                log = Math.max(log, interval[2]);
                bound = 1.001 * Math.exp(log);
                sumOfSquares += bound * (interval[1] - interval[0]) / (interval[0] * interval[1]);
                sum += bound * Math.log(interval[1] / interval[0]);
            }
            return new FrequencyCut(omega, sumOfSquares, sum);
        }
    }

    /**
     * The first of a sequence of frequencies beyond which what is left out is below about e^{−need}: |φ| itself, or with the kernel of δ its
     * integral |φ|/πΩ. The logarithm grows as a power of the frequency, the square at first and less where a few large losses do not
     * matter any more; the next frequency is where the power seen last leads.
     *
     * @throws SlowDecayException if that is not so below the limit
     */
    static FrequencyCut after(ComposedLoss loss, double t, double need, boolean onlyDelta, double limit) {

        Ladder ladder = new Ladder(loss.factors(), t, need);
        double omega = Math.sqrt(2 * need / loss.cumulants(t).variance());
        double power = 2;
        double before = 0;
        double boundBefore = 0;
        int left = MAX_RUNGS;
        while (omega <= limit && left-- > 0) {
            ladder.beginAt(omega);
            double bound = ladder.log();
            double enough = -need + (onlyDelta ? Math.log(Math.PI * omega) : Math.min(0, Math.log(omega)));
            if (bound <= enough - SPARE) {
                boolean verified = true;
                while (verified && ladder.logBeyond() > enough - LAST && left-- > 0) {
                    verified = climbed(ladder, enough);
                }
                if (verified && left > 0) {
                    return ladder.cut(omega);
                }
                // The modulus rises again: from there on.
                omega = ladder.at * 1.02;
                continue;
            }
            if (bound < boundBefore && boundBefore < 0) {
                power = Math.min(2, Math.max(0.5, Math.log(bound / boundBefore) / Math.log(omega / before)));
            }
            before = omega;
            boundBefore = bound;
            omega *= Math.min(1.6, Math.max(1.02, 1.01 * Math.pow((enough - SPARE) / bound, 1 / power)));
        }
        throw new SlowDecayException("its characteristic function is not small at frequency " + limit);
    }

    /** Goes on as far as the bound between stays small enough, or returns false if it does not. */
    private static boolean climbed(Ladder ladder, double enough) {
        double rise = Math.max(MAX_RISE, enough - ladder.log());
        for (int i = 0; i < 4; i++) {
            double next = ladder.at + Math.min(ladder.reach(rise), 2 * ladder.at);
            if (ladder.climb(next, enough + MAX_RISE - SPARE) <= enough + MAX_RISE - SPARE) {
                return true;
            }
            rise *= 0.2;
        }
        return false;
    }
}
