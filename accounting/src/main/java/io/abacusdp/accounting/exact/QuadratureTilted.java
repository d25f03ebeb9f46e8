package io.abacusdp.accounting.exact;

import io.abacusdp.accounting.numeric.NearZero;
import io.abacusdp.accounting.numeric.RoundOff;

/**
 * The tilted law of a mechanism on the nodes of a lattice: masses v_j = β_j·R_j^a/G(a) at losses L_j = ±log R_j.
 *
 * <p>Formula: as E_B[R − 1] = 0, G(a) − 1 = Σ β·(R^a − 1 − a(R − 1)) = Σ (β·(e^y − 1 − y) − a·β·(R − 1 − log R)) with
 * y = a·log R; and with c_j = L_j − mean, φ(ω) − 1 = Σ v_j·(e^{iωc_j} − 1). All terms are small where the loss is, so that
 * the errors of log G and log φ are relative to themselves and may be multiplied by the number of runs.
 *
 * <p>Accuracy: in units of u = 2^−53, with n the number of nodes, λ = log R, d_j the error of λ_j
 * ({@link Ratio#logRoundings}) and b_j = 6|log β_j| + 6 that of β_j, relative. An error of λ moves a term of G(a) − 1 by
 * a·β·(R^a − R) times it. So G(a) − 1 errs by at most
 *
 * <pre>Σ ((b_j + n)·(β·(e^y − 1 − y) + |a|·gap) + |a|·|βR^a − βR|·d_j + βR^a·(|log β| + |y| + 4) + 3β·(1 + |y|)),</pre>
 *
 * the last two only where |y| is above 1/2, and log G, where it is the logarithm of the plain sum, by Σ v_j·(b_j + m_j + n)
 * with m_j = |a|·d_j + 2|y_j|. φ(ω) errs by at most ω·Σ v_j·((b_j + m_j)·|c_j| + d_j), and by the round-off of its sums
 * ({@link FourierSums}). Nodes dropped for their small mass add twice that mass.
 */
final class QuadratureTilted implements TiltedLaw {
    private final int size;
    private final double[] mass;
    private final double[] centred;
    private final double log;
    private final double logError;
    private final double mean;
    /** Bound on the error of φ for each unit of ω, and the part that does not depend on ω. */
    private final double slopeError;

    /** The error of φ for each rounding of the sums, u·Σ v|c|. */
    private final double spreadError;

    private final double constantError;

    /**
     * Tilts the law on the lattice.
     *
     * @param quadratureError of G relative to G(a), by spacing and by range
     */
    QuadratureTilted(QuadratureLattice lattice, double a, int sign, double quadratureError) {
        int nodes = lattice.size;
        double[] weights = new double[nodes];
        double[] logErrors = lattice.logRoundings();
        double shift = lattice.largestExponent(a);
        double sum = 0;
        double excess = 0;
        double excessError = 0;
        for (int j = 0; j < nodes; j++) {
            double y = a * lattice.log[j];
            double base = lattice.base[j];
            double gap = lattice.gap[j];
            double weight = Math.exp(lattice.logBase[j] + y - shift);
            weights[j] = weight;
            sum += weight;
            boolean flat = Math.abs(y) <= 0.5;
            double main = flat ? base * NearZero.expm1mx(y) : weight - base * (1 + y);
            double plain = gap + base * (1 + lattice.log[j]);
            excess += main - a * gap;
            excessError += (baseRoundings(lattice, j) + nodes) * (main + Math.abs(a) * gap)
                    + Math.abs(a * (weight - plain)) * logErrors[j]
                    + (flat
                            ? 0
                            : weight * (Math.abs(lattice.logBase[j]) + Math.abs(y) + 4) + 3 * base * (1 + Math.abs(y)));
        }
        boolean small = shift == 0 && excess > -0.5;
        double norm = small ? 1 + excess : sum;
        double centre = 0;
        for (int j = 0; j < nodes; j++) {
            weights[j] /= norm;
            centre += weights[j] * lattice.log[j];
        }
        mean = sign * centre;
        mass = new double[nodes];
        centred = new double[nodes];
        // Masses far below what the error allows are dropped.
        double negligible = quadratureError / nodes;
        double dropped = 0;
        double slope = 0;
        double spread = 0;
        double sumError = 0;
        int kept = 0;
        for (int j = 0; j < nodes; j++) {
            double v = weights[j];
            double c = lattice.log[j] - centre;
            double roundings =
                    baseRoundings(lattice, j) + Math.abs(a) * logErrors[j] + 2 * Math.abs(a * lattice.log[j]);
            sumError += v * (roundings + nodes);
            if (v > negligible) {
                mass[kept] = v;
                centred[kept] = sign * c;
                slope += v * (roundings * Math.abs(c) + logErrors[j]);
                spread += v * Math.abs(c);
                kept++;
            } else {
                dropped += v;
            }
        }
        size = kept;
        log = small ? Math.log1p(excess) : shift + Math.log(sum);
        // Range and spacing also err on E_B[1] and E_B[R − 1], which were taken as known.
        logError = RoundOff.UNIT * ((small ? excessError / norm : sumError) + 4 * Math.abs(log))
                + quadratureError * (1 + (small ? 1 / norm : 0));
        slopeError = RoundOff.UNIT * slope;
        spreadError = RoundOff.UNIT * spread;
        constantError = quadratureError + 2 * dropped;
    }

    private static double baseRoundings(QuadratureLattice lattice, int j) {
        return 6 * Math.abs(lattice.logBase[j]) + 6;
    }

    @Override
    public double log() {
        return log;
    }

    @Override
    public double logError() {
        return logError;
    }

    @Override
    public double mean() {
        return mean;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public void addLogCharacteristic(
            double count, double step, int n, double[] real, double[] imaginary, double[] errors) {
        FourierSums sums = new FourierSums(mass, centred, size, step, n);
        errors[0] += count * constantError;
        for (int k = 1; k <= n; k++) {
            double error = slopeError * k * step + spreadError * sums.roundings[k] + constantError;
            addLog(count, sums.real[k], sums.imaginary[k], error, k, real, imaginary, errors);
        }
    }

    /**
     * Adds count·log(1 + x + iy), and to the errors count times the error over the modulus. Where the modulus is not above
     * its error it is taken to be the error, whereby twice the error bounds the difference from the truth.
     */
    static void addLog(
            double count, double x, double y, double error, int k, double[] real, double[] imaginary, double[] errors) {
        double change = x * (2 + x) + y * y;
        boolean near = change > -0.5;
        double modulus = near ? Math.sqrt(1 + change) : Math.max(Math.sqrt((1 + x) * (1 + x) + y * y), error);
        double logModulus = near ? 0.5 * NearZero.log1p(change) : Math.log(modulus);
        real[k] += count * logModulus;
        imaginary[k] += count * Math.atan2(y, 1 + x);
        errors[k] += count * (modulus > error ? 1 : 2) * error / modulus
                + RoundOff.UNIT * count * (4 * Math.abs(logModulus) + 4 * Math.abs(y));
    }
}
