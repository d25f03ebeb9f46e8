package io.abacusdp.accounting.exact;

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
 * with m_j = |a|·d_j + 2|y_j|. φ(ω) errs by at most ω·Σ v_j·((b_j + m_j + s)·|c_j| + d_j), where s = 11 + n/64 + 24 is for the
 * sums, in blocks of eight lanes, and for the recurrence of e^{ikhc} − 1: it adds at most 6h|c| + |e^{ikhc} − 1| in each of the
 * at most 16 steps since it was last computed afresh. Nodes dropped for their small mass add twice that mass.
 */
final class QuadratureTilted implements Tilted {
    /** Steps after which e^{ikhc} is computed afresh. */
    private static final int FRESH = 16;

    /** Bound on what these steps cost, in units of round-off. */
    private static final int RECURRENCE = 24;

    private static final int LANES = 8;
    private static final int BLOCK = 64;

    private final int size;
    private final double[] mass;
    private final double[] centred;
    private final double log;
    private final double logError;
    private final double mean;
    /** Bound on the error of φ for each unit of ω, and the part that does not depend on ω. */
    private final double slopeError;

    private final double constantError;

    /**
     * Tilts the law on the lattice.
     *
     * @param quadratureError of G relative to G(a), by spacing and by range
     */
    QuadratureTilted(Ratio ratio, Lattice lattice, double a, int sign, double quadratureError) {
        int nodes = lattice.size;
        double[] weights = new double[nodes];
        double[] logErrors = new double[nodes];
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
            logErrors[j] = ratio.logRoundings(lattice.at[j]);
            sum += weight;
            boolean flat = Math.abs(y) <= 0.5;
            double main = flat ? base * Small.exp2(y) : weight - base * (1 + y);
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
                slope += v
                        * ((roundings + LANES + 3 + (double) nodes / BLOCK + RECURRENCE) * Math.abs(c) + logErrors[j]);
                kept++;
            } else {
                dropped += v;
            }
        }
        size = kept;
        log = small ? Math.log1p(excess) : shift + Math.log(sum);
        // Range and spacing also err on E_B[1] and E_B[R − 1], which were taken as known.
        logError = Small.UNIT * ((small ? excessError / norm : sumError) + 4 * Math.abs(log))
                + quadratureError * (1 + (small ? 1 / norm : 0));
        slopeError = Small.UNIT * slope;
        constantError = quadratureError + 2 * dropped;
    }

    private static double baseRoundings(Lattice lattice, int j) {
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
        double[] stepReal = new double[size];
        double[] stepImaginary = new double[size];
        double[] nowReal = new double[size];
        double[] nowImaginary = new double[size];
        fresh(step, stepReal, stepImaginary);
        errors[0] += count * constantError;
        for (int k = 1; k <= n; k++) {
            double omega = k * step;
            if (k % FRESH == 1) {
                fresh(omega, nowReal, nowImaginary);
                for (int j = 0; j < size; j++) {
                    nowReal[j] *= mass[j];
                    nowImaginary[j] *= mass[j];
                }
            } else {
                advance(stepReal, stepImaginary, nowReal, nowImaginary);
            }
            double x = sum(nowReal);
            double y = sum(nowImaginary);
            double error = slopeError * omega + constantError;
            addLog(count, x, y, error, k, real, imaginary, errors);
        }
    }

    /** e^{iωc_j} − 1. */
    private void fresh(double omega, double[] real, double[] imaginary) {
        for (int j = 0; j < size; j++) {
            double half = 0.5 * omega * centred[j];
            double sine = Math.sin(half);
            real[j] = -2 * sine * sine;
            imaginary[j] = 2 * sine * Math.cos(half);
        }
    }

    /** With D = v·(e^{iωc} − 1) and d = e^{ihc} − 1: v·(e^{i(ω+h)c} − 1) = D + d·(D + v). */
    private void advance(double[] stepReal, double[] stepImaginary, double[] nowReal, double[] nowImaginary) {
        for (int j = 0; j < size; j++) {
            double x = nowReal[j] + mass[j];
            double y = nowImaginary[j];
            nowReal[j] += stepReal[j] * x - stepImaginary[j] * y;
            nowImaginary[j] += stepReal[j] * y + stepImaginary[j] * x;
        }
    }

    private double sum(double[] values) {
        double total = 0;
        for (int from = 0; from < size; from += BLOCK) {
            total += blockSum(values, from, Math.min(from + BLOCK, size));
        }
        return total;
    }

    private static double blockSum(double[] values, int from, int to) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        double s4 = 0;
        double s5 = 0;
        double s6 = 0;
        double s7 = 0;
        int j = from;
        for (; j + LANES <= to; j += LANES) {
            s0 += values[j];
            s1 += values[j + 1];
            s2 += values[j + 2];
            s3 += values[j + 3];
            s4 += values[j + 4];
            s5 += values[j + 5];
            s6 += values[j + 6];
            s7 += values[j + 7];
        }
        for (; j < to; j++) {
            s0 += values[j];
        }
        return ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7));
    }

    /**
     * Adds count·log(1 + x + iy). Where the modulus is not above its error it is taken to be the error, whereby twice the
     * error bounds the difference from the truth.
     */
    private static void addLog(
            double count, double x, double y, double error, int k, double[] real, double[] imaginary, double[] errors) {
        double change = x * (2 + x) + y * y;
        double logModulus = change > -0.5 ? 0.5 * Math.log1p(change) : Math.log(Math.max(Math.hypot(1 + x, y), error));
        double modulus = Math.exp(logModulus);
        real[k] += count * logModulus;
        imaginary[k] += count * Math.atan2(y, 1 + x);
        errors[k] += count * 2 * error / modulus + Small.UNIT * count * (4 * Math.abs(logModulus) + 4 * Math.abs(y));
    }
}
