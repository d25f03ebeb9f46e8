package io.abacusdp.accounting.exact;

/**
 * e^x, e^x − 1 and g = e^x − 1 − x for x = q(Y − 1) on the nodes of {@link AllocationNodes}, for one q.
 *
 * <p>Formula: for two q one after the other, with D = e^x − 1, e^{x+y} = e^x + e^x·D(y), D(x + y) = D(x) + D(y) + D(x)·D(y) and
 * g(x + y) = g(x) + g(y) + D(x)·D(y).
 *
 * <p>Accuracy: in units of 2^−53 and besides what x errs by, afresh e^x errs by at most 12 of itself, D by 8 of max(1, |e^x|)·|x|, and g by 24 of
 * max(1, |e^x|)·min(|x|²/2, 8 + |x|): by the series 10 of itself, and else by D and a subtraction, which at |x| = 1/2 is at most 2.5 of |x|²/2 = 1/8, and less of
 * it farther out. A step adds at most 6 of (|x| + |y|)·max(1, |e^x|) to D, 5 of |g(x)| + |g(y)| + |D(x)·D(y)| to g and 5 to e^x, of its modulus before the step.
 * Steps y are imaginary multiples of Y − 1, for which |e^y| ≤ 1.
 */
final class AllocationStep {
    private static final double[] INVERSE_FACTORIAL = {
        1,
        1,
        1.0 / 2,
        1.0 / 6,
        1.0 / 24,
        1.0 / 120,
        1.0 / 720,
        1.0 / 5040,
        1.0 / 40320,
        1.0 / 362880,
        1.0 / 3628800,
        1.0 / 39916800,
        1.0 / 479001600,
        1.0 / 6227020800.0,
        1.0 / 87178291200.0,
        1.0 / 1307674368000.0
    };

    /** Steps after which exponentials are computed afresh. */
    private static final int FRESH = 8;

    /** Parts of e^x. */
    final double[] real;

    final double[] imaginary;
    /** Parts of e^x − 1. */
    final double[] lessOneReal;

    final double[] lessOneImaginary;
    /** Parts of g. */
    private final double[] restReal;

    private final double[] restImaginary;

    private AllocationStep(int size) {
        real = new double[size];
        imaginary = new double[size];
        lessOneReal = new double[size];
        lessOneImaginary = new double[size];
        restReal = new double[size];
        restImaginary = new double[size];
    }

    /** Afresh, for q with the given parts. */
    static AllocationStep fresh(AllocationNodes nodes, int size, double qr, double qi) {
        AllocationStep step = new AllocationStep(size);
        for (int l = 0; l < size; l++) {
            double er = nodes.excessReal[l];
            double ei = nodes.excessImaginary[l];
            step.exponential(l, qr * er - qi * ei, qr * ei + qi * er);
        }
        return step;
    }

    /** For the multiples of an imaginary q from 1 to below the count. */
    static AllocationStep[] multiples(AllocationNodes nodes, int size, double q, int count) {
        AllocationStep[] steps = new AllocationStep[count];
        for (int b = 1; b < count; b++) {
            steps[b] = b % FRESH == 1 ? fresh(nodes, size, 0, b * q) : steps[b - 1].then(steps[1]);
        }
        return steps;
    }

    /** For the sum of both q. */
    AllocationStep then(AllocationStep other) {
        int size = real.length;
        AllocationStep sum = new AllocationStep(size);
        for (int l = 0; l < size; l++) {
            double dr = lessOneReal[l];
            double di = lessOneImaginary[l];
            double or = other.lessOneReal[l];
            double oi = other.lessOneImaginary[l];
            double pr = dr * or - di * oi;
            double pi = dr * oi + di * or;
            sum.lessOneReal[l] = dr + (or + pr);
            sum.lessOneImaginary[l] = di + (oi + pi);
            sum.restReal[l] = restReal[l] + (other.restReal[l] + pr);
            sum.restImaginary[l] = restImaginary[l] + (other.restImaginary[l] + pi);
            sum.real[l] = real[l] + (real[l] * or - imaginary[l] * oi);
            sum.imaginary[l] = imaginary[l] + (real[l] * oi + imaginary[l] * or);
        }
        return sum;
    }

    /** Σ a·g over the nodes. */
    void sum(double[] re, double[] im, int size, double[] into) {
        CompensatedPair sum = new CompensatedPair();
        for (int l = 0; l < size; l++) {
            sum.add(re[l] * restReal[l] - im[l] * restImaginary[l], re[l] * restImaginary[l] + im[l] * restReal[l]);
        }
        into[0] = sum.real();
        into[1] = sum.imaginary();
    }

    private void exponential(int l, double x, double y) {
        if (x * x + y * y <= 0.25) {
            // Σ z^{k−2}/k! from k = 2 to 15: what is left out is below 2·0.5^14/16! of the first term.
            double re = INVERSE_FACTORIAL[15];
            double im = 0;
            for (int k = 14; k >= 2; k--) {
                double r = re * x - im * y + INVERSE_FACTORIAL[k];
                im = re * y + im * x;
                re = r;
            }
            double sr = x * x - y * y;
            double si = 2 * x * y;
            restReal[l] = sr * re - si * im;
            restImaginary[l] = sr * im + si * re;
            lessOneReal[l] = x + restReal[l];
            lessOneImaginary[l] = y + restImaginary[l];
            real[l] = 1 + lessOneReal[l];
            imaginary[l] = lessOneImaginary[l];
            return;
        }
        double exp = Math.exp(x);
        double sine = Math.sin(0.5 * y);
        real[l] = exp * Math.cos(y);
        imaginary[l] = exp * Math.sin(y);
        lessOneReal[l] = Math.expm1(x) - 2 * exp * sine * sine;
        lessOneImaginary[l] = imaginary[l];
        restReal[l] = lessOneReal[l] - x;
        restImaginary[l] = lessOneImaginary[l] - y;
    }
}
